//! Free loopback ports.

use std::hash::{BuildHasher as _, RandomState};
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::ops::Range;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU32, Ordering};

use anyhow::{Context as _, Result};

/// The first block of ports that a local product takes, when it is free.
const FIRST: u16 = 8400;
/// Ports from one block to the next.
const STEP: u16 = 20;
/// Blocks tried before any free ports are taken.
const BLOCKS: u16 = 20;

/// Where any free ports are looked for: below those that systems give to outgoing connections, which would take a port
/// between its choice and its use.
const ANY: Range<u16> = 10_000..32_000;

/// The next one to try. It begins elsewhere in each process, so that two that start together seldom meet.
static NEXT: LazyLock<AtomicU32> = LazyLock::new(|| {
    let [a, b, c, d, ..] = RandomState::new().hash_one(std::process::id()).to_ne_bytes();
    AtomicU32::new(u32::from_ne_bytes([a, b, c, d]))
});

/// A loopback port that nobody listens on, another one at each call.
///
/// # Errors
/// When the machine has none.
pub fn free() -> Result<u16> {
    let count = u32::from(ANY.end - ANY.start);
    (0..count)
        .map(|_| NEXT.fetch_add(1, Ordering::Relaxed) % count)
        .filter_map(|place| ANY.start.checked_add(u16::try_from(place).ok()?))
        .find(|port| is_free(*port))
        .context("no free port")
}

/// `count` ports side by side from a well-known block, so that addresses stay the same from start to start; any free
/// ports when every block is taken (by other copies of the product, for instance).
///
/// # Errors
/// When the machine has none.
pub fn block(count: usize) -> Result<Vec<u16>> {
    for number in 0..BLOCKS {
        let first = FIRST + number * STEP;
        let ports: Vec<u16> = (first..).take(count).collect();
        if ports.iter().all(|port| is_free(*port)) {
            return Ok(ports);
        }
    }
    (0..count).map(|_| free()).collect()
}

fn is_free(port: u16) -> bool {
    TcpListener::bind((Ipv4Addr::UNSPECIFIED, port)).is_ok()
}

/// The loopback address with `port`.
#[must_use]
pub fn loopback(port: u16) -> SocketAddr {
    SocketAddr::from((Ipv4Addr::LOCALHOST, port))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn free_ports_are_no_ones_and_never_the_same() -> Result<()> {
        let ports = (0..50).map(|_| free()).collect::<Result<Vec<_>>>()?;
        let held = ports.iter().map(|port| TcpListener::bind(loopback(*port))).collect::<Result<Vec<_>, _>>()?;
        assert_eq!(ports.iter().collect::<HashSet<_>>().len(), held.len());
        assert!(ports.iter().all(|port| ANY.contains(port)));
        Ok(())
    }

    #[test]
    fn a_taken_block_is_passed_over() -> Result<()> {
        let ports = block(3)?;
        let _held = TcpListener::bind(loopback(ports[1]))?;
        let other = block(3)?;
        assert!(!other.contains(&ports[1]));
        assert_eq!(other.len(), 3);
        Ok(())
    }
}
