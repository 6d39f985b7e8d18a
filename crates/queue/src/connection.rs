//! A connection to Redis that finds the new primary after a failover.

use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use redis::aio::{ConnectionLike, ConnectionManager, ConnectionManagerConfig};
use redis::{Client, Cmd, ErrorKind, Pipeline, RedisError, RedisFuture, RedisResult, ServerErrorKind, Value};

use crate::source::Source;

/// The minimum time between two replacements, so that a long failover does not open a connection for each command.
const REPLACE_INTERVAL: Duration = Duration::from_millis(200);
/// How often the sentinels are queried for the primary. A server that fails together with its machine does not close
/// its connections.
const WATCH_INTERVAL: Duration = Duration::from_secs(2);

/// A Redis connection, shared by all clones. It opens at its first use and reconnects by itself.
///
/// redis' own manager replaces a connection that breaks. After a failover, however, the old primary often stays
/// reachable as a replica that refuses writes, and a server that failed with its machine never responds. This type
/// replaces those connections too, after it resolved the address again or queried the sentinels.
#[derive(Clone)]
pub struct RedisConnection(Arc<Shared>);

struct Shared {
    source: Source,
    limits: ConnectionManagerConfig,
    current: Mutex<Option<CurrentConnection>>,
}

struct CurrentConnection {
    manager: ConnectionManager,
    client: Client,
    generation: u64,
    replaced_at: Option<Instant>,
}

impl std::fmt::Debug for RedisConnection {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // the client contains the password
        f.debug_struct("RedisConnection").finish_non_exhaustive()
    }
}

impl RedisConnection {
    /// Creates a connection to `url`, in the forms of `REDIS_URL` (`docs/operations/install.md`). Must be called in a
    /// tokio runtime.
    ///
    /// # Errors
    /// When `url` is not a Redis address.
    pub fn lazy(url: &str, limits: ConnectionManagerConfig) -> RedisResult<Self> {
        let source = Source::parse(url)?;
        let is_watched = matches!(source, Source::Sentinels(_));
        let shared = Arc::new(Shared { source, limits, current: Mutex::new(None) });
        if is_watched {
            tokio::spawn(watch(Arc::downgrade(&shared)));
        }
        Ok(Self(shared))
    }

    /// Returns a client of the primary, for connections of another kind such as subscriptions.
    pub(crate) async fn find_primary(&self) -> RedisResult<Client> {
        self.0.source.find_primary().await
    }

    /// Returns the connection and its generation, and opens it at the first call.
    async fn current(&self) -> RedisResult<(ConnectionManager, u64)> {
        let opened = || self.0.current.lock().as_ref().map(|current| (current.manager.clone(), current.generation));
        if let Some(current) = opened() {
            return Ok(current);
        }
        let client = self.0.source.find_primary().await?;
        self.0.switch_to(client)?;
        opened().ok_or_else(|| RedisError::from((ErrorKind::Io, "no connection")))
    }

    /// Replaces the connection of this generation, unless it was replaced already or a moment ago.
    async fn replace(&self, generation: u64) {
        let is_replaced = self.0.current.lock().as_ref().is_none_or(|current| {
            let is_recent = current.replaced_at.is_some_and(|at| at.elapsed() < REPLACE_INTERVAL);
            current.generation != generation || is_recent
        });
        if is_replaced {
            return;
        }
        tracing::warn!("Redis refuses writes or does not reply: connecting again");
        let replaced = match self.0.source.find_primary().await {
            Ok(client) => self.0.install(client, Some(generation)),
            Err(error) => Err(error),
        };
        if let Err(error) = replaced {
            tracing::error!(%error, "cannot connect to Redis again");
        }
    }
}

impl Shared {
    /// Connects to a primary unless the current connection has its address.
    fn switch_to(&self, client: Client) -> RedisResult<()> {
        let address = client.get_connection_info().addr().clone();
        let old = self
            .current
            .lock()
            .as_ref()
            .map(|current| (current.generation, *current.client.get_connection_info().addr() == address));
        match old {
            Some((_, true)) => Ok(()),
            Some((generation, false)) => {
                tracing::warn!("the sentinels name another primary: connecting to it");
                self.install(client, Some(generation))
            }
            None => self.install(client, None),
        }
    }

    /// Installs a new connection if the current one still has generation `old` (none: not connected yet).
    fn install(&self, client: Client, old: Option<u64>) -> RedisResult<()> {
        let mut current = self.current.lock();
        if current.as_ref().map(|current| current.generation) != old {
            return Ok(());
        }
        let manager = ConnectionManager::new_lazy_with_config(client.clone(), self.limits.clone())?;
        let (generation, replaced_at) = (old.map_or(0, |old| old + 1), old.map(|_| Instant::now()));
        *current = Some(CurrentConnection { manager, client, generation, replaced_at });
        Ok(())
    }
}

/// Follows the primary that the sentinels name, until the connection is dropped.
async fn watch(shared: Weak<Shared>) {
    loop {
        tokio::time::sleep(WATCH_INTERVAL).await;
        let Some(shared) = shared.upgrade() else { return };
        let followed = match shared.source.find_primary().await {
            Ok(client) => shared.switch_to(client),
            Err(error) => Err(error),
        };
        if let Err(error) = followed {
            tracing::debug!(%error, "the primary is not known");
        }
    }
}

impl ConnectionLike for RedisConnection {
    fn req_packed_command<'a>(&'a mut self, command: &'a Cmd) -> RedisFuture<'a, Value> {
        Box::pin(async move {
            let (mut manager, generation) = self.current().await?;
            let reply = manager.send_packed_command(command).await;
            let is_refused = match &reply {
                Ok(reply) => is_refusal(reply),
                Err(error) => is_refused_write(error),
            };
            if is_refused {
                self.replace(generation).await;
                // the refused command had no effect
                return self.current().await?.0.send_packed_command(command).await;
            }
            if reply.as_ref().is_err_and(RedisError::is_timeout) {
                self.replace(generation).await;
            }
            reply
        })
    }

    fn req_packed_commands<'a>(
        &'a mut self,
        pipeline: &'a Pipeline,
        offset: usize,
        count: usize,
    ) -> RedisFuture<'a, Vec<Value>> {
        Box::pin(async move {
            let (mut manager, generation) = self.current().await?;
            let replies = manager.send_packed_commands(pipeline, offset, count).await;
            let must_replace = match &replies {
                Ok(replies) => replies.iter().any(is_refusal),
                Err(error) => is_refused_write(error) || error.is_timeout(),
            };
            if must_replace {
                self.replace(generation).await;
            }
            replies
        })
    }

    fn get_db(&self) -> i64 {
        self.0.current.lock().as_ref().map_or(0, |current| current.manager.get_db())
    }
}

/// Returns whether a server refused a command because it is a replica, possibly one that lost its primary. Redis 6
/// reports the refusal of a script's command in the text of another error.
fn is_refused_write(error: &RedisError) -> bool {
    match error.kind() {
        ErrorKind::Server(ServerErrorKind::ReadOnly | ServerErrorKind::MasterDown) => true,
        ErrorKind::Server(ServerErrorKind::ResponseError) => {
            error.detail().is_some_and(|text| text.contains("READONLY"))
        }
        _ => false,
    }
}

fn is_refusal(reply: &Value) -> bool {
    match reply {
        Value::ServerError(error) => is_refused_write(&RedisError::from(error.clone())),
        _ => false,
    }
}
