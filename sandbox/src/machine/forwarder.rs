//! A port that forwards connections to a changeable target.

use std::sync::Arc;
use std::sync::atomic::{AtomicU16, Ordering};

use anyhow::{Context as _, Result};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

use super::ports::loopback;

/// A loopback port that forwards new connections to another port, like a host name or an address that a failover moves.
/// Open connections keep their target.
#[derive(Debug)]
pub struct Forwarder {
    target: Arc<AtomicU16>,
    accepting: JoinHandle<()>,
}

impl Forwarder {
    /// Forwards from `port` to the port `target`.
    ///
    /// # Errors
    /// The port is in use.
    pub async fn start(port: u16, target: u16) -> Result<Self> {
        let listener = TcpListener::bind(loopback(port)).await;
        let listener = listener.with_context(|| format!("cannot listen on port {port}"))?;
        let target = Arc::new(AtomicU16::new(target));
        let accepting = tokio::spawn(accept(listener, Arc::clone(&target)));
        Ok(Self { target, accepting })
    }

    /// Changes the target of new connections.
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
            let Ok(mut server) = TcpStream::connect(loopback(target)).await else { return };
            let _ = tokio::io::copy_bidirectional(&mut client, &mut server).await;
        });
    }
}
