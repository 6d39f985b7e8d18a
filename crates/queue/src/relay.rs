//! Hands due jobs over to Redis, in order of priority, up to a depth.

use std::sync::Arc;
use std::time::Duration;

use db::SystemDb;
use domain::JobId;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use crate::Error;
use crate::job::NORMAL_PRIORITY;
use crate::settings::{Queue, Settings};
use crate::transport::{HandOver, Transport};

/// Jobs handed over in one transaction.
const BATCH_SIZE: i64 = 500;
/// Pause while the transport is full.
const FULL_PAUSE: Duration = Duration::from_millis(50);
/// How long a push, which holds the batch's row locks, may take.
const PUSH_TIMEOUT: Duration = Duration::from_secs(2);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Left {
    Nothing,
    More,
    Full,
}

/// The loop between the database and Redis; any number of them may run at a time.
#[derive(Clone)]
pub(crate) struct Relay {
    pub(crate) db: SystemDb,
    pub(crate) transport: Transport,
    pub(crate) settings: Settings,
    pub(crate) wake: Arc<Notify>,
}

impl Relay {
    /// Runs until `stop`.
    pub(crate) async fn run(self, stop: CancellationToken) {
        while !stop.is_cancelled() {
            let pause = match self.round().await {
                Ok(Left::More) => continue,
                Ok(Left::Full) => FULL_PAUSE,
                Ok(Left::Nothing) => self.settings.relay_interval,
                Err(error) => {
                    tracing::warn!(%error, "relay cannot hand jobs over");
                    self.settings.relay_interval
                }
            };
            tokio::select! {
                () = stop.cancelled() => {}
                () = self.wake.notified() => {}
                () = tokio::time::sleep(pause) => {}
            }
        }
    }

    async fn round(&self) -> Result<Left, Error> {
        let mut left = Left::Nothing;
        for queue in Queue::ALL {
            left = left.max(self.hand_over(queue).await?);
        }
        Ok(left)
    }

    async fn hand_over(&self, queue: Queue) -> Result<Left, Error> {
        let mut tx = self.db.begin().await?;
        let due = sqlx::query!(
            "
            select id, enqueue_no, priority from jobs
            where queue = $1 and state = 'queued' and enqueued_at is null
                and run_at <= now() and created_at <= now() - make_interval(secs => $2)
            order by priority, run_at, id
            limit $3
            for no key update skip locked
            ",
            queue.as_str(),
            self.settings.relay_grace.as_secs_f64(),
            BATCH_SIZE,
        )
        .fetch_all(tx.connection())
        .await?;
        if due.is_empty() {
            return Ok(Left::Nothing);
        }
        let hand_over = |id, no, priority| HandOver { id: JobId::new(id), no, urgent: priority < NORMAL_PRIORITY };
        let jobs: Vec<_> = due.iter().map(|row| hand_over(row.id, row.enqueue_no, row.priority)).collect();
        let held = tokio::time::timeout(PUSH_TIMEOUT, self.transport.push(queue, &jobs))
            .await
            .map_err(|_| Error::RedisTimeout)??;
        let ids: Vec<_> = due.iter().take(held).map(|row| row.id).collect();
        sqlx::query!("update jobs set enqueued_at = now() where id = any($1)", &ids).execute(tx.connection()).await?;
        tx.commit().await?;
        tracing::debug!(%queue, jobs = held, "handed over");
        Ok(if held < jobs.len() {
            Left::Full
        } else if i64::try_from(held).unwrap_or(BATCH_SIZE) < BATCH_SIZE {
            Left::Nothing
        } else {
            Left::More
        })
    }
}
