//! The signals that end a program.

use anyhow::Result;
use nix::sys::signal::Signal;
use tokio::signal::unix::{Signal as Stream, SignalKind, signal};

/// Ctrl-C, a polite kill, and the terminal's end.
pub struct Ending {
    interrupt: Stream,
    terminate: Stream,
    hangup: Stream,
}

impl Ending {
    /// Starts to listen: from here on none of them ends the program by itself.
    ///
    /// # Errors
    /// When a handler cannot be set.
    pub fn listen() -> Result<Self> {
        Ok(Self {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
            hangup: signal(SignalKind::hangup())?,
        })
    }

    /// Waits for one of them.
    pub async fn next(&mut self) -> Signal {
        tokio::select! {
            _ = self.interrupt.recv() => Signal::SIGINT,
            _ = self.terminate.recv() => Signal::SIGTERM,
            _ = self.hangup.recv() => Signal::SIGHUP,
        }
    }
}
