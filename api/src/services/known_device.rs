//! Device cookies, by which browsers are recognized in which an account signed in before.
//!
//! As in OWASP's "Slow Down Online Guessing Attacks with Device Cookies": wrong passwords from unknown browsers are
//! limited for the account together, wrong passwords from a known browser for that browser alone. So guessing cannot
//! lock an owner out of a known device. Patients are also notified of a sign-in from an unknown browser. The cookie is
//! encrypted, and the server does not store it. Patients and staff have a cookie each.

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
/// The number of bytes that identify an account.
const ACCOUNT_BYTES: usize = 8;
/// The number of bytes that identify a browser.
const ID_BYTES: usize = 16;

/// The cookie of patients. It is sent on redirects from other sites, because social sign-ins end with one.
const PATIENT_COOKIE: HostCookie =
    HostCookie { local_name: "knownDevice", host_name: "__Host-knownDevice", attributes: "HttpOnly; SameSite=Lax" };
/// The cookie of staff, who sign in on pages of the tenant only.
const STAFF_COOKIE: HostCookie = HostCookie {
    local_name: "knownStaffDevice",
    host_name: "__Host-knownStaffDevice",
    attributes: "HttpOnly; SameSite=Strict",
};

type AccountHash = [u8; ACCOUNT_BYTES];

/// Whose accounts a browser remembers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeviceKind {
    /// Those of patients.
    Patient,
    /// Those of clinics' staff.
    Staff,
}

impl DeviceKind {
    const fn cookie(self) -> HostCookie {
        match self {
            Self::Patient => PATIENT_COOKIE,
            Self::Staff => STAFF_COOKIE,
        }
    }

    /// Returns how many accounts a browser remembers: those of a family, or of the staff who share a workstation.
    const fn max_accounts(self) -> usize {
        match self {
            Self::Patient => 5,
            Self::Staff => 20,
        }
    }

    /// Returns the context that the cookie is sealed for.
    fn context(self, tenant: TenantId) -> String {
        match self {
            Self::Patient => format!("known device of tenant {tenant}"),
            Self::Staff => format!("known staff device of tenant {tenant}"),
        }
    }
}

/// A browser and the accounts that signed in there.
#[derive(Clone)]
pub struct KnownDevice {
    kind: DeviceKind,
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
    pub fn read(
        kind: DeviceKind,
        keys: &Sealer,
        tenant: TenantId,
        headers: &HeaderMap,
        request_host: &str,
    ) -> Option<Self> {
        let value = kind.cookie().read(headers, request_host)?;
        let bytes = URL_SAFE_NO_PAD.decode(value).ok()?;
        let (key_id, rest) = bytes.split_first_chunk::<2>()?;
        let sealed = Sealed { key_id: i16::from_be_bytes(*key_id), bytes: rest.to_vec() };
        let plain = keys.open(&kind.context(tenant), &sealed).ok()?;
        let (id, accounts) = plain.split_first_chunk::<ID_BYTES>()?;
        Some(Self { kind, id: *id, accounts: accounts.as_chunks::<ACCOUNT_BYTES>().0.to_vec() })
    }

    /// Creates a device without known accounts.
    #[must_use]
    pub fn new(kind: DeviceKind, random: &Random) -> Self {
        Self { kind, id: random.bytes(), accounts: Vec::new() }
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
        self.accounts.truncate(self.kind.max_accounts() - 1);
        self.accounts.insert(0, hash);
    }

    /// Returns the `Set-Cookie` value that stores the device.
    #[must_use]
    pub fn cookie(&self, keys: &Sealer, tenant: TenantId, random: &Random, request_host: &str) -> HeaderValue {
        let plain = [self.id.as_slice(), self.accounts.as_flattened()].concat();
        let sealed = keys.seal(&self.kind.context(tenant), &plain, random);
        let value = URL_SAFE_NO_PAD.encode([sealed.key_id.to_be_bytes().as_slice(), &sealed.bytes].concat());
        self.kind.cookie().set(&value, LIFETIME, request_host)
    }

    /// Returns the device as a rate limit's subject.
    #[must_use]
    pub fn subject(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.id)
    }
}

/// Returns a part of the hash of a sign-in name. It can be short, because the cookie is encrypted.
fn hash_account(login: &LoginUserId) -> AccountHash {
    let hash = Sha256::digest(login.key());
    std::array::from_fn(|index| hash[index])
}
