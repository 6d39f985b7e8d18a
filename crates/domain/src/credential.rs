//! What a person signs in with, and what stands for it at rest.

use sha2::{Digest as _, Sha256};

use crate::validation::{Code, Invalid};

/// A sign-in name: 4 to 20 letters or digits; case is shown as given and ignored when compared.
#[derive(Clone, Debug, Eq)]
pub struct LoginUserId(String);

impl LoginUserId {
    /// Reads a sign-in name.
    ///
    /// # Errors
    /// [`Code::Required`] or [`Code::Format`].
    pub fn parse(text: &str) -> Result<Self, Invalid> {
        let invalid = |code| Err(Invalid::new("loginUserId", code));
        match text.len() {
            0 => invalid(Code::Required),
            4..=20 if text.bytes().all(|b| b.is_ascii_alphanumeric()) => Ok(Self(text.to_owned())),
            _ => invalid(Code::Format),
        }
    }

    /// A name that was checked when it was stored.
    #[must_use]
    pub const fn from_stored(text: String) -> Self {
        Self(text)
    }

    /// The name as its owner wrote it.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The name as it is compared: lower case.
    #[must_use]
    pub fn key(&self) -> String {
        self.0.to_ascii_lowercase()
    }
}

impl PartialEq for LoginUserId {
    fn eq(&self, other: &Self) -> bool {
        self.0.eq_ignore_ascii_case(&other.0)
    }
}

/// A new password: at least 8 characters with letters, digits and a special character; at most 128.
///
/// Every printable character that is neither a letter nor a digit is special. Sign-in does not use this type: an old
/// password that breaks a newer rule must still open its account.
#[derive(Clone)]
pub struct Password(String);

impl Password {
    /// Reads a new password.
    ///
    /// # Errors
    /// [`Code::Required`], [`Code::TooLong`] or [`Code::Format`].
    pub fn parse(text: &str) -> Result<Self, Invalid> {
        let invalid = |code| Err(Invalid::new("password", code));
        let special = |c: char| !c.is_alphanumeric() && !c.is_control() && !c.is_whitespace();
        match text.chars().count() {
            0 => return invalid(Code::Required),
            // hashing time grows with the length
            129.. => return invalid(Code::TooLong),
            1..8 => return invalid(Code::Format),
            _ => {}
        }
        let complete = text.chars().any(|c| c.is_ascii_alphabetic())
            && text.chars().any(|c| c.is_ascii_digit())
            && text.chars().any(special)
            && !text.chars().any(char::is_control);
        if complete { Ok(Self(text.to_owned())) } else { invalid(Code::Format) }
    }

    /// The same, refused with [`Code::Mismatch`] on `verifyPassword` when `repeated` differs.
    ///
    /// # Errors
    /// As [`Password::parse`], and [`Code::Mismatch`].
    pub fn parse_repeated(text: &str, repeated: &str) -> Result<Self, Invalid> {
        let password = Self::parse(text)?;
        if repeated == text { Ok(password) } else { Err(Invalid::new("verifyPassword", Code::Mismatch)) }
    }

    /// The password itself, to be hashed and forgotten.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for Password {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Password(..)")
    }
}

/// A password at rest: Argon2id in PHC form.
#[derive(Clone)]
pub struct PasswordHash(String);

impl PasswordHash {
    /// The hash with this PHC text.
    #[must_use]
    pub const fn new(phc: String) -> Self {
        Self(phc)
    }

    /// The PHC text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for PasswordHash {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("PasswordHash(..)")
    }
}

/// A token at rest: the SHA-256 of its bytes. The token itself is only ever with the browser.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct TokenHash([u8; 32]);

impl TokenHash {
    /// The hash of a token as the browser has it.
    #[must_use]
    pub fn of(token: &str) -> Self {
        Self(Sha256::digest(token).into())
    }

    /// The hash with these bytes.
    #[must_use]
    pub const fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The bytes.
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl std::fmt::Debug for TokenHash {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("TokenHash(..)")
    }
}
