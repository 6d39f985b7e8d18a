//! Sign-in names and tokens, and the stored forms of passwords and tokens.

use sha2::{Digest as _, Sha256};

use crate::validation::{Invalid, InvalidCode};

/// A sign-in name: 4 to 20 letters or digits. Case is kept for display and ignored in comparisons.
#[derive(Clone, Debug, Eq)]
pub struct LoginUserId(String);

impl LoginUserId {
    /// Parses a sign-in name.
    ///
    /// # Errors
    /// [`InvalidCode::Required`] or [`InvalidCode::Format`].
    pub fn parse(text: &str) -> Result<Self, Invalid> {
        let invalid = |code| Err(Invalid::new("loginUserId", code));
        match text.len() {
            0 => invalid(InvalidCode::Required),
            4..=20 if text.bytes().all(|b| b.is_ascii_alphanumeric()) => Ok(Self(text.to_owned())),
            _ => invalid(InvalidCode::Format),
        }
    }

    /// Wraps a stored name without checking it again.
    #[must_use]
    pub const fn from_stored(text: String) -> Self {
        Self(text)
    }

    /// Returns the name as its owner wrote it.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the form in which names are compared: lower case.
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

/// A stored password: Argon2id in PHC form.
#[derive(Clone)]
pub struct PasswordHash(String);

impl PasswordHash {
    /// Wraps a PHC text.
    #[must_use]
    pub const fn new(phc: String) -> Self {
        Self(phc)
    }

    /// Returns the PHC text.
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

/// A stored token: the SHA-256 of its bytes. Only the browser has the token itself.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct TokenHash([u8; 32]);

impl TokenHash {
    /// Hashes a token as the browser sends it.
    #[must_use]
    pub fn from_token(token: &str) -> Self {
        Self(Sha256::digest(token).into())
    }

    /// Wraps the bytes of a hash.
    #[must_use]
    pub const fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// Returns the bytes.
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn login_id_is_4_to_20_letters_or_digits() {
        for text in ["demo", "Kim1", "1234", &"a".repeat(20)] {
            assert_eq!(LoginUserId::parse(text).expect("a name").as_str(), text);
        }
        for text in ["abc", &"a".repeat(21), "kim 1", "kim_1", "kim@a", "김하늘님", " demo"] {
            assert_eq!(LoginUserId::parse(text), Err(Invalid::new("loginUserId", InvalidCode::Format)), "{text}");
        }
        assert_eq!(LoginUserId::parse(""), Err(Invalid::new("loginUserId", InvalidCode::Required)));
    }

    #[test]
    fn login_id_ignores_case_in_comparisons() {
        let [lower, upper, other] = ["demo", "DEMO", "demo1"].map(|text| LoginUserId::parse(text).expect("a name"));
        assert_eq!(lower, upper);
        assert_eq!(lower.key(), upper.key());
        assert_ne!(lower, other);
    }

    #[test]
    fn token_hash_is_sha256() {
        let hash = TokenHash::from_token("abc");
        assert_eq!(hash.as_bytes()[..4], [0xba, 0x78, 0x16, 0xbf]);
        assert_eq!(TokenHash::new(*hash.as_bytes()), hash);
        assert_ne!(TokenHash::from_token("abd"), hash);
    }

    #[test]
    fn debug_hides_secrets() {
        let hash = PasswordHash::new("$argon2id$secret".to_owned());
        let shown = format!("{hash:?} {:?}", TokenHash::from_token("abc"));
        assert_eq!(shown, "PasswordHash(..) TokenHash(..)");
        assert_eq!(hash.as_str(), "$argon2id$secret");
    }

    proptest! {
        #[test]
        fn any_text_is_handled(text in "\\PC{0,140}") {
            let _ = LoginUserId::parse(&text);
        }
    }
}
