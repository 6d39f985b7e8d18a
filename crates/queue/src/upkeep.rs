//! Regular maintenance: promotes and purges tasks in Redis.

use std::time::Duration;

use tokio::time::{Instant, MissedTickBehavior};
use tokio_util::sync::CancellationToken;

use crate::settings::Queue;
use crate::transport::Transport;

const PROMOTE_INTERVAL: Duration = Duration::from_millis(250);
const PURGE_INTERVAL: Duration = Duration::from_secs(2);
/// How long a finished task is remembered, so that a late duplicate push is detected.
const DONE_RETENTION: Duration = Duration::from_secs(10);
/// How long an unreadable task is kept for inspection.
const UNREADABLE_RETENTION: Duration = Duration::from_hours(7 * 24);

/// The maintenance loop of Redis.
pub(crate) struct Upkeep {
    pub(crate) transport: Transport,
    /// This process's workers, by queue.
    pub(crate) workers: Vec<(Queue, String)>,
}

impl Upkeep {
    /// Runs until `stop`.
    pub(crate) async fn run(self, stop: CancellationToken) {
        let mut ticks = tokio::time::interval(PROMOTE_INTERVAL);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut purged = Instant::now();
        while stop.run_until_cancelled(ticks.tick()).await.is_some() {
            if let Err(error) = self.promote().await {
                // Redis is unreachable: the workers fail too, and the process ends
                tracing::warn!(%error, "tasks were not promoted");
                continue;
            }
            if purged.elapsed() >= PURGE_INTERVAL {
                purged = Instant::now();
                self.purge().await;
            }
        }
    }

    async fn promote(&self) -> redis::RedisResult<()> {
        for queue in Queue::ALL {
            self.transport.promote(queue).await?;
        }
        Ok(())
    }

    async fn purge(&self) {
        for (queue, worker) in &self.workers {
            let purged = self.transport.purge(*queue, DONE_RETENTION, UNREADABLE_RETENTION).await;
            let expiring = self.transport.expire_metadata(*queue, worker).await;
            if let Err(error) = purged.and(expiring) {
                tracing::warn!(%error, %queue, "finished tasks were not purged");
            }
        }
    }
}
