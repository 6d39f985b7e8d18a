//! A port that forwards connections to a server that can be changed.

use sandbox::machine::{forwarder, ports};

/// A free loopback port that forwards new connections to another port, as a name or an address that a failover moves.
/// Connections that are open stay where they are.
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

    /// Forwards connections from now on to another port.
    pub fn set_target(&self, port: u16) {
        self.forwarder.set_target(port);
    }
}
