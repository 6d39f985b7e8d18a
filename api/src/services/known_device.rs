//! Device cookies, by which browsers are recognised in which an account signed in before.
//!
//! As in OWASP's "Slow Down Online Guessing Attacks with Device Cookies": wrong passwords from unknown browsers are
//! limited for the account together, wrong passwords from a known browser for that browser alone. Thus guessing cannot
//! lock an owner out of a known device. The owner is also notified of a sign-in from an unknown browser. The cookie is
//! encrypted, and the server does not store it.

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::TimeDelta;
use domain::{LoginUserId, TenantId};
use http::{HeaderMap, HeaderValue};
use runtime::Random;
use runtime::seal::{Sealed, Sealer};
use sha2::{Digest as _, Sha256};

use crate::http::cookie::HostCookie;

/// How long a browser stays known after a sign-in.
const LIFETIME: TimeDelta = TimeDelta::days(365);
/// The accounts that a browser remembers: those of a family.
const MAX_ACCOUNTS: usize = 5;
/// The number of bytes that identify an account.
const ACCOUNT_BYTES: usize = 8;
/// The number of bytes that identify a browser.
const ID_BYTES: usize = 16;

/// The cookie. It is sent on redirects from other sites, because social sign-ins end with one.
const COOKIE: HostCookie =
    HostCookie { local_name: "knownDevice", host_name: "__Host-knownDevice", attributes: "HttpOnly; SameSite=Lax" };

type AccountHash = [u8; ACCOUNT_BYTES];

/// A browser and the accounts that signed in there.
#[derive(Clone)]
pub struct KnownDevice {
    id: [u8; ID_BYTES],
    accounts: Vec<AccountHash>,
}

impl fmt::Debug for KnownDevice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("KnownDevice").field("accounts", &self.accounts.len()).finish_non_exhaustive()
    }
}

impl KnownDevice {
    /// Reads the cookie of a request. Returns `None` for another tenant's or a forged cookie, and for several ones.
    #[must_use]
    pub fn read(keys: &Sealer, tenant: TenantId, headers: &HeaderMap, request_host: &str) -> Option<Self> {
        let value = COOKIE.read(headers, request_host)?;
        let bytes = URL_SAFE_NO_PAD.decode(value).ok()?;
        let (key_id, rest) = bytes.split_first_chunk::<2>()?;
        let sealed = Sealed { key_id: i16::from_be_bytes(*key_id), bytes: rest.to_vec() };
        let plain = keys.open(&context(tenant), &sealed).ok()?;
        let (id, accounts) = plain.split_first_chunk::<ID_BYTES>()?;
        Some(Self { id: *id, accounts: accounts.as_chunks::<ACCOUNT_BYTES>().0.to_vec() })
    }

    /// Creates a device without known accounts.
    #[must_use]
    pub fn new(random: &Random) -> Self {
        Self { id: random.bytes(), accounts: Vec::new() }
    }

    /// Returns whether an account signed in here before.
    #[must_use]
    pub fn contains(&self, login: &LoginUserId) -> bool {
        self.accounts.contains(&hash_account(login))
    }

    /// Records that an account signed in. The account whose sign-in was the longest ago is dropped.
    pub fn insert(&mut self, login: &LoginUserId) {
        let hash = hash_account(login);
        self.accounts.retain(|known| *known != hash);
        self.accounts.truncate(MAX_ACCOUNTS - 1);
        self.accounts.insert(0, hash);
    }

    /// Returns the `Set-Cookie` value that stores the device.
    #[must_use]
    pub fn cookie(&self, keys: &Sealer, tenant: TenantId, random: &Random, request_host: &str) -> HeaderValue {
        let plain = [self.id.as_slice(), self.accounts.as_flattened()].concat();
        let sealed = keys.seal(&context(tenant), &plain, random);
        let value = URL_SAFE_NO_PAD.encode([sealed.key_id.to_be_bytes().as_slice(), &sealed.bytes].concat());
        COOKIE.set(&value, LIFETIME, request_host)
    }

    /// Returns the device as a rate limit's subject.
    #[must_use]
    pub fn subject(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.id)
    }
}

fn context(tenant: TenantId) -> String {
    format!("known device of tenant {tenant}")
}

/// Returns a part of the hash of a sign-in name. It can be short, because the cookie is encrypted.
fn hash_account(login: &LoginUserId) -> AccountHash {
    let hash = Sha256::digest(login.key());
    std::array::from_fn(|index| hash[index])
}

#[cfg(test)]
mod tests {
    use runtime::config::Env;

    use super::*;

    const HOST: &str = "a.kr";

    fn keys() -> Sealer {
        let key = "AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=";
        let numbered = format!("1:{key}");
        let pairs = [("HYEOBOM_ENVIRONMENT", "local"), ("SEAL_KEYS", &numbered), ("CI_PEPPER", key)];
        Sealer::load(&Env::from_pairs(pairs).expect("a known environment")).expect("keys")
    }

    fn login(text: &str) -> LoginUserId {
        LoginUserId::parse(text).expect("a name")
    }

    /// Returns the request headers of a browser that keeps a cookie.
    fn to_request_headers(set_cookie: &HeaderValue) -> HeaderMap {
        let pair = set_cookie.to_str().expect("text").split(';').next().expect("a pair").to_owned();
        HeaderMap::from_iter([(http::header::COOKIE, pair.parse().expect("a header"))])
    }

    #[test]
    fn device_knows_its_last_accounts_only() {
        let (keys, random, tenant) = (keys(), Random::seeded(1), TenantId::new(1));
        let mut device = KnownDevice::new(&random);
        for text in ["first1", "second", "third3", "fourth", "fifth5", "second", "sixth6"] {
            device.insert(&login(text));
        }
        let headers = to_request_headers(&device.cookie(&keys, tenant, &random, HOST));
        let read = KnownDevice::read(&keys, tenant, &headers, HOST).expect("the device");
        assert_eq!(read.subject(), device.subject());
        let known =
            ["first1", "second", "third3", "fourth", "fifth5", "SIXTH6"].map(|text| read.contains(&login(text)));
        assert_eq!(known, [false, true, true, true, true, true]);
    }

    #[test]
    fn forged_foreign_or_second_cookie_is_no_device() {
        let (keys, random, tenant) = (keys(), Random::seeded(1), TenantId::new(1));
        let cookie = KnownDevice::new(&random).cookie(&keys, tenant, &random, HOST);
        assert!(cookie.to_str().expect("text").starts_with("__Host-knownDevice="), "{cookie:?}");
        let headers = to_request_headers(&cookie);
        assert!(KnownDevice::read(&keys, tenant, &headers, HOST).is_some());
        assert!(KnownDevice::read(&keys, TenantId::new(2), &headers, HOST).is_none(), "another tenant's");
        assert!(KnownDevice::read(&keys, tenant, &headers, "one.localhost").is_none(), "the name of another host");
        let mut two = headers.clone();
        two.append(
            http::header::COOKIE,
            to_request_headers(&KnownDevice::new(&random).cookie(&keys, tenant, &random, HOST))["cookie"].clone(),
        );
        assert!(KnownDevice::read(&keys, tenant, &two, HOST).is_none(), "two of one name");
        for forged in ["", "x", "AAAA", &"A".repeat(80)] {
            let headers = to_request_headers(&format!("__Host-knownDevice={forged}").parse().expect("a header"));
            assert!(KnownDevice::read(&keys, tenant, &headers, HOST).is_none(), "{forged}");
        }
    }
}
