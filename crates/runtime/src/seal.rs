//! Sealing what may not be read from a stolen database: AES-256-GCM with a numbered key, and keyed hashes to find it by.
//!
//! A sealed value is 12 random bytes (the nonce), the ciphertext, and 16 bytes that prove both and the value's
//! `context`: a value that is put into another column, or another tenant's row, does not open there.

use std::collections::BTreeMap;
use std::fmt::{Debug, Formatter};
use std::sync::Arc;

use aes_gcm::aead::{Aead as _, KeyInit as _, Payload};
use aes_gcm::{Aes256Gcm, Nonce};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, Mac};
use secrecy::{ExposeSecret as _, SecretString};
use sha2::Sha256;

use crate::Random;
use crate::config::{ConfigError, Env};

/// The nonce's length in bytes.
const NONCE: usize = 12;

/// A value that only the key's holders can read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sealed {
    /// The number of the key that sealed it.
    pub key_id: i16,
    /// Nonce, ciphertext and proof.
    pub bytes: Vec<u8>,
}

/// A sealed value cannot be opened: its key is gone, it was changed, or it belongs elsewhere.
#[derive(Debug, thiserror::Error)]
#[error("a value sealed with key {0} does not open")]
pub struct Broken(i16);

/// Seals and opens; clones share the keys.
#[derive(Clone)]
pub struct Sealer(Arc<Keys>);

struct Keys {
    by_id: BTreeMap<i16, Aes256Gcm>,
    newest: i16,
    pepper: Hmac<Sha256>,
}

impl Debug for Sealer {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Sealer").field("keys", &self.0.by_id.keys()).finish_non_exhaustive()
    }
}

impl Sealer {
    /// Reads `SEAL_KEYS` (`1:{base64 of 32 bytes}[,2:…]`; the last one seals, all of them open) and `CI_PEPPER` (base64
    /// of 32 bytes).
    ///
    /// # Errors
    /// When one is missing or not of its form.
    pub fn load(env: &Env) -> Result<Self, ConfigError> {
        let invalid = |why: &str| ConfigError::invalid("SEAL_KEYS", why);
        let listed = env.secret("SEAL_KEYS")?;
        let mut by_id = BTreeMap::new();
        let mut newest = None;
        for part in listed.expose_secret().split(',') {
            let (id, key) = part.trim().split_once(':').ok_or_else(|| invalid("each key is {number}:{base64}"))?;
            let id = id.parse().ok().filter(|id| *id > 0_i16);
            let id = id.ok_or_else(|| invalid("a key's number is 1 to 32767"))?;
            let key = bytes(key).ok_or_else(|| invalid("a key is the base64 of 32 bytes"))?;
            if by_id.insert(id, Aes256Gcm::new(&key.into())).is_some() {
                return Err(invalid("two keys have one number"));
            }
            newest = Some(id);
        }
        let newest = newest.ok_or_else(|| invalid("there is no key"))?;
        let pepper: SecretString = env.secret("CI_PEPPER")?;
        let pepper = bytes(pepper.expose_secret())
            .ok_or_else(|| ConfigError::invalid("CI_PEPPER", "it is the base64 of 32 bytes"))?;
        let pepper =
            <Hmac<Sha256> as Mac>::new_from_slice(&pepper).map_err(|error| ConfigError::invalid("CI_PEPPER", error))?;
        Ok(Self(Arc::new(Keys { by_id, newest, pepper })))
    }

    /// Seals a value for a context: a name of what it is and whose.
    ///
    /// # Panics
    /// When the value is longer than 64 GiB.
    #[must_use]
    pub fn seal(&self, context: &str, value: &[u8], random: &Random) -> Sealed {
        let key_id = self.0.newest;
        let nonce = random.bytes::<NONCE>();
        let payload = Payload { msg: value, aad: context.as_bytes() };
        let sealed =
            self.0.by_id[&key_id].encrypt(Nonce::from_slice(&nonce), payload).expect("a value of usual length");
        Sealed { key_id, bytes: [nonce.as_slice(), &sealed].concat() }
    }

    /// Opens a value that was sealed for a context.
    ///
    /// # Errors
    /// [`Broken`].
    pub fn open(&self, context: &str, sealed: &Sealed) -> Result<Vec<u8>, Broken> {
        let broken = || Broken(sealed.key_id);
        let key = self.0.by_id.get(&sealed.key_id).ok_or_else(broken)?;
        let (nonce, rest) = sealed.bytes.split_at_checked(NONCE).ok_or_else(broken)?;
        let payload = Payload { msg: rest, aad: context.as_bytes() };
        key.decrypt(Nonce::from_slice(nonce), payload).map_err(|_| broken())
    }

