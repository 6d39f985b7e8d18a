//! A port that forwards connections to a changeable target.

use sandbox::machine::{forwarder, ports};

/// A free loopback port that forwards new connections to another port, like a host name or an address that a failover
/// moves. Open connections keep their target.
#[derive(Debug)]
pub struct Forwarder {
    port: u16,
    forwarder: forwarder::Forwarder,
}

impl Forwarder {
    /// Forwards to `target`.
    ///
    /// # Panics
    /// No port is free.
    pub async fn start(target: u16) -> Self {
        let port = ports::find_free().expect("a free port");
        Self { port, forwarder: forwarder::Forwarder::start(port, target).await.expect("the port is free") }
    }

    /// Returns the port.
    #[must_use]
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// Changes the target of new connections.
    pub fn set_target(&self, port: u16) {
        self.forwarder.set_target(port);
    }
}
