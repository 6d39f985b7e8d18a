//! The application's state.

use std::ops::Deref;
use std::sync::Arc;

use blob::Store;
use db::Database;
use domain::legal::Editions;
use queue::{Producer, QueueAdmin};
use runtime::config::{Environment, WebOrigin};
use runtime::seal::Sealer;
use runtime::{Random, SharedClock};
use tokio_util::sync::CancellationToken;

use crate::http::request_id::RequestIds;
use crate::http::{ConcurrencyLimit, TrustedProxies};
use crate::parties::Parties;
use crate::services::directory::Directory;
use crate::services::limiter::Limiter;
use crate::services::passwords::Passwords;
use crate::services::result_waiters::ResultWaiters;
use crate::services::trace_url::TraceUrl;

/// The application's state; cheap to clone.
#[derive(Clone, Debug)]
pub struct App(Arc<AppState>);

/// The parts of [`App`].
#[derive(Debug)]
pub struct AppState {
    /// The environment that the program runs in.
    pub environment: Environment,
    /// The origin (and path) that a `pictureUrl` is relative to.
    pub asset_host: String,
    /// The cached tenants.
    pub directory: Directory,
    /// The database.
    pub databases: Database,
    /// Object storage.
    pub store: Store,
    /// Pushes jobs to Redis.
    pub producer: Producer,
    /// The state of the queues.
    pub queues: QueueAdmin,
    /// The clients of other companies' systems.
    pub parties: Parties,
    /// Encrypts what must stay secret in a stolen database.
    pub sealer: Sealer,
    /// The origin of the web app.
    pub web_origin: WebOrigin,
    /// The editions of the terms.
    pub editions: Editions,
    /// The host of the operators' pages and calls.
    pub ops_host: String,
    /// The URL of a trace in the tracing UI.
    pub trace_url: Option<TraceUrl>,
    /// Our own proxies.
    pub trusted_proxies: TrustedProxies,
    /// The limit on the requests in work.
    pub concurrency_limit: ConcurrencyLimit,
    /// Rate limits.
    pub limiter: Limiter,
    /// Password hashing.
    pub passwords: Passwords,
    /// The requests that wait for a result.
    pub result_waiters: ResultWaiters,
    /// Generates request ids.
    pub request_ids: RequestIds,
    /// The clock.
    pub clock: SharedClock,
    /// The source of tokens, codes and keys.
    pub random: Random,
    /// Cancelled at shutdown, so that waiting requests end early.
    pub shutdown: CancellationToken,
}

impl App {
    /// Creates the state from its parts.
    #[must_use]
    pub fn new(parts: AppState) -> Self {
        Self(Arc::new(parts))
    }
}

impl Deref for App {
    type Target = AppState;

    fn deref(&self) -> &AppState {
        &self.0
    }
}
