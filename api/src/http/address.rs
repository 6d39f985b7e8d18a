//! The client's address, for rate limits and consents.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use axum::extract::{ConnectInfo, FromRequestParts};
use http::HeaderMap;
use http::request::Parts;

/// The client's address behind our own proxies.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct ClientAddress(pub IpAddr);

impl ClientAddress {
    /// Returns the peer's address. When the peer is one of our proxies (on a private network), returns the last address in
    /// `X-Forwarded-For` that is not: entries further left were written by the client and cannot be trusted.
    #[must_use]
    pub fn from_peer(peer: Option<IpAddr>, headers: &HeaderMap) -> Self {
        let peer = peer.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST)).to_canonical();
        let mut address = peer;
        if is_private(peer) {
            let lines = headers.get_all("x-forwarded-for").iter().rev().filter_map(|line| line.to_str().ok());
            let entries = lines.flat_map(|line| line.rsplit(','));
            for entry in entries {
                let Ok(hop) = entry.trim().parse::<IpAddr>() else { break };
                address = hop.to_canonical();
                if !is_private(address) {
                    break;
                }
            }
        }
        Self(address)
    }
}

fn is_private(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => address.is_loopback() || address.is_private(),
        IpAddr::V6(address) => address.is_loopback() || address.is_unique_local(),
    }
}

impl<S: Sync> FromRequestParts<S> for ClientAddress {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(address)| address.ip());
        Ok(Self::from_peer(peer, &parts.headers))
    }
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    fn client_address(peer: &str, forwarded: &[&'static str]) -> String {
        let mut headers = HeaderMap::new();
        for line in forwarded {
            headers.append("x-forwarded-for", HeaderValue::from_static(line));
        }
        ClientAddress::from_peer(Some(peer.parse().expect("an address")), &headers).0.to_string()
    }

    #[test]
    fn forwarded_for_counts_behind_proxies_only() {
        assert_eq!(client_address("203.0.113.9", &["198.51.100.1"]), "203.0.113.9");
        assert_eq!(client_address("10.0.0.2", &["198.51.100.1"]), "198.51.100.1");
        assert_eq!(client_address("10.0.0.2", &["1.1.1.1, 198.51.100.1, 10.0.0.7"]), "198.51.100.1");
        assert_eq!(client_address("10.0.0.2", &["1.1.1.1", "198.51.100.1"]), "198.51.100.1");
        assert_eq!(client_address("10.0.0.2", &["1.1.1.1, nonsense"]), "10.0.0.2");
        assert_eq!(client_address("127.0.0.1", &[]), "127.0.0.1");
        assert_eq!(client_address("::ffff:203.0.113.9", &[]), "203.0.113.9");
    }
}
