//! The host that a request was sent to.

use api::http::host::{is_local, is_same, strip_port};

#[test]
fn strip_port_keeps_ipv6_addresses() {
    assert_eq!(strip_port("a.example:8080"), "a.example");
    assert_eq!(strip_port("a.example"), "a.example");
    assert_eq!(strip_port("[::1]:80"), "[::1]");
    assert_eq!(strip_port("[::1]"), "[::1]");
}

#[test]
fn same_host_is_found_in_any_case() {
    assert!(is_same("Ops.Hyeobom.KR.", "ops.hyeobom.kr"));
    assert!(!is_same("ops.hyeobom.kr.evil.kr", "ops.hyeobom.kr") && !is_same("", "ops.hyeobom.kr"));
}

#[test]
fn is_local_matches_loopback_names_only() {
    for host in ["localhost", "b.localhost", "LOCALHOST", "127.0.0.1", "[::1]"] {
        assert!(is_local(host), "{host}");
    }
    for host in ["localhost.example.com", "notlocalhost", "127.0.0.1.example.com", "10.0.0.1", ""] {
        assert!(!is_local(host), "{host}");
    }
}
