//! Regular maintenance: promotes and purges tasks in Redis, and publishes the state of the queues as metrics.

use std::time::Duration;

use metrics::gauge;
use tokio::time::{Instant, MissedTickBehavior};
use tokio_util::sync::CancellationToken;

use crate::admin::{QueueAdmin, QueueStats};
use crate::settings::Queue;
use crate::transport::Transport;

const PROMOTE_INTERVAL: Duration = Duration::from_millis(250);
const PURGE_INTERVAL: Duration = Duration::from_secs(2);
const PUBLISH_INTERVAL: Duration = Duration::from_secs(5);
/// How long a finished task is remembered, so that a late second push of it is seen.
const DONE_RETENTION: Duration = Duration::from_secs(10);
/// How long an unreadable task is kept for somebody to look at.
const UNREADABLE_RETENTION: Duration = Duration::from_hours(7 * 24);

/// The maintenance loop of Redis.
pub(crate) struct Upkeep {
    pub(crate) transport: Transport,
    pub(crate) admin: QueueAdmin,
    /// This process's workers, by queue.
    pub(crate) workers: Vec<(Queue, String)>,
}

impl Upkeep {
    /// Runs until `stop`.
    pub(crate) async fn run(self, stop: CancellationToken) {
        let mut ticks = tokio::time::interval(PROMOTE_INTERVAL);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let (mut purged, mut published) = (Instant::now(), Instant::now());
        while stop.run_until_cancelled(ticks.tick()).await.is_some() {
            if let Err(error) = self.promote().await {
                // Redis is unreachable: the workers notice too, and the process ends
                tracing::warn!(%error, "tasks were not promoted");
                continue;
            }
            if purged.elapsed() >= PURGE_INTERVAL {
                purged = Instant::now();
                self.purge().await;
            }
            if published.elapsed() >= PUBLISH_INTERVAL {
                published = Instant::now();
                self.publish().await;
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

    async fn publish(&self) {
        match self.admin.queues().await {
            Ok(queues) => queues.iter().for_each(publish),
            Err(error) => tracing::warn!(%error, "the state of the queues was not published"),
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts of jobs stay far below 2^52")]
fn publish(stats: &QueueStats) {
    let queue = stats.queue.as_str();
    let set = |name: &'static str, value: f64| gauge!(name, "queue" => queue).set(value);
    set("jobs_ready", stats.ready as f64);
    set("jobs_running", stats.running as f64);
    set("jobs_delayed", stats.delayed as f64);
    set("jobs_dead", stats.dead as f64);
    set("jobs_oldest_seconds", stats.oldest_seconds);
    if let Some(workers) = &stats.workers {
        set("jobs_workers", workers.len() as f64);
    }
    if let Some(unreadable) = stats.unreadable {
        set("jobs_unreadable", unreadable as f64);
    }
}
