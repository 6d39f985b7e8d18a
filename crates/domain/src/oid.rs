//! The numbers of orders.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

/// An order number, shared with payer and provider: 6 to 40 letters, digits, `-` or `_`. It is random, so that it
/// cannot be guessed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Oid(String);

impl Oid {
    /// Builds a number from random bytes.
    #[must_use]
    pub fn new(random: [u8; 18]) -> Self {
        Self(format!("clm_{}", URL_SAFE_NO_PAD.encode(random)))
    }

    /// Parses a number. Returns `None` for any other form.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let is_allowed = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_');
        ((6..=40).contains(&text.len()) && text.bytes().all(is_allowed)).then(|| Self(text.to_owned()))
    }

    /// Wraps a stored number without checking it again.
    #[must_use]
    pub const fn from_stored(text: String) -> Self {
        Self(text)
    }

    /// Returns the number as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Display for Oid {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn new_oid_is_28_characters() {
        assert_eq!(Oid::new([255; 18]).as_str().len(), 28);
        assert_eq!(Oid::new([0; 18]).to_string(), "clm_AAAAAAAAAAAAAAAAAAAAAAAA");
    }

    #[test]
    fn parse_refuses_other_forms() {
        for text in ["", "clm_1", "clm 123", "clm_../x", "혀봄혀봄혀봄", "a?b=c&d", "clm_1\n", &"a".repeat(41)] {
            assert_eq!(Oid::parse(text), None, "{text}");
        }
        for text in ["clm_12", "A-b_c9", &"a".repeat(40)] {
            assert_eq!(Oid::parse(text).expect("a number").as_str(), text);
        }
    }

    proptest! {
        #[test]
        fn new_oid_parses(random: [u8; 18]) {
            let oid = Oid::new(random);
            prop_assert_eq!(Oid::parse(oid.as_str()), Some(oid));
        }
    }
}
