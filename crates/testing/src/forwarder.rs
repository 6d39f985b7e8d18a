//! A port that forwards connections to a server that can be changed.

use std::sync::Arc;
use std::sync::atomic::{AtomicU16, Ordering};

use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

/// A loopback port that forwards new connections to another port, as a name or an address that a failover moves.
/// Connections that are open stay where they are.
#[derive(Debug)]
pub struct Forwarder {
    port: u16,
    target: Arc<AtomicU16>,
    accepting: JoinHandle<()>,
}

impl Forwarder {
    /// Forwards to `target`.
    ///
    /// # Panics
    /// No port is free.
    pub async fn start(target: u16) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let port = listener.local_addr().expect("an address").port();
        let target = Arc::new(AtomicU16::new(target));
        let accepting = tokio::spawn(accept(listener, Arc::clone(&target)));
        Self { port, target, accepting }
    }

    /// Returns the port.
    #[must_use]
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// Forwards connections from now on to another port.
    pub fn set_target(&self, port: u16) {
        self.target.store(port, Ordering::SeqCst);
    }
}

impl Drop for Forwarder {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}

async fn accept(listener: TcpListener, target: Arc<AtomicU16>) {
    while let Ok((mut client, _)) = listener.accept().await {
        let target = target.load(Ordering::SeqCst);
        tokio::spawn(async move {
            let Ok(mut server) = TcpStream::connect(("127.0.0.1", target)).await else { return };
            let _ = tokio::io::copy_bidirectional(&mut client, &mut server).await;
        });
    }
}
