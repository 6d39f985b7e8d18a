//! Encryption of values that must not be readable in a stolen database: AES-256-GCM with numbered keys, and keyed
//! hashes for lookups.
//!
//! A sealed value is a nonce of 12 random bytes, the ciphertext, and a tag of 16 bytes. The tag also authenticates the
//! value's `context`: a value that is moved to another column or to another tenant's row cannot be opened there.

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

/// The length of a nonce.
const NONCE_BYTES: usize = 12;

/// An encrypted value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sealed {
    /// The number of the key.
    pub key_id: i16,
    /// Nonce, ciphertext and tag.
    pub bytes: Vec<u8>,
}

/// The error of a value that cannot be opened: the key is missing, the value was changed, or the context differs.
#[derive(Debug, thiserror::Error)]
#[error("a value sealed with key {0} does not open")]
pub struct OpenError(i16);

/// Encrypts and decrypts values. Clones share the keys.
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
    /// Loads `SEAL_KEYS` (`1:{base64 of 32 bytes}[,2:…]`; the last one encrypts, all of them decrypt) and `CI_PEPPER`
    /// (base64 of 32 bytes).
    ///
    /// # Errors
    /// [`ConfigError`] when one is missing or invalid.
    pub fn load(env: &Env) -> Result<Self, ConfigError> {
        let invalid = |why: &str| ConfigError::invalid("SEAL_KEYS", why);
        let listed = env.secret("SEAL_KEYS")?;
        let mut by_id = BTreeMap::new();
        let mut newest = None;
        for part in listed.expose_secret().split(',') {
            let (id, key) = part.trim().split_once(':').ok_or_else(|| invalid("each key is {number}:{base64}"))?;
            let id = id.parse().ok().filter(|id| *id > 0_i16);
            let id = id.ok_or_else(|| invalid("a key's number is 1 to 32767"))?;
            let key = decode_key(key).ok_or_else(|| invalid("a key is the base64 of 32 bytes"))?;
            if by_id.insert(id, Aes256Gcm::new(&key.into())).is_some() {
                return Err(invalid("two keys have one number"));
            }
            newest = Some(id);
        }
        let newest = newest.ok_or_else(|| invalid("there is no key"))?;
        let pepper: SecretString = env.secret("CI_PEPPER")?;
        let pepper = decode_key(pepper.expose_secret())
            .ok_or_else(|| ConfigError::invalid("CI_PEPPER", "it is the base64 of 32 bytes"))?;
        let pepper =
            <Hmac<Sha256> as Mac>::new_from_slice(&pepper).map_err(|error| ConfigError::invalid("CI_PEPPER", error))?;
        Ok(Self(Arc::new(Keys { by_id, newest, pepper })))
    }

    /// Returns the number of the key that encrypts.
    #[must_use]
    pub fn newest_key(&self) -> i16 {
        self.0.newest
    }

    /// Encrypts a value for a context, which names its kind and owner.
    ///
    /// # Panics
    /// When the value is longer than 64 GiB.
    #[must_use]
    pub fn seal(&self, context: &str, value: &[u8], random: &Random) -> Sealed {
        let key_id = self.0.newest;
        let nonce = random.bytes::<NONCE_BYTES>();
        let payload = Payload { msg: value, aad: context.as_bytes() };
        let sealed =
            self.0.by_id[&key_id].encrypt(Nonce::from_slice(&nonce), payload).expect("a value of usual length");
        Sealed { key_id, bytes: [nonce.as_slice(), &sealed].concat() }
    }

    /// Decrypts a value that was sealed for a context.
    ///
    /// # Errors
    /// [`OpenError`] when the key is missing, or value or context differ.
    pub fn open(&self, context: &str, sealed: &Sealed) -> Result<Vec<u8>, OpenError> {
        let refused = || OpenError(sealed.key_id);
        let key = self.0.by_id.get(&sealed.key_id).ok_or_else(refused)?;
        let (nonce, rest) = sealed.bytes.split_at_checked(NONCE_BYTES).ok_or_else(refused)?;
        let payload = Payload { msg: rest, aad: context.as_bytes() };
        key.decrypt(Nonce::from_slice(nonce), payload).map_err(|_| refused())
    }

    /// Returns the keyed hash of a value in a context. Without the pepper, values cannot be guessed from it.
    #[must_use]
    pub fn hash(&self, context: &str, value: &str) -> [u8; 32] {
        let mut mac = self.0.pepper.clone();
        // the length separates context and value
        mac.update(&context.len().to_be_bytes());
        mac.update(context.as_bytes());
        mac.update(value.as_bytes());
        mac.finalize().into_bytes().into()
    }
}

fn decode_key(text: &str) -> Option<[u8; 32]> {
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
    fn value_opens_with_its_key_and_context_only() {
        let (keys, random) = (load(ONE, PEPPER).expect("keys"), Random::secure());
        let sealed = keys.seal("ci:1", b"secret", &random);
        assert_eq!(sealed.key_id, 1);
        assert_eq!(sealed.bytes.len(), NONCE_BYTES + 6 + 16);
        assert_eq!(keys.open("ci:1", &sealed).expect("opened"), b"secret");
        assert!(keys.open("ci:2", &sealed).is_err(), "another context");
        assert_ne!(keys.seal("ci:1", b"secret", &random), sealed, "two seals differ");
        for index in 0..sealed.bytes.len() {
            let mut changed = sealed.clone();
            changed.bytes[index] ^= 1;
            assert!(keys.open("ci:1", &changed).is_err(), "byte {index}");
        }
        let short = Sealed { bytes: vec![0; NONCE_BYTES - 1], ..sealed };
        assert!(keys.open("ci:1", &short).is_err());
    }

    #[test]
    fn last_key_seals_and_all_keys_open() {
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
    fn hash_depends_on_value_context_and_pepper() {
        let keys = load(ONE, PEPPER).expect("keys");
        let hash = keys.hash("ci:1", "CI");
        assert_eq!(load(BOTH, PEPPER).expect("keys").hash("ci:1", "CI"), hash, "new keys do not change hashes");
        assert_ne!(keys.hash("ci:2", "CI"), hash);
        assert_ne!(keys.hash("ci:1", "C"), hash);
        assert_ne!(keys.hash("ci:1C", "I"), hash);
        assert_ne!(load(ONE, &ONE[2..]).expect("keys").hash("ci:1", "CI"), hash);
    }

    #[test]
    fn invalid_keys_are_refused_and_hidden() {
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
