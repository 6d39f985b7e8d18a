//! The keys of the product: those that the parties know it by, and those that seal what it stores.

use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

use anyhow::{Context as _, Result};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};

use super::{GivenParties, Keys};
use crate::machine::random;

/// What every party knows the product by; nothing secret.
const IDS: [(&str, &str); 5] = [
    ("PORTONE_STORE_ID", "store-hyeobom-local"),
    ("PORTONE_CHANNEL_KEY", "channel-key-hyeobom-local"),
    ("KAKAO_CLIENT_ID", "hyeobom-local"),
    ("NAVER_CLIENT_ID", "hyeobom-local"),
    ("GOOGLE_CLIENT_ID", "hyeobom-local.apps.googleusercontent.com"),
];
const SECRETS: [&str; 5] =
    ["PORTONE_API_SECRET", "KAKAO_CLIENT_SECRET", "NAVER_CLIENT_SECRET", "GOOGLE_CLIENT_SECRET", "JUSO_KEY"];

/// The keys of one start: those that were given, and new ones for the rest.
///
/// # Errors
/// When there is no randomness.
pub fn keys(given: &GivenParties) -> Result<Keys> {
    let mut keys: Keys = IDS.iter().map(|(name, id)| (*name, (*id).to_owned())).collect();
    for name in SECRETS {
        keys.insert(name, random::hex(20)?);
    }
    for (name, value) in &mut keys {
        if let Some(known) = given.get(name) {
            known.clone_into(value);
        }
    }
    Ok(keys)
}

/// `secrets.json`: keys that must be the same in every start, or what the first one sealed stays sealed.
#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
struct Kept {
    /// `1:<base64 of 32 bytes>`.
    seal_keys: String,
    /// Base64 of 32 bytes.
    ci_pepper: String,
}

/// `SEAL_KEYS` and `CI_PEPPER` of the data directory; made when it has none.
///
/// # Errors
/// When the file cannot be written or has another shape.
pub fn kept(data: &Path) -> Result<Keys> {
    let file = data.join("secrets.json");
    let kept = match fs::read_to_string(&file) {
        Ok(text) => serde_json::from_str(&text).with_context(|| format!("{} is malformed", file.display()))?,
        Err(_) => write_new(&file)?,
    };
    Ok(Keys::from([("SEAL_KEYS", kept.seal_keys), ("CI_PEPPER", kept.ci_pepper)]))
}

fn write_new(file: &Path) -> Result<Kept> {
    let key = || Ok::<_, anyhow::Error>(STANDARD.encode(random::bytes::<32>()?));
    let kept = Kept { seal_keys: format!("1:{}", key()?), ci_pepper: key()? };
    let mut out = OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(file)
        .with_context(|| format!("cannot write {}", file.display()))?;
    out.write_all(serde_json::to_string_pretty(&kept)?.as_bytes())?;
    Ok(kept)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    #[test]
    fn a_second_start_has_the_first_ones_keys() -> Result<()> {
        let dir = tempfile::tempdir()?;
        let first = kept(dir.path())?;
        assert_eq!(kept(dir.path())?, first);
        let other = tempfile::tempdir()?;
        assert_ne!(kept(other.path())?, first);
        let seal = first["SEAL_KEYS"].strip_prefix("1:").context("a number")?;
        for key in [seal, &first["CI_PEPPER"]] {
            assert_eq!(STANDARD.decode(key)?.len(), 32);
        }
        let mode = fs::metadata(dir.path().join("secrets.json"))?.permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        Ok(())
    }
}
