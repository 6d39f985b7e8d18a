//! What every request can reach.

use std::ops::Deref;
use std::sync::Arc;

use blob::Store;
use db::Database;
use queue::Producer;
use runtime::config::{Environment, WebOrigin};
use runtime::seal::Sealer;
use runtime::{Random, SharedClock};
use tokio_util::sync::CancellationToken;

use crate::guard::directory::Directory;
use crate::guard::limiter::Limiter;
use crate::guard::passwords::Passwords;
use crate::http::request_id::RequestIds;
use crate::parties::Parties;
use crate::self_checks::readings::Readings;

/// What every request can reach; cheap to clone.
#[derive(Clone, Debug)]
pub struct App(Arc<Parts>);

/// The parts of [`App`].
#[derive(Debug)]
pub struct Parts {
    /// Where the program runs.
    pub environment: Environment,
    /// What browsers put before a `pictureUrl`.
    pub asset_host: String,
    /// The tenants.
    pub directory: Directory,
    /// Their rows.
    pub databases: Database,
    /// Object storage.
    pub store: Store,
    /// Hands jobs to Redis.
    pub producer: Producer,
    /// Outside parties.
    pub parties: Parties,
    /// Seals what may not be read from a stolen database.
    pub sealer: Sealer,
    /// Where people open the web app.
    pub web_origin: WebOrigin,
    /// Rate limits.
    pub limiter: Limiter,
    /// Password hashing.
    pub passwords: Passwords,
    /// The requests that wait for a photo to be read.
    pub readings: Readings,
    /// Ids for requests.
    pub request_ids: RequestIds,
    /// The time.
    pub clock: SharedClock,
    /// Randomness for tokens, codes and keys.
    pub random: Random,
    /// Cancelled when the program is to stop: waits end early.
    pub stopping: CancellationToken,
}

impl App {
    /// Puts the parts together.
    #[must_use]
    pub fn new(parts: Parts) -> Self {
        Self(Arc::new(parts))
    }
}

impl Deref for App {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}
