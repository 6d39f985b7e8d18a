//! The client's address, for rate limits and logs.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::str::FromStr;

use axum::extract::{ConnectInfo, FromRequestParts};
use http::request::Parts;
use http::{Extensions, HeaderMap};
use ipnet::{IpNet, Ipv4Net};

/// The number of network bits in an IPv6 address. A household has at least one such network.
const IPV6_NETWORK_BITS: u32 = 64;

/// The networks of our own proxies, whose `X-Forwarded-For` is trusted.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct TrustedProxies(Vec<IpNet>);

impl Default for TrustedProxies {
    /// Trusts this machine only.
    fn default() -> Self {
        let ipv4 = Ipv4Net::new_assert(Ipv4Addr::new(127, 0, 0, 0), 8);
        Self(vec![ipv4.into(), IpAddr::V6(Ipv6Addr::LOCALHOST).into()])
    }
}

impl FromStr for TrustedProxies {
    type Err = &'static str;

    /// Parses addresses and networks such as `10.0.0.7, 10.1.0.0/16, fd00::/8`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let networks = text.split(',').map(|entry| {
            let entry = entry.trim();
            entry.parse::<IpNet>().or_else(|_| entry.parse::<IpAddr>().map(IpNet::from))
        });
        let networks: Vec<IpNet> =
            networks.collect::<Result<_, _>>().map_err(|_| "it must be networks such as 10.1.0.0/16, after commas")?;
        if networks.iter().any(|network| network.prefix_len() == 0) {
            return Err("a network of every address would let everybody name her own");
        }
        Ok(Self(networks))
    }
}

impl TrustedProxies {
    /// Returns the address of the client. When the peer is one of our proxies, that is the last address in
    /// `X-Forwarded-For` that is not a proxy's. The client can forge entries further left.
    #[must_use]
    pub fn client_address(&self, peer: IpAddr, headers: &HeaderMap) -> ClientAddress {
        let mut address = peer.to_canonical();
        let lines = headers.get_all("x-forwarded-for").iter().rev().filter_map(|line| line.to_str().ok());
        let mut entries = lines.flat_map(|line| line.rsplit(','));
        while self.contains(address) {
            let Some(hop) = entries.next().and_then(parse_hop) else { break };
            address = hop;
        }
        ClientAddress(address)
    }

    fn contains(&self, address: IpAddr) -> bool {
        self.0.iter().any(|network| network.contains(&address))
    }
}

/// Parses an entry of `X-Forwarded-For`. Some proxies add the port.
fn parse_hop(entry: &str) -> Option<IpAddr> {
    let entry = entry.trim();
    let address = entry.parse().or_else(|_| entry.parse().map(|address: SocketAddr| address.ip()));
    address.ok().map(|address| address.to_canonical())
}

/// The client's address behind our own proxies.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct ClientAddress(pub IpAddr);

impl ClientAddress {
    /// Returns the subject of a rate limit: the address, or the /64 network of an IPv6 address, because one machine can
    /// use all addresses of it.
    #[must_use]
    pub fn network(self) -> String {
        match self.0 {
            IpAddr::V4(address) => address.to_string(),
            IpAddr::V6(address) => {
                let network = address.to_bits() >> (u128::BITS - IPV6_NETWORK_BITS);
                format!("{}/{IPV6_NETWORK_BITS}", Ipv6Addr::from_bits(network << (u128::BITS - IPV6_NETWORK_BITS)))
            }
        }
    }
}

/// Returns the address of the peer, or the loopback address for a request without a connection.
#[must_use]
pub fn peer(extensions: &Extensions) -> IpAddr {
    let peer = extensions.get::<ConnectInfo<SocketAddr>>();
    peer.map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |ConnectInfo(address)| address.ip())
}

impl<S: Sync> FromRequestParts<S> for ClientAddress {
    type Rejection = Infallible;

    /// Returns the address that the middleware determined.
    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(parts.extensions.get().copied().unwrap_or_else(|| Self(peer(&parts.extensions))))
    }
}
