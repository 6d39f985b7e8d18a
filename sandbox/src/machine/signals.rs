//! The signals that shut a program down.

use anyhow::Result;
use nix::sys::signal::Signal;
use tokio::signal::unix::{Signal as Stream, SignalKind, signal};

/// SIGINT, SIGTERM and SIGHUP.
pub struct ShutdownSignals {
    interrupt: Stream,
    terminate: Stream,
    hangup: Stream,
}

impl ShutdownSignals {
    /// Installs the handlers. After this call the signals no longer end the program.
    ///
    /// # Errors
    /// A handler cannot be installed.
    pub fn listen() -> Result<Self> {
        Ok(Self {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
            hangup: signal(SignalKind::hangup())?,
        })
    }

    /// Waits for the next signal.
    pub async fn recv(&mut self) -> Signal {
        tokio::select! {
            _ = self.interrupt.recv() => Signal::SIGINT,
            _ = self.terminate.recv() => Signal::SIGTERM,
            _ = self.hangup.recv() => Signal::SIGHUP,
        }
    }
}
