//! The push right after a commit, which makes a job start within milliseconds.

use std::time::Duration;

use domain::JobId;
use redis::RedisResult;

use crate::settings::{Queue, Settings};
use crate::transport::{HandOver, Transport};

/// How long the push may hold up its caller.
const PUSH_LIMIT: Duration = Duration::from_millis(300);

/// Hands committed jobs to Redis at once. It never fails: what it does not manage the relay does.
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
    pub fn with(transport: Transport) -> Self {
        Self { transport }
    }

    /// Pushes jobs of one queue that were just committed. Waits 300 ms at most; a job that is not due yet, a queue that is
    /// full and a Redis that is down are all left to the relay.
    pub async fn push_now(&self, queue: Queue, jobs: &[JobId]) {
        let hand_overs: Vec<_> = jobs.iter().map(|&id| HandOver { id, no: 0, urgent: false }).collect();
        self.push(queue, &hand_overs).await;
    }

    /// Pushes a job that was just committed and is urgent: it goes before those that wait in Redis already.
    pub async fn push_urgent(&self, queue: Queue, job: JobId) {
        self.push(queue, &[HandOver { id: job, no: 0, urgent: true }]).await;
    }

    async fn push(&self, queue: Queue, jobs: &[HandOver]) {
        let why = match tokio::time::timeout(PUSH_LIMIT, self.transport.push(queue, jobs)).await {
            Ok(Ok(_)) => return,
            Ok(Err(error)) => error.to_string(),
            Err(_) => "no answer in time".to_owned(),
        };
        metrics::counter!("jobs_push_failures_total", "queue" => queue.as_str()).increment(1);
        tracing::warn!(%queue, jobs = jobs.len(), error = why, "push failed; the relay will hand the jobs over");
    }
}
