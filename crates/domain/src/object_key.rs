//! Names of stored objects: `{folder}/{environment}/{random}.{ext}`.

/// The name of a stored object.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ObjectKey(String);

impl ObjectKey {
    /// The key `{folder}/{environment}/{random}.{ext}` with 16 random bytes in hexadecimal; none when a part has
    /// characters other than small letters, digits and `-`.
    #[must_use]
    pub fn new(folder: &str, environment: &str, random: [u8; 16], ext: &str) -> Option<Self> {
        use std::fmt::Write as _;
        let mut name = String::with_capacity(32);
        for byte in random {
            write!(name, "{byte:02x}").ok()?;
        }
        Self::parse(&format!("{folder}/{environment}/{name}.{ext}"))
    }

    /// Reads a key; none when it has another form, so that no path tricks reach the storage.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let parts: Vec<&str> = text.split('/').collect();
        let &[folder, environment, file] = parts.as_slice() else { return None };
        let (name, ext) = file.split_once('.')?;
        let word = |part: &str, max: usize| {
            (1..=max).contains(&part.len())
                && part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
        };
        let fits = word(folder, 40) && word(environment, 40) && word(name, 64) && word(ext, 8);
        fits.then(|| Self(text.to_owned()))
    }

    /// A key that was made here.
    #[must_use]
    pub const fn from_stored(text: String) -> Self {
        Self(text)
    }

    /// The key.
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
