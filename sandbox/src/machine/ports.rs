//! Free loopback ports.

use std::hash::{BuildHasher as _, RandomState};
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::ops::Range;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU32, Ordering};

use anyhow::{Context as _, Result};

/// The first port of the first block.
const FIRST_BLOCK_PORT: u16 = 8400;
/// The distance between the first ports of two blocks.
const BLOCK_SIZE: u16 = 20;
/// Number of blocks to try before single free ports are used.
const MAX_BLOCKS: u16 = 20;

/// The range of single free ports. It is below the ephemeral range, from which an outgoing connection could take a port
/// before it is bound.
const PORT_RANGE: Range<u16> = 10_000..32_000;

/// The offset of the next port to try. It starts at a random value in each process, so that two processes rarely try the
/// same port.
static NEXT_OFFSET: LazyLock<AtomicU32> = LazyLock::new(|| {
    let [a, b, c, d, ..] = RandomState::new().hash_one(std::process::id()).to_ne_bytes();
    AtomicU32::new(u32::from_ne_bytes([a, b, c, d]))
});

/// Returns a loopback port that nothing listens on, a different one at each call.
///
/// # Errors
/// No port is free.
pub fn find_free() -> Result<u16> {
    let count = u32::from(PORT_RANGE.end - PORT_RANGE.start);
    (0..count)
        .map(|_| NEXT_OFFSET.fetch_add(1, Ordering::Relaxed) % count)
        .filter_map(|offset| PORT_RANGE.start.checked_add(u16::try_from(offset).ok()?))
        .find(|port| is_free(*port))
        .context("no free port")
}

/// Returns `count` consecutive ports from a fixed block, so that URLs stay the same between starts. Returns any free
/// ports if every block is in use, for example by other copies of the product.
///
/// # Errors
/// Too few ports are free.
pub fn find_block(count: usize) -> Result<Vec<u16>> {
    for number in 0..MAX_BLOCKS {
        let first = FIRST_BLOCK_PORT + number * BLOCK_SIZE;
        let ports: Vec<u16> = (first..).take(count).collect();
        if ports.iter().all(|port| is_free(*port)) {
            return Ok(ports);
        }
    }
    (0..count).map(|_| find_free()).collect()
}

fn is_free(port: u16) -> bool {
    TcpListener::bind((Ipv4Addr::UNSPECIFIED, port)).is_ok()
}

/// Returns the loopback address with `port`.
#[must_use]
pub fn loopback(port: u16) -> SocketAddr {
    SocketAddr::from((Ipv4Addr::LOCALHOST, port))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn free_ports_are_unused_and_distinct() -> Result<()> {
        let ports = (0..50).map(|_| find_free()).collect::<Result<Vec<_>>>()?;
        let held = ports.iter().map(|port| TcpListener::bind(loopback(*port))).collect::<Result<Vec<_>, _>>()?;
        assert_eq!(ports.iter().collect::<HashSet<_>>().len(), held.len());
        assert!(ports.iter().all(|port| PORT_RANGE.contains(port)));
        Ok(())
    }

    #[test]
    fn block_in_use_is_skipped() -> Result<()> {
        let ports = find_block(3)?;
        let _held = TcpListener::bind(loopback(ports[1]))?;
        let other = find_block(3)?;
        assert!(!other.contains(&ports[1]));
        assert_eq!(other.len(), 3);
        Ok(())
    }
}