    /// The keyed hash of a value in a context: the same for the same value, and of no use without the pepper.
    #[must_use]
    pub fn hash(&self, context: &str, value: &str) -> [u8; 32] {
        let mut mac = self.0.pepper.clone();
        // a length before the context, so that no two pairs are hashed alike
        mac.update(&context.len().to_be_bytes());
        mac.update(context.as_bytes());
        mac.update(value.as_bytes());
        mac.finalize().into_bytes().into()
    }
}

fn bytes(text: &str) -> Option<[u8; 32]> {
    STANDARD.decode(text.trim()).ok()?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: &str = "1:AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=";
    const BOTH: &str = "1:AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=,2:AgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgI=";
    const PEPPER: &str = "AwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwM=";

    fn load(keys: &str, pepper: &str) -> Result<Sealer, ConfigError> {
        let pairs = [("HYEOBOM_ENVIRONMENT", "local"), ("SEAL_KEYS", keys), ("CI_PEPPER", pepper)];
        Sealer::load(&Env::from_pairs(pairs).expect("a known environment"))
    }

    #[test]
    fn only_the_key_and_the_context_open_a_value() {
        let (keys, random) = (load(ONE, PEPPER).expect("keys"), Random::secure());
        let sealed = keys.seal("ci:1", b"secret", &random);
        assert_eq!(sealed.key_id, 1);
        assert_eq!(sealed.bytes.len(), NONCE + 6 + 16);
        assert_eq!(keys.open("ci:1", &sealed).expect("opened"), b"secret");
        assert!(keys.open("ci:2", &sealed).is_err(), "another tenant's");
        assert_ne!(keys.seal("ci:1", b"secret", &random), sealed, "two seals never look alike");
        for index in 0..sealed.bytes.len() {
            let mut changed = sealed.clone();
            changed.bytes[index] ^= 1;
            assert!(keys.open("ci:1", &changed).is_err(), "byte {index}");
        }
        let short = Sealed { bytes: vec![0; NONCE - 1], ..sealed };
        assert!(keys.open("ci:1", &short).is_err());
    }

    #[test]
    fn the_last_key_seals_and_the_earlier_ones_still_open() {
        let random = Random::secure();
        let (before, after) = (load(ONE, PEPPER).expect("keys"), load(BOTH, PEPPER).expect("keys"));
        let old = before.seal("x", b"value", &random);
        assert_eq!(after.open("x", &old).expect("opened"), b"value");
        let new = after.seal("x", b"value", &random);
        assert_eq!(new.key_id, 2);
        assert!(before.open("x", &new).is_err());
        let relabelled = Sealed { key_id: 1, ..new };
        assert!(after.open("x", &relabelled).is_err());
    }

    #[test]
    fn a_hash_depends_on_value_context_and_pepper() {
        let keys = load(ONE, PEPPER).expect("keys");
        let hash = keys.hash("ci:1", "CI");
        assert_eq!(load(BOTH, PEPPER).expect("keys").hash("ci:1", "CI"), hash, "new keys change no hash");
        assert_ne!(keys.hash("ci:2", "CI"), hash);
        assert_ne!(keys.hash("ci:1", "C"), hash);
        assert_ne!(keys.hash("ci:1C", "I"), hash);
        assert_ne!(load(ONE, &ONE[2..]).expect("keys").hash("ci:1", "CI"), hash);
    }

    #[test]
    fn keys_that_are_none_are_refused_and_not_shown() {
        let short = "1:AQEB";
        for keys in ["", "AQEB", short, "0:x", "x:y", "1", &format!("{ONE},{ONE}"), &format!("{ONE},")] {
            let refused = load(keys, PEPPER).expect_err(keys).to_string();
            assert!(refused.starts_with("SEAL_KEYS") && !refused.contains("AQEB"), "{refused}");
        }
        assert!(load(ONE, "short").expect_err("short").to_string().starts_with("CI_PEPPER"));
        let shown = format!("{:?}", load(BOTH, PEPPER).expect("keys"));
        assert_eq!(shown, "Sealer { keys: [1, 2], .. }");
    }
}
