//! The headers `X-Request-Id` and `Prefer`.

use std::time::Duration;

use api::http::Wait;
use api::http::request_id::{HEADER, RequestIds};
use axum::http::{HeaderMap, HeaderValue};
use runtime::Random;

#[test]
fn malformed_request_id_is_replaced() {
    let ids = RequestIds::new(&Random::seeded(1));
    let assign = |value: &[u8]| {
        let mut headers = HeaderMap::new();
        headers.insert(HEADER, HeaderValue::from_bytes(value).expect("a header"));
        ids.from_headers(&headers).as_str().to_owned()
    };
    assert_eq!(assign(b"0af76519-16cd43dd"), "0af76519-16cd43dd");
    for bad in [&b"short"[..], b"with space in it", b"new\tline...", &[b'a'; 65], "한글한글한글".as_bytes()] {
        let made = assign(bad);
        assert!(made.len() == 25 && made.is_ascii(), "{made}");
    }
    assert_ne!(ids.from_headers(&HeaderMap::new()).as_str(), ids.from_headers(&HeaderMap::new()).as_str());
}

#[test]
fn wait_is_parsed_and_bounded() {
    let wait = |text: &'static str| {
        let mut headers = HeaderMap::new();
        headers.insert("prefer", HeaderValue::from_static(text));
        Wait::from_headers(&headers).0.as_secs()
    };
    assert_eq!(wait("wait=5"), 5);
    assert_eq!(wait("respond-async, wait=5"), 5);
    assert_eq!(wait("wait=999"), 15);
    assert_eq!(wait("wait=-1"), 0);
    assert_eq!(wait("wait"), 0);
    assert_eq!(Wait::from_headers(&HeaderMap::new()).0, Duration::ZERO);
}
