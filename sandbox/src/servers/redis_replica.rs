//! A replica of Redis that takes over when the primary ends, as a Sentinel or an operator does it.

use std::path::{Path, PathBuf};

use anyhow::Result;

use super::redis::Redis;
use crate::machine::forwarder::Forwarder;
use crate::machine::ports;

/// A replica and the address that leads to the primary.
#[derive(Debug)]
pub struct RedisReplica {
    replica: Redis,
    address: Forwarder,
    port: u16,
    /// Below it, each server has a directory named by its port.
    dir: PathBuf,
    log: PathBuf,
}

impl RedisReplica {
    /// Starts a primary, its replica and an address on `port` that leads to the primary.
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

    /// Returns the connection URL of whichever server is the primary.
    #[must_use]
    pub fn url(&self) -> String {
        format!("redis://127.0.0.1:{}", self.port)
    }

    /// Makes the replica the primary in place of one that ended, which starts again as the replica. What the replica had not
    /// received is lost.
    ///
    /// # Errors
    /// A server does not answer or start.
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
