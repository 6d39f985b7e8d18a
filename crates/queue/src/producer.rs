//! The push right after a commit, with which a job starts within milliseconds.

use std::time::Duration;

use redis::RedisResult;

use crate::job::EnqueuedJob;
use crate::settings::Settings;
use crate::transport::{JobPush, Transport};

/// How long a push may delay its caller.
const PUSH_TIMEOUT: Duration = Duration::from_millis(300);

/// Hands committed jobs to Redis at once. It never fails: what does not arrive is left to the relay.
#[derive(Clone, Debug)]
pub struct Producer {
    transport: Transport,
}

impl Producer {
    /// A producer for the Redis at `url`, connected to at the first push; must be called in a tokio runtime.
    ///
    /// # Errors
    /// When `url` is not a Redis address.
    pub fn new(url: &str) -> RedisResult<Self> {
        Ok(Self { transport: Transport::lazy(url, Settings::default())? })
    }

    /// A producer that shares a connection.
    #[must_use]
    pub fn with_transport(transport: Transport) -> Self {
        Self { transport }
    }

    /// Pushes a job that was just committed. Waits 300 ms at most; a job that is not due yet, a full queue and an unreachable
    /// Redis are left to the relay.
    pub async fn push(&self, job: EnqueuedJob) {
        let EnqueuedJob { id, queue, urgent } = job;
        let pushes = [JobPush { id, no: 0, urgent }];
        let error = match tokio::time::timeout(PUSH_TIMEOUT, self.transport.push(queue, &pushes)).await {
            Ok(Ok(_)) => return,
            Ok(Err(error)) => error.to_string(),
            Err(_) => "no answer in time".to_owned(),
        };
        ::metrics::counter!(crate::metrics::PUSH_FAILURES.name, "queue" => queue.as_str()).increment(1);
        tracing::warn!(%queue, job = %id, error, "push failed; the relay will hand the job over");
    }
}
