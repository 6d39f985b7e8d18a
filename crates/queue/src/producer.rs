//! Pushes jobs right after their commit, so that they start within milliseconds.

use std::time::Duration;

use redis::RedisResult;

use crate::job::EnqueuedJob;
use crate::settings::Settings;
use crate::transport::{JobPush, Transport};

/// The maximum delay that a push adds to its caller.
const PUSH_TIMEOUT: Duration = Duration::from_millis(300);

/// Pushes committed jobs to Redis at once. It never fails: the relay pushes what does not arrive.
#[derive(Clone, Debug)]
pub struct Producer {
    transport: Transport,
}

impl Producer {
    /// Creates a producer for the Redis at `url`, which connects at the first push. Must be called in a tokio runtime.
    ///
    /// # Errors
    /// When `url` is not a Redis address.
    pub fn new(url: &str) -> RedisResult<Self> {
        Ok(Self { transport: Transport::lazy(url, Settings::default())? })
    }

    /// Creates a producer that shares a connection.
    #[must_use]
    pub fn with_transport(transport: Transport) -> Self {
        Self { transport }
    }

    /// Pushes a job that was just committed. Waits at most 300 ms. The relay later pushes jobs that are not due yet,
    /// jobs that do not fit, and jobs whose push failed.
    pub async fn push(&self, job: EnqueuedJob) {
        let EnqueuedJob { id, queue, urgent } = job;
        let pushes = [JobPush { id, no: 0, urgent }];
        let error = match tokio::time::timeout(PUSH_TIMEOUT, self.transport.push(queue, &pushes)).await {
            Ok(Ok(_)) => return,
            Ok(Err(error)) => error.to_string(),
            Err(_) => "no answer in time".to_owned(),
        };
        ::metrics::counter!(crate::metrics::PUSH_FAILURES.name, "queue" => queue.as_str()).increment(1);
        tracing::warn!(%queue, job = %id, error, "push failed; the relay will push the job");
    }
}
