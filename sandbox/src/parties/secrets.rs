//! The product's keys: its credentials at the parties, and the keys for encrypting stored data.

use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

use anyhow::{Context as _, Result};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};

use super::{PartyKeys, PartyOverrides};
use crate::machine::random;

/// The product's public ids at the parties.
const PUBLIC_IDS: [(&str, &str); 5] = [
    ("PORTONE_STORE_ID", "store-hyeobom-local"),
    ("PORTONE_CHANNEL_KEY", "channel-key-hyeobom-local"),
    ("KAKAO_CLIENT_ID", "hyeobom-local"),
    ("NAVER_CLIENT_ID", "hyeobom-local"),
    ("GOOGLE_CLIENT_ID", "hyeobom-local.apps.googleusercontent.com"),
];
/// The product's secrets at the parties.
const SECRET_NAMES: [&str; 5] =
    ["PORTONE_API_SECRET", "KAKAO_CLIENT_SECRET", "NAVER_CLIENT_SECRET", "GOOGLE_CLIENT_SECRET", "JUSO_KEY"];

/// Creates the credentials for one start; overrides take precedence.
///
/// # Errors
/// The operating system provides no randomness.
pub fn create_keys(overrides: &PartyOverrides) -> Result<PartyKeys> {
    let mut keys: PartyKeys = PUBLIC_IDS.iter().map(|(name, id)| (*name, (*id).to_owned())).collect();
    for name in SECRET_NAMES {
        keys.insert(name, random::hex(20)?);
    }
    for (name, value) in &mut keys {
        if let Some(set) = overrides.get(name) {
            set.clone_into(value);
        }
    }
    Ok(keys)
}

/// The contents of `secrets.json`: keys that must stay the same, because stored data could not be decrypted otherwise.
#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
struct StoredKeys {
    /// `1:<base64 of 32 bytes>`.
    seal_keys: String,
    /// Base64 of 32 bytes.
    ci_pepper: String,
}

/// Returns `SEAL_KEYS` and `CI_PEPPER` from the data directory, and creates them at the first start.
///
/// # Errors
/// The file cannot be written or is malformed.
pub fn load_or_create(data: &Path) -> Result<PartyKeys> {
    let file = data.join("secrets.json");
    let keys = match fs::read_to_string(&file) {
        Ok(text) => serde_json::from_str(&text).with_context(|| format!("{} is malformed", file.display()))?,
        Err(_) => create(&file)?,
    };
    Ok(PartyKeys::from([("SEAL_KEYS", keys.seal_keys), ("CI_PEPPER", keys.ci_pepper)]))
}

fn create(file: &Path) -> Result<StoredKeys> {
    let key = || Ok::<_, anyhow::Error>(STANDARD.encode(random::bytes::<32>()?));
    let keys = StoredKeys { seal_keys: format!("1:{}", key()?), ci_pepper: key()? };
    let mut out = OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(file)
        .with_context(|| format!("cannot write {}", file.display()))?;
    out.write_all(serde_json::to_string_pretty(&keys)?.as_bytes())?;
    Ok(keys)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    #[test]
    fn second_start_loads_the_same_keys() -> Result<()> {
        let dir = tempfile::tempdir()?;
        let first = load_or_create(dir.path())?;
        assert_eq!(load_or_create(dir.path())?, first);
        let other = tempfile::tempdir()?;
        assert_ne!(load_or_create(other.path())?, first);
        let seal = first["SEAL_KEYS"].strip_prefix("1:").context("a number")?;
        for key in [seal, &first["CI_PEPPER"]] {
            assert_eq!(STANDARD.decode(key)?.len(), 32);
        }
        let mode = fs::metadata(dir.path().join("secrets.json"))?.permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        Ok(())
    }
}
