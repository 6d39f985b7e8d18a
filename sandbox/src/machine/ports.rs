//! Free loopback ports.

use std::net::{Ipv4Addr, SocketAddr, TcpListener};

use anyhow::{Context as _, Result};

/// The first block of ports that a local product takes, when it is free.
const FIRST: u16 = 8400;
/// Ports from one block to the next.
const STEP: u16 = 20;
/// Blocks tried before any free ports are taken.
const BLOCKS: u16 = 20;

/// A loopback port that nobody listens on.
///
/// # Errors
/// When the machine has none.
pub fn free() -> Result<u16> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).context("no free port")?;
    Ok(listener.local_addr()?.port())
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
    let held: Vec<TcpListener> =
        (0..count).map(|_| TcpListener::bind((Ipv4Addr::LOCALHOST, 0))).collect::<Result<_, _>>()?;
    held.iter().map(|listener| Ok(listener.local_addr()?.port())).collect()
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
    use super::*;

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
