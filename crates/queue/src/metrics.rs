//! The metrics of jobs: the counters of this process, and the state of the queues, which is the same in every process.

use metrics::{counter, gauge};
use runtime::metrics::{Metric, describe as describe_all};

use crate::admin::QueueStats;
use crate::jobs::KINDS;
use crate::settings::Queue;

pub(crate) const START_SECONDS: Metric = Metric::histogram(
    "hyeobom_jobs_start_seconds",
    "Seconds from when a job was due to the start of its attempt, by queue.",
);
pub(crate) const RUN_SECONDS: Metric =
    Metric::histogram("hyeobom_jobs_run_seconds", "Seconds that an attempt took, by queue.");
pub(crate) const ENDED: Metric = Metric::counter(
    "hyeobom_jobs_ended_total",
    "Attempts that ended, by kind and outcome: done, retried, dead, lost, unsupported or postponed.",
);
pub(crate) const PUSH_FAILURES: Metric = Metric::counter(
    "hyeobom_jobs_push_failures_total",
    "Jobs that were not pushed to Redis right after their commit, by queue; the relay pushes them later.",
);
pub(crate) const REPAIRED: Metric = Metric::counter(
    "hyeobom_jobs_repaired_total",
    "Jobs that Redis lost or a worker left behind, by queue and reason: worker_stopped and lost were put back, given_up \
     had no attempts left.",
);
pub(crate) const UNREADABLE_TASKS: Metric =
    Metric::counter("hyeobom_jobs_unreadable_total", "Tasks from Redis that could not be read, by queue.");

const RESTARTS: Metric = Metric::counter(
    "hyeobom_jobs_restarts_total",
    "How often the workers of this process ended, usually by an outage of Redis, and new ones were started.",
);

const PAUSED: Metric = Metric::gauge("hyeobom_jobs_paused", "1 while an operator pauses the queue, else 0.");
const READY: Metric = Metric::gauge("hyeobom_jobs_ready", "Jobs that are due and wait, by queue.");
const RUNNING: Metric = Metric::gauge("hyeobom_jobs_running", "Jobs that run, by queue.");
const DELAYED: Metric = Metric::gauge("hyeobom_jobs_delayed", "Jobs that wait for their time, by queue.");
const DEAD: Metric = Metric::gauge("hyeobom_jobs_dead", "Jobs that failed permanently, by queue.");
const OLDEST_SECONDS: Metric =
    Metric::gauge("hyeobom_jobs_oldest_seconds", "Seconds that the oldest due job has waited, by queue.");
const WORKERS: Metric = Metric::gauge(
    "hyeobom_jobs_workers",
    "Workers that send heartbeats, by queue; missing while Redis does not answer.",
);
const UNREADABLE: Metric = Metric::gauge(
    "hyeobom_jobs_unreadable",
    "Tasks in Redis that could not be read, by queue; missing while Redis does not answer.",
);

const PROCESS_METRICS: [Metric; 7] =
    [START_SECONDS, RUN_SECONDS, ENDED, PUSH_FAILURES, REPAIRED, UNREADABLE_TASKS, RESTARTS];
const QUEUE_METRICS: [Metric; 8] = [PAUSED, READY, RUNNING, DELAYED, DEAD, OLDEST_SECONDS, WORKERS, UNREADABLE];

/// Describes the metrics of a process that enqueues jobs, and starts each counter at 0: a rate needs a value before the
/// first failure.
pub fn start_producer() {
    describe_all(&PROCESS_METRICS);
    for queue in Queue::ALL {
        counter!(PUSH_FAILURES.name, "queue" => queue.as_str()).increment(0);
    }
}

/// Describes the metrics of a process that runs jobs, and starts each counter at 0.
pub(crate) fn start_runner() {
    describe_all(&PROCESS_METRICS);
    counter!(RESTARTS.name).increment(0);
    for queue in Queue::ALL {
        counter!(UNREADABLE_TASKS.name, "queue" => queue.as_str()).increment(0);
        for reason in ["worker_stopped", "lost", "given_up"] {
            counter!(REPAIRED.name, "queue" => queue.as_str(), "reason" => reason).increment(0);
        }
    }
    for kind in KINDS {
        for outcome in ["done", "retried", "dead", "lost", "unsupported", "postponed"] {
            counter!(ENDED.name, "kind" => kind, "outcome" => outcome).increment(0);
        }
    }
}

/// Counts that the workers of this process ended and new ones start.
pub(crate) fn count_restart() {
    counter!(RESTARTS.name).increment(1);
}

/// Sets the gauges of the queues in the current recorder.
#[expect(clippy::cast_precision_loss, reason = "counts of jobs stay far below 2^52")]
pub fn record_queues(queues: &[QueueStats]) {
    describe_all(&QUEUE_METRICS);
    for stats in queues {
        let queue = stats.queue.as_str();
        let set = |metric: Metric, value: f64| gauge!(metric.name, "queue" => queue).set(value);
        set(PAUSED, f64::from(u8::from(stats.is_paused)));
        set(READY, stats.ready as f64);
        set(RUNNING, stats.running as f64);
        set(DELAYED, stats.delayed as f64);
        set(DEAD, stats.dead as f64);
        set(OLDEST_SECONDS, stats.oldest_seconds);
        if let Some(workers) = &stats.workers {
            set(WORKERS, workers.len() as f64);
        }
        if let Some(unreadable) = stats.unreadable {
            set(UNREADABLE, unreadable as f64);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runner_counters_start_at_zero() {
        let text = runtime::metrics::render_once(start_runner);
        for counter in [
            r#"ended_total{kind="read_picture",outcome="unsupported"}"#,
            r#"ended_total{kind="read_picture",outcome="lost"}"#,
            r#"repaired_total{queue="payments",reason="given_up"}"#,
        ] {
            assert!(text.contains(&format!("hyeobom_jobs_{counter} 0\n")), "{counter}: {text}");
        }
    }
}
