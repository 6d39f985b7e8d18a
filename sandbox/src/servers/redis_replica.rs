//! A replica of Redis that takes over when the primary ends, as with a Sentinel or an operator.

use std::path::{Path, PathBuf};

use anyhow::Result;

use super::redis::Redis;
use crate::machine::forwarder::Forwarder;
use crate::machine::ports;

/// A replica, and the address of the current primary.
#[derive(Debug)]
pub struct RedisReplica {
    replica: Redis,
    address: Forwarder,
    port: u16,
    /// The directory with one subdirectory per server, named by its port.
    dir: PathBuf,
    log: PathBuf,
}

impl RedisReplica {
    /// Starts a primary, its replica, and an address on `port` that forwards to the primary.
    ///
    /// # Errors
    /// A server does not start, or the port is in use.
    pub async fn start(dir: PathBuf, log: PathBuf, port: u16) -> Result<(Redis, Self)> {
        let [one, two] = [ports::find_free()?, ports::find_free()?];
        let primary = start(&dir, &log, one).await?;
        let replica = start(&dir, &log, two).await?;
        replica.set_primary(Some(one)).await?;
        let address = Forwarder::start(port, one).await?;
        Ok((primary, Self { replica, address, port, dir, log }))
    }

    /// Returns the connection URL of the current primary.
    #[must_use]
    pub fn url(&self) -> String {
        format!("redis://127.0.0.1:{}", self.port)
    }

    /// Promotes the replica in place of a primary that ended, and restarts the latter as the replica. Data that the
    /// replica had not received is lost.
    ///
    /// # Errors
    /// A server does not respond or start.
    pub async fn replace(&mut self, primary: &mut Redis) -> Result<()> {
        if !self.replica.child().is_alive() {
            self.replica = start(&self.dir, &self.log, self.replica.port()).await?;
        }
        self.replica.set_primary(None).await?;
        self.address.set_target(self.replica.port());
        std::mem::swap(primary, &mut self.replica);
        self.replica = start(&self.dir, &self.log, self.replica.port()).await?;
        self.replica.set_primary(Some(primary.port())).await
    }
}

async fn start(dir: &Path, log: &Path, port: u16) -> Result<Redis> {
    Redis::start(&dir.join(port.to_string()), log, port).await
}
