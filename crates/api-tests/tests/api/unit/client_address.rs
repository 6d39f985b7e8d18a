//! The client's address behind our proxies.

use std::net::{IpAddr, Ipv4Addr};

use api::http::{ClientAddress, TrustedProxies};
use axum::http::{HeaderMap, HeaderName, HeaderValue};

fn client_address(proxies: &str, peer: &str, forwarded: &[&'static str]) -> String {
    let mut headers = HeaderMap::new();
    for line in forwarded {
        headers.append("x-forwarded-for", HeaderValue::from_static(line));
    }
    let proxies: TrustedProxies = proxies.parse().expect("networks");
    proxies.client_address(peer.parse().expect("an address"), &headers).0.to_string()
}

#[test]
fn forwarded_for_counts_behind_named_proxies() {
    let own = "10.0.0.0/24, 10.9.9.9, fd00::/8";
    assert_eq!(client_address(own, "203.0.113.9", &["198.51.100.1"]), "203.0.113.9");
    assert_eq!(client_address(own, "10.0.0.2", &["198.51.100.1"]), "198.51.100.1");
    assert_eq!(client_address(own, "10.0.0.2", &["1.1.1.1, 198.51.100.1, 10.9.9.9"]), "198.51.100.1");
    assert_eq!(client_address(own, "10.0.0.2", &["1.1.1.1", "198.51.100.1"]), "198.51.100.1");
    assert_eq!(client_address(own, "10.0.0.2", &["1.1.1.1, nonsense"]), "10.0.0.2");
    assert_eq!(client_address(own, "fd00::7", &["1.1.1.1, [2001:db8::1]:443"]), "2001:db8::1");
    assert_eq!(client_address(own, "::ffff:10.0.0.2", &["198.51.100.1:4711"]), "198.51.100.1");
    assert_eq!(client_address(own, "10.0.0.2", &[]), "10.0.0.2");
}

/// A private address is not trusted as a proxy, because any machine in the same network has one.
#[test]
fn forwarded_for_of_others_is_ignored() {
    let loopback = TrustedProxies::default();
    let headers =
        HeaderMap::from_iter([(HeaderName::from_static("x-forwarded-for"), HeaderValue::from_static("198.51.100.1"))]);
    for peer in ["10.0.0.2", "192.168.0.4", "172.17.0.1", "fd00::1", "169.254.1.1"] {
        let peer = peer.parse().expect("an address");
        assert_eq!(loopback.client_address(peer, &headers).0, peer);
    }
    let local = IpAddr::V4(Ipv4Addr::LOCALHOST);
    assert_eq!(loopback.client_address(local, &headers).0.to_string(), "198.51.100.1");
    // the next proxy must be configured, too
    assert_eq!(client_address("10.0.0.2", "10.0.0.2", &["1.1.1.1, 10.0.0.3"]), "10.0.0.3");
}

#[test]
fn networks_that_cannot_be_read_are_refused() {
    for text in ["", "10.0.0.0/33", "proxy.hyeobom.kr", "10.0.0.0/24,", "0.0.0.0/0", "::/0"] {
        assert!(text.parse::<TrustedProxies>().is_err(), "{text:?}");
    }
}

#[test]
fn ipv6_counts_by_network() {
    let network = |text: &str| ClientAddress(text.parse().expect("an address")).network();
    assert_eq!(network("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::/64");
    assert_eq!(network("2001:db8:1:2::1"), "2001:db8:1:2::/64");
    assert_ne!(network("2001:db8:1:3::1"), network("2001:db8:1:2::1"));
    assert_eq!(network("203.0.113.9"), "203.0.113.9");
}
