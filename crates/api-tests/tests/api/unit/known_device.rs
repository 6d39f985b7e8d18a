//! Cookies of known devices.

use api::services::known_device::{DeviceKind, KnownDevice};
use axum::http::{HeaderMap, HeaderValue, header};
use domain::{LoginUserId, TenantId};
use runtime::Random;
use runtime::config::Env;
use runtime::seal::Sealer;

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
    HeaderMap::from_iter([(header::COOKIE, pair.parse().expect("a header"))])
}

#[test]
fn device_knows_its_last_accounts_only() {
    let (keys, random, tenant) = (keys(), Random::seeded(1), TenantId::new(1));
    let mut device = KnownDevice::new(DeviceKind::Patient, &random);
    for text in ["first1", "second", "third3", "fourth", "fifth5", "second", "sixth6"] {
        device.insert(&login(text));
    }
    let headers = to_request_headers(&device.cookie(&keys, tenant, &random, HOST));
    let read = KnownDevice::read(DeviceKind::Patient, &keys, tenant, &headers, HOST).expect("the device");
    assert_eq!(read.subject(), device.subject());
    let known = ["first1", "second", "third3", "fourth", "fifth5", "SIXTH6"].map(|text| read.contains(&login(text)));
    assert_eq!(known, [false, true, true, true, true, true]);
}

#[test]
fn forged_foreign_or_second_cookie_is_no_device() {
    let (keys, random, tenant) = (keys(), Random::seeded(1), TenantId::new(1));
    let new_cookie = || KnownDevice::new(DeviceKind::Patient, &random).cookie(&keys, tenant, &random, HOST);
    let read = |tenant: TenantId, headers: &HeaderMap, host: &str| {
        KnownDevice::read(DeviceKind::Patient, &keys, tenant, headers, host)
    };
    let cookie = new_cookie();
    assert!(cookie.to_str().expect("text").starts_with("__Host-knownDevice="), "{cookie:?}");
    let headers = to_request_headers(&cookie);
    assert!(read(tenant, &headers, HOST).is_some());
    assert!(read(TenantId::new(2), &headers, HOST).is_none(), "another tenant's");
    assert!(read(tenant, &headers, "one.localhost").is_none(), "the name of another host");
    let mut two = headers.clone();
    two.append(header::COOKIE, to_request_headers(&new_cookie())["cookie"].clone());
    assert!(read(tenant, &two, HOST).is_none(), "two of one name");
    for forged in ["", "x", "AAAA", &"A".repeat(80)] {
        let headers = to_request_headers(&format!("__Host-knownDevice={forged}").parse().expect("a header"));
        assert!(read(tenant, &headers, HOST).is_none(), "{forged}");
    }
}

#[test]
fn patients_cookie_is_no_device_of_staff() {
    let (keys, random, tenant) = (keys(), Random::seeded(1), TenantId::new(1));
    let cookie = KnownDevice::new(DeviceKind::Patient, &random).cookie(&keys, tenant, &random, HOST);
    let renamed = cookie.to_str().expect("text").replace("__Host-knownDevice=", "__Host-knownStaffDevice=");
    let headers = to_request_headers(&renamed.parse().expect("a header"));
    assert!(KnownDevice::read(DeviceKind::Staff, &keys, tenant, &headers, HOST).is_none());
    let own = KnownDevice::new(DeviceKind::Staff, &random).cookie(&keys, tenant, &random, HOST);
    let headers = to_request_headers(&own);
    assert!(KnownDevice::read(DeviceKind::Staff, &keys, tenant, &headers, HOST).is_some());
}
