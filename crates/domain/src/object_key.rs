//! Keys of stored objects: `{folder}/{environment}/{random}.{ext}`.

/// The key of a stored object.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ObjectKey(String);

impl ObjectKey {
    /// Builds the key `{folder}/{environment}/{random}.{ext}` with 16 random bytes in hexadecimal. Returns `None` when a part
    /// has characters other than small letters, digits and `-`.
    #[must_use]
    pub fn new(folder: &str, environment: &str, random: [u8; 16], ext: &str) -> Option<Self> {
        let name = u128::from_be_bytes(random);
        Self::parse(&format!("{folder}/{environment}/{name:032x}.{ext}"))
    }

    /// Parses a key. Returns `None` for any other form, which prevents path traversal in the storage.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let parts: Vec<&str> = text.split('/').collect();
        let &[folder, environment, file] = parts.as_slice() else { return None };
        let (name, ext) = file.split_once('.')?;
        let is_word = |part: &str, max: usize| {
            (1..=max).contains(&part.len())
                && part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
        };
        let is_key = is_word(folder, 40) && is_word(environment, 40) && is_word(name, 64) && is_word(ext, 8);
        is_key.then(|| Self(text.to_owned()))
    }

    /// Wraps a stored key without checking it again.
    #[must_use]
    pub const fn from_stored(text: String) -> Self {
        Self(text)
    }

    /// Returns the key as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Display for ObjectKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn new_key_is_hexadecimal() {
        let key = ObjectKey::new("self-check", "local", [0x0a; 16], "jpg").expect("a key");
        assert_eq!(key.to_string(), "self-check/local/0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a.jpg");
    }

    #[test]
    fn key_refuses_other_forms() {
        let long = format!("a/b/{}.jpg", "a".repeat(65));
        for text in [
            "",
            "a/b",
            "a/b/c",
            "a/b/c/d.jpg",
            "/b/c.jpg",
            "a//c.jpg",
            "a/b/.jpg",
            "a/b/c.",
            "a/b/c.tar.gz",
            "A/b/c.jpg",
            "a/../c.jpg",
            "../b/c.jpg",
            "a/b/c d.jpg",
            "a/b/c_d.jpg",
            "a/b/c.jpg?x",
            "a/b/혀.jpg",
            "a/b/c.extension",
            &long,
        ] {
            assert_eq!(ObjectKey::parse(text), None, "{text}");
        }
        assert_eq!(ObjectKey::new("Self", "local", [0; 16], "jpg"), None);
    }

    proptest! {
        #[test]
        fn new_key_parses(random: [u8; 16]) {
            let key = ObjectKey::new("claims", "local", random, "pdf").expect("a key");
            prop_assert_eq!(ObjectKey::parse(key.as_str()), Some(key));
        }
    }
}
