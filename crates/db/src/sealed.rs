//! Sealed columns.

/// A sealed text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SealedText {
    /// The ciphertext.
    pub bytes: Vec<u8>,
    /// The number of the key that sealed it.
    pub key_id: i16,
}
