//! A connection to Redis that finds the new primary after a failover.

use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use redis::aio::{ConnectionLike, ConnectionManager, ConnectionManagerConfig};
use redis::{Cmd, ErrorKind, Pipeline, RedisError, RedisFuture, RedisResult, ServerErrorKind, Value};

/// The pause between two replacements, so that a failover that lasts does not open a connection for each command.
const REPLACE_INTERVAL: Duration = Duration::from_millis(200);

/// A connection to Redis, shared by all clones, that is opened at its first use and comes back by itself.
///
/// redis' own manager replaces a connection that breaks. After a failover the old primary often stays reachable, as a
/// replica that refuses writes, and a server that is lost with its machine answers nothing: this type replaces those
/// connections too, and looks the address up anew.
#[derive(Clone)]
pub struct RedisConnection(Arc<Shared>);

struct Shared {
    client: redis::Client,
    limits: ConnectionManagerConfig,
    current: Mutex<Current>,
}

struct Current {
    manager: ConnectionManager,
    generation: u64,
    replaced_at: Option<Instant>,
}

impl std::fmt::Debug for RedisConnection {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // the client holds the password
        f.debug_struct("RedisConnection").finish_non_exhaustive()
    }
}

impl RedisConnection {
    /// A connection to the Redis at `url` (`redis://`, or `rediss://` for TLS). Must be called in a tokio runtime.
    ///
    /// # Errors
    /// When `url` is not a Redis address.
    pub fn lazy(url: &str, limits: ConnectionManagerConfig) -> RedisResult<Self> {
        let client = redis::Client::open(url)?;
        let manager = ConnectionManager::new_lazy_with_config(client.clone(), limits.clone())?;
        let current = Mutex::new(Current { manager, generation: 0, replaced_at: None });
        Ok(Self(Arc::new(Shared { client, limits, current })))
    }

    fn current(&self) -> (ConnectionManager, u64) {
        let current = self.0.current.lock();
        (current.manager.clone(), current.generation)
    }

    /// Replaces the connection of this generation, unless that has happened or happened a moment ago.
    fn replace(&self, generation: u64) {
        let mut current = self.0.current.lock();
        let is_recent = current.replaced_at.is_some_and(|at| at.elapsed() < REPLACE_INTERVAL);
        if current.generation != generation || is_recent {
            return;
        }
        match ConnectionManager::new_lazy_with_config(self.0.client.clone(), self.0.limits.clone()) {
            Ok(manager) => {
                tracing::warn!("Redis refuses writes or does not answer: connecting anew");
                *current = Current { manager, generation: generation + 1, replaced_at: Some(Instant::now()) };
            }
            Err(error) => tracing::error!(%error, "cannot connect to Redis anew"),
        }
    }
}

impl ConnectionLike for RedisConnection {
    fn req_packed_command<'a>(&'a mut self, command: &'a Cmd) -> RedisFuture<'a, Value> {
        Box::pin(async move {
            let (mut manager, generation) = self.current();
            let answer = manager.send_packed_command(command).await;
            let is_refused = match &answer {
                Ok(answer) => is_refusal(answer),
                Err(error) => is_refused_write(error),
            };
            if is_refused {
                self.replace(generation);
                // the refused command had no effect
                return self.current().0.send_packed_command(command).await;
            }
            if answer.as_ref().is_err_and(RedisError::is_timeout) {
                self.replace(generation);
            }
            answer
        })
    }

    fn req_packed_commands<'a>(
        &'a mut self,
        pipeline: &'a Pipeline,
        offset: usize,
        count: usize,
    ) -> RedisFuture<'a, Vec<Value>> {
        Box::pin(async move {
            let (mut manager, generation) = self.current();
            let answers = manager.send_packed_commands(pipeline, offset, count).await;
            let must_replace = match &answers {
                Ok(answers) => answers.iter().any(is_refusal),
                Err(error) => is_refused_write(error) || error.is_timeout(),
            };
            if must_replace {
                self.replace(generation);
            }
            answers
        })
    }

    fn get_db(&self) -> i64 {
        self.current().0.get_db()
    }
}

/// Whether a command was refused because the server is a replica, or one that lost its primary. Redis 6 reports the
/// refusal of a script's command in the text of another error.
fn is_refused_write(error: &RedisError) -> bool {
    match error.kind() {
        ErrorKind::Server(ServerErrorKind::ReadOnly | ServerErrorKind::MasterDown) => true,
        ErrorKind::Server(ServerErrorKind::ResponseError) => {
            error.detail().is_some_and(|text| text.contains("READONLY"))
        }
        _ => false,
    }
}

fn is_refusal(answer: &Value) -> bool {
    match answer {
        Value::ServerError(error) => is_refused_write(&RedisError::from(error.clone())),
        _ => false,
    }
}
