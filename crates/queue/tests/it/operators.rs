//! The operators' views and actions, against real servers and worker processes.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use domain::JobId;
use queue::admin::{
    self, BulkAction, BulkActionState, JobAction, JobFilter, JobState, NewBulkAction, find_bulk, insert_bulk, list_jobs,
};
use queue::{NewJob, Queue, Schedule, sweep_finished};
use testing::eventually;

use crate::cluster::TestCluster;
use crate::worker::{EndAs, Ending, WriteEffect};

const TIMEOUT: Duration = Duration::from_secs(30);

impl TestCluster {
    /// Inserts `count` jobs that ended in a state with an error, in which `$n` stands for the number of each.
    async fn insert_ended(&self, kind: &str, state: &str, error: &str, count: i64) {
        let inserted = sqlx::query(
            "insert into jobs (tenant_id, queue, kind, version, payload, state, finished_at, last_error, error_group, attempts)
             select $1, 'maintenance', $2, 2, jsonb_build_object('ending', 'Nothing', 'delay_ms', 0), $3, now(),
                replace($4, '$n', n::text),
                case when $3 = 'dead' then job_error_group(replace($4, '$n', n::text)) end, 5
             from generate_series(1, $5) as n",
        );
        let inserted = inserted.bind(self.tenant.get()).bind(kind).bind(state).bind(error).bind(count);
        inserted.execute(&self.owner).await.expect("jobs");
    }

    async fn start_bulk(&self, action: JobAction, filter: &JobFilter) -> i64 {
        let new = NewBulkAction { action, filter, operator: "admin01", reason: "the provider is back" };
        insert_bulk(&mut self.system().await, &new).await.expect("an action")
    }

    async fn find_bulk(&self, id: i64) -> BulkAction {
        find_bulk(&mut self.system().await, id).await.expect("a result").expect("the action")
    }

    async fn wait_for_bulk(&self, id: i64) -> BulkAction {
        eventually("the end of the action", TIMEOUT, async || self.find_bulk(id).await.state == BulkActionState::Done)
            .await;
        self.find_bulk(id).await
    }

    async fn now(&self) -> DateTime<Utc> {
        sqlx::query_scalar("select now()").fetch_one(&self.owner).await.expect("the time")
    }

    async fn count_events(&self, event: &str) -> i64 {
        let counted = sqlx::query_scalar("select count(*) from job_events where event = $1").bind(event);
        counted.fetch_one(&self.owner).await.expect("a count")
    }

    /// Returns the ids of the matching jobs, and how many there are.
    async fn find_ids(&self, filter: &JobFilter) -> (Vec<i64>, i64) {
        let page = list_jobs(&mut self.system().await, filter, None, 50).await.expect("a page");
        (page.jobs.into_iter().map(|job| job.id).collect(), page.count.jobs)
    }
}

fn in_state(state: JobState) -> JobFilter {
    JobFilter { state: Some(state), ..JobFilter::default() }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn paused_queue_runs_and_loses_nothing() {
    let cluster = TestCluster::with_short_intervals().await;
    // more than run concurrently, so that Redis holds the rest when the queue is paused
    cluster.enqueue_many(WriteEffect { delay_ms: 400 }, 300).await;
    let worker = cluster.start_worker().await;
    eventually("a running job", TIMEOUT, async || cluster.count_jobs("running").await > 0).await;
    let mut conn = cluster.system().await;
    assert!(admin::pause(&mut conn, Queue::Maintenance, "admin01", "the store is slow").await.expect("paused"));
    assert!(!admin::pause(&mut conn, Queue::Maintenance, "admin01", "again").await.expect("a result"));
    eventually("the end of the running jobs", TIMEOUT, async || cluster.count_jobs("running").await == 0).await;
    let done = cluster.count_jobs("done").await;
    assert!((1..300).contains(&done), "{done}");
    // an urgent job waits too, and a restart changes nothing
    cluster.enqueue(NewJob::new(WriteEffect { delay_ms: 0 }).urgent()).await;
    worker.kill();
    tokio::time::sleep(Duration::from_secs(3)).await;
    assert_eq!(cluster.count_jobs("done").await, done);
    let stats = cluster.admin.queues().await.expect("stats");
    let paused: Vec<_> = stats.iter().filter(|stats| stats.is_paused).map(|stats| stats.queue).collect();
    assert_eq!(paused, [Queue::Maintenance]);

    assert!(admin::resume(&mut conn, Queue::Maintenance).await.expect("resumed"));
    assert!(!admin::resume(&mut conn, Queue::Maintenance).await.expect("a result"));
    cluster.wait_for_jobs("done", 301, TIMEOUT).await;
    assert_eq!(cluster.count_effects().await, (301, 301));
    assert_eq!(cluster.count_events("repaired").await, 0, "a pause is no fault");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bulk_retry_survives_crash() {
    let cluster = TestCluster::with_short_intervals().await;
    cluster.insert_ended("end_as", "dead", "timeout after $n ms", 4_000).await;
    let worker = cluster.start_worker().await;
    let filter = JobFilter { error: Some("timeout after # ms".to_owned()), ..in_state(JobState::Dead) };
    let id = cluster.start_bulk(JobAction::Retry, &filter).await;
    eventually("a first batch", TIMEOUT, async || cluster.find_bulk(id).await.done > 0).await;
    worker.kill();
    let killed_at = cluster.find_bulk(id).await;
    assert!(killed_at.state == BulkActionState::Running && killed_at.done < 4_000, "{killed_at:?}");
    let ended = cluster.wait_for_bulk(id).await;
    assert_eq!((ended.total, ended.done, ended.skipped), (Some(4_000), 4_000, 0));
    assert_eq!(cluster.count_events("requeued").await, 4_000, "each once");
    cluster.wait_for_jobs("done", 4_000, TIMEOUT).await;
    assert!(worker.start_count() > 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bulk_touches_only_what_matches() {
    let cluster = TestCluster::with_short_intervals().await;
    cluster.insert_ended("end_as", "dead", "refused", 120).await;
    cluster.insert_ended("end_as", "dead", "timeout", 30).await;
    cluster.insert_ended("write_effect", "dead", "refused", 40).await;
    cluster.insert_ended("end_as", "done", "", 10).await;
    let canceled = cluster.start_bulk(JobAction::Delete, &in_state(JobState::Done)).await;
    assert!(admin::cancel_bulk(&mut cluster.system().await, canceled).await.expect("canceled"));
    let later =
        JobFilter { kind: Some("end_as".to_owned()), error: Some("refused".to_owned()), ..JobFilter::default() };
    let id = cluster.start_bulk(JobAction::Delete, &later).await;
    // enqueued after the request, so not touched
    cluster.insert_ended("end_as", "dead", "refused", 5).await;
    let _worker = cluster.start_worker().await;
    let ended = cluster.wait_for_bulk(id).await;
    assert_eq!((ended.total, ended.done, ended.skipped), (Some(120), 120, 0));
    assert_eq!((cluster.count_jobs("dead").await, cluster.count_jobs("done").await), (75, 10));
    assert_eq!(cluster.find_bulk(canceled).await.state, BulkActionState::Canceled);

    // of jobs with the same unique key the newest is retried, the others stay
    let keyed = "update jobs set unique_key = 'sweep' where state = 'dead' and kind = 'write_effect'";
    sqlx::query(keyed).execute(&cluster.owner).await.expect("keys");
    let kind = JobFilter { kind: Some("write_effect".to_owned()), ..JobFilter::default() };
    let id = cluster.start_bulk(JobAction::Retry, &kind).await;
    let ended = cluster.wait_for_bulk(id).await;
    assert_eq!((ended.total, ended.done, ended.skipped), (Some(40), 1, 39));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bulk_actions_change_only_allowed_states() {
    let cluster = TestCluster::with_short_intervals().await;
    let _worker = cluster.start_worker().await;
    let in_one_hour = cluster.now().await + TimeDelta::hours(1);
    let waiting = NewJob::new(WriteEffect { delay_ms: 0 }).at(in_one_hour);
    let waiting = cluster.enqueue_without_push(waiting).await.id;
    let running = cluster.enqueue(WriteEffect { delay_ms: 8_000 }).await;
    cluster.wait_for_jobs("running", 1, TIMEOUT).await;
    for state in ["done", "dead", "canceled"] {
        cluster.insert_ended("write_effect", state, "refused", 1).await;
    }
    let of_kind = JobFilter { kind: Some("write_effect".to_owned()), ..JobFilter::default() };
    let id = cluster.start_bulk(JobAction::Delete, &of_kind).await;
    let ended = cluster.wait_for_bulk(id).await;
    assert_eq!((ended.total, ended.done, ended.skipped), (Some(3), 3, 0));
    assert_eq!(cluster.find_ids(&of_kind).await.0, [running.get(), waiting.get()]);

    let id = cluster.start_bulk(JobAction::Cancel, &of_kind).await;
    let ended = cluster.wait_for_bulk(id).await;
    assert_eq!((ended.total, ended.done, ended.skipped), (Some(1), 1, 0));
    assert_eq!(cluster.find_job(waiting).await.job.state, "canceled");
    cluster.wait_for_jobs("done", 1, TIMEOUT).await;
    assert_eq!(cluster.history(running).await, ["queued", "started", "done"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn running_job_is_shown_and_not_deleted() {
    let cluster = TestCluster::with_short_intervals().await;
    let _old = cluster.start_worker_with(|config| config.version = "1.0.0".to_owned()).await;
    let id = cluster.enqueue(WriteEffect { delay_ms: 4_000 }).await;
    cluster.wait_for_jobs("running", 1, TIMEOUT).await;
    let _new = cluster.start_worker_with(|config| config.version = "1.1.0".to_owned()).await;
    let mut conn = cluster.system().await;
    eventually("two workers", TIMEOUT, async || {
        admin::list_workers(&mut cluster.system().await).await.expect("workers").len() == 2
    })
    .await;
    let workers = admin::list_workers(&mut conn).await.expect("workers");
    let versions: Vec<_> = workers.iter().map(|worker| (worker.version.as_str(), worker.running.len())).collect();
    assert_eq!(versions, [("1.1.0", 0), ("1.0.0", 1)]);
    assert_eq!(workers[1].running[0].id, id.get());
    assert!(workers[1].id.starts_with(&workers[1].host) && workers[1].queues.len() == 4);
    assert!(!admin::delete(&mut conn, id).await.expect("a result"));
    assert!(!admin::run_now(&mut conn, id, "operator").await.expect("a result"));
    cluster.wait_for_jobs("done", 1, TIMEOUT).await;
    let detail = cluster.find_job(id).await;
    let attempts = detail.attempts();
    assert_eq!(attempts.len(), 1);
    assert_eq!(attempts[0].worker.as_ref(), Some(&workers[1].id));
    assert!(attempts[0].ended_at.is_some() && attempts[0].errors.is_empty());
    assert_eq!(detail.actions(), [JobAction::Delete]);
    assert!(admin::delete(&mut conn, id).await.expect("a result"));
    assert!(admin::find_job(&mut conn, id).await.expect("a result").is_none());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn failed_attempts_show_chain_of_errors() {
    let cluster = TestCluster::with_short_intervals().await;
    let worker = cluster.start_worker_with(|config| config.version = "1.0.0".to_owned()).await;
    let retry = NewJob::new(EndAs { ending: Ending::Retry }).with_max_attempts(2);
    let id = cluster.enqueue_without_push(retry).await.id;
    cluster.wait_for_jobs("dead", 1, TIMEOUT).await;
    let attempts = cluster.find_job(id).await.attempts();
    assert_eq!(attempts.len(), 2);
    assert!(attempts.iter().all(|attempt| attempt.errors == ["not today", "the provider is closed"]), "{attempts:?}");
    assert_eq!(worker.terminate(TIMEOUT).await, Some(0));
    assert!(admin::list_workers(&mut cluster.system().await).await.expect("workers").is_empty());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn job_filters_combine() {
    let cluster = TestCluster::with_short_intervals().await;
    cluster.insert_ended("end_as", "done", "", 3).await;
    cluster.insert_ended("write_effect", "dead", "code $n", 2).await;
    let in_one_hour = cluster.now().await + TimeDelta::hours(1);
    let nothing = || NewJob::new(EndAs { ending: Ending::Nothing });
    let delayed = cluster.enqueue_without_push(nothing().at(in_one_hour).with_request_id("req-7")).await.id.get();
    let ready = cluster.enqueue_without_push(nothing()).await.id.get();
    sqlx::query("update jobs set payload = '{\"order_id\": 4711}', request_id = 'req-8' where id = 4")
        .execute(&cluster.owner)
        .await
        .expect("a payload");

    let filter = JobFilter::default;
    let text = |q: &str| JobFilter { q: Some(q.to_owned()), ..filter() };
    let kind = |name: &str| Some(name.to_owned());
    let (maintenance, tenant) = (Some(Queue::Maintenance), Some(cluster.tenant.get()));
    for (filter, expected) in [
        (filter(), vec![ready, delayed, 5, 4, 3, 2, 1]),
        (JobFilter { queue: maintenance, ..in_state(JobState::Done) }, vec![3, 2, 1]),
        (JobFilter { queue: Some(Queue::Payments), ..filter() }, vec![]),
        (in_state(JobState::Ready), vec![ready]),
        (in_state(JobState::Delayed), vec![delayed]),
        (in_state(JobState::Queued), vec![ready, delayed]),
        (JobFilter { kind: kind("end_as"), ..in_state(JobState::Dead) }, vec![]),
        (JobFilter { kind: kind("end_as"), queue: maintenance, ..filter() }, vec![ready, delayed, 3, 2, 1]),
        (JobFilter { tenant_id: tenant, ..filter() }, vec![ready, delayed, 5, 4, 3, 2, 1]),
        (JobFilter { tenant_id: tenant, kind: kind("end_as"), ..in_state(JobState::Ready) }, vec![ready]),
        (JobFilter { tenant_id: tenant, ..in_state(JobState::Dead) }, vec![5, 4]),
        (JobFilter { tenant_id: Some(999), ..in_state(JobState::Dead) }, vec![]),
        (JobFilter { error: Some("code #".to_owned()), ..filter() }, vec![5, 4]),
        (JobFilter { error: Some("code 1".to_owned()), ..filter() }, vec![]),
        (text("2"), vec![2]),
        (text("req-7"), vec![delayed]),
        (text("req-8"), vec![4]),
        (text("4711"), vec![4]),
        (JobFilter { state: Some(JobState::Done), ..text("4711") }, vec![]),
        (text("'; drop table jobs"), vec![]),
        (JobFilter { ids: Some(vec![1, 5, 99]), ..filter() }, vec![5, 1]),
        (JobFilter { ids: Some(vec![1, 5, 99]), ..in_state(JobState::Dead) }, vec![5]),
    ] {
        let (ids, count) = cluster.find_ids(&filter).await;
        assert_eq!(ids, expected, "{filter:?}");
        assert_eq!(usize::try_from(count), Ok(expected.len()), "{filter:?}");
    }
    // page by page
    let mut conn = cluster.system().await;
    let (mut before, mut ids) = (None, Vec::new());
    loop {
        let page = list_jobs(&mut conn, &JobFilter::default(), before, 3).await.expect("a page");
        ids.extend(page.jobs.iter().map(|job| job.id));
        before = page.next_before;
        if before.is_none() {
            break;
        }
    }
    assert_eq!(ids, [ready, delayed, 5, 4, 3, 2, 1]);
    // the delayed one runs when an operator requests it
    assert!(admin::run_now(&mut conn, JobId::new(delayed), "operator").await.expect("a result"));
    assert_eq!(cluster.find_ids(&in_state(JobState::Delayed)).await.0, Vec::<i64>::new());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn page_has_one_to_200_jobs() {
    let cluster = TestCluster::with_short_intervals().await;
    cluster.insert_ended("end_as", "done", "", 201).await;
    let mut conn = cluster.system().await;
    for (limit, expected) in [(-1, 1), (0, 1), (200, 200), (1_000, 200)] {
        let page = list_jobs(&mut conn, &JobFilter::default(), None, limit).await.expect("a page");
        assert_eq!(page.jobs.len(), expected, "{limit}");
        assert_eq!(page.next_before, page.jobs.last().map(|job| job.id), "{limit}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn large_counts_are_estimated() {
    let cluster = TestCluster::with_short_intervals().await;
    cluster.insert_ended("end_as", "dead", "refused", 9_999).await;
    let count =
        async |filter: &JobFilter| list_jobs(&mut cluster.system().await, filter, None, 1).await.expect("a page").count;
    let dead = in_state(JobState::Dead);
    assert!(!count(&dead).await.is_estimate);
    cluster.insert_ended("write_effect", "dead", "refused", 20_001).await;
    let all = count(&dead).await;
    assert!(all.is_estimate && (25_000..35_000).contains(&all.jobs), "{all:?}");
    assert_eq!(count(&dead).await, all, "the same rows give the same number");
    let few = count(&JobFilter { kind: Some("end_as".to_owned()), ..dead }).await;
    assert!(!few.is_estimate && few.jobs == 9_999, "{few:?}");
    let stats = cluster.admin.queues().await.expect("stats");
    let stats = stats.iter().find(|stats| stats.queue == Queue::Maintenance).expect("the queue");
    assert!(stats.is_estimate && stats.dead == all.jobs, "{stats:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn dead_jobs_are_grouped_by_error() {
    let cluster = TestCluster::with_short_intervals().await;
    let uuid = "id 6e0cd1a4-8a3b-4f6f-9d0a-0123456789ab of \"Kim\" after $n ms";
    cluster.insert_ended("end_as", "dead", uuid, 7).await;
    cluster.insert_ended("write_effect", "dead", "refused", 2).await;
    cluster.insert_ended("end_as", "canceled", "refused", 3).await;
    let groups = admin::list_dead_groups(&mut cluster.system().await).await.expect("groups");
    let groups: Vec<_> = groups.iter().map(|group| (group.kind.as_str(), group.error.as_str(), group.count)).collect();
    assert_eq!(groups, [("end_as", "id # of # after # ms", 7), ("write_effect", "refused", 2)]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn schedule_run_now_starts_one_job() {
    let cluster = TestCluster::with_short_intervals().await;
    let now = cluster.now().await;
    let mut tx = cluster.database.tenant(cluster.tenant).begin().await.expect("a transaction");
    for schedule in Schedule::ALL {
        schedule.enqueue_next(&mut tx, now).await.expect("enqueued");
    }
    tx.commit().await.expect("committed");
    let run = async |schedule: Schedule| schedule.run_now(&cluster.database, now, "operator").await.expect("started");
    // the delayed one becomes due; the second request finds it
    assert_eq!((run(Schedule::Sweep).await, run(Schedule::Sweep).await), (1, 0));
    // tomorrow's job stays, and yesterday's runs once more
    assert_eq!((run(Schedule::CompareDay).await, run(Schedule::CompareDay).await), (1, 0));
    let kinds: Vec<(String, i64, i64)> = sqlx::query_as(
        "select kind, count(*), count(*) filter (where run_at <= now()) from jobs
         where kind in ('sweep', 'compare_day') group by kind order by kind",
    )
    .fetch_all(&cluster.owner)
    .await
    .expect("counts");
    assert_eq!(kinds, [("compare_day".to_owned(), 2, 1), ("sweep".to_owned(), 1, 1)]);

    sqlx::query("update jobs set state = 'done', finished_at = now() where kind = 'sweep'")
        .execute(&cluster.owner)
        .await
        .expect("ended");
    let schedules = admin::list_schedules(&mut cluster.system().await, now).await.expect("schedules");
    assert_eq!(schedules.len(), Schedule::ALL.len());
    let sweep = &schedules[0];
    assert_eq!((sweep.schedule, sweep.last_outcome.as_deref()), (Schedule::Sweep, Some("done")));
    assert!(sweep.last.is_some() && sweep.next > now);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn history_counts_each_minute_once() {
    let cluster = TestCluster::with_short_intervals().await;
    cluster.insert_ended("end_as", "done", "", 3).await;
    for (event, minutes) in [("queued", 3), ("started", 3), ("retried", 3), ("done", 2), ("dead", 2), ("queued", 0)] {
        let at = "date_trunc('minute', now()) - make_interval(mins => $2)";
        let insert = format!(
            "insert into job_events (job_id, tenant_id, at, event, attempt) select id, tenant_id, {at}, $1, 1 from jobs"
        );
        sqlx::query(sqlx::AssertSqlSafe(insert))
            .bind(event)
            .bind(minutes)
            .execute(&cluster.owner)
            .await
            .expect("events");
    }
    for _ in 0..2 {
        let points = admin::list_history(&cluster.database.system(), 60).await.expect("points");
        let points: Vec<_> = points.iter().filter(|point| point.queue == "maintenance").collect();
        assert!(points.len() >= 59, "{}", points.len());
        let sums = points.iter().fold([0; 3], |[enqueued, ended, failed], point| {
            [enqueued + point.enqueued, ended + point.ended, failed + point.failed]
        });
        // the current minute is not over
        assert!(sums == [3, 6, 6], "{sums:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn history_ends_after_two_days() {
    let cluster = TestCluster::with_short_intervals().await;
    sqlx::query(
        "insert into queue_minutes (minute, queue, enqueued, ended, failed, last_event_id)
         select date_trunc('minute', now()) - make_interval(hours => hours), 'payments', hours, 0, 0, 0
         from unnest(array[47, 49]) as hours",
    )
    .execute(&cluster.owner)
    .await
    .expect("minutes");
    let points = admin::list_history(&cluster.database.system(), 60 * 60).await.expect("points");
    let enqueued: Vec<i32> = points.iter().map(|point| point.enqueued).filter(|count| *count > 0).collect();
    assert_eq!(enqueued, [47]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sweep_deletes_each_state_after_its_period() {
    let cluster = TestCluster::with_short_intervals().await;
    for (state, days) in [("done", 31), ("done", 29), ("canceled", 31), ("dead", 31), ("dead", 181)] {
        cluster.insert_ended("end_as", state, "refused", 1).await;
        sqlx::query(
            "update jobs set finished_at = now() - make_interval(days => $1) where id = (select max(id) from jobs)",
        )
        .bind(days)
        .execute(&cluster.owner)
        .await
        .expect("an older job");
    }
    sqlx::query(
        "insert into job_events (job_id, tenant_id, event, attempt) select id, tenant_id, 'started', 1 from jobs",
    )
    .execute(&cluster.owner)
    .await
    .expect("an event of each");
    assert_eq!(sweep_finished(&cluster.database.system()).await.expect("swept"), 3);
    assert_eq!((cluster.count_jobs("done").await, cluster.count_jobs("dead").await), (1, 1));
    assert_eq!(cluster.count_events("started").await, 2, "the events of a job go with it");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sweep_reads_past_jobs_that_are_kept() {
    let cluster = TestCluster::with_short_intervals().await;
    cluster.insert_ended("end_as", "dead", "refused", 10_000).await;
    cluster.insert_ended("end_as", "done", "", 1).await;
    let age = "update jobs set created_at = now() - interval '31 days', finished_at = now() - interval '31 days'";
    sqlx::query(age).execute(&cluster.owner).await.expect("older jobs");
    cluster.insert_ended("end_as", "done", "", 1).await;
    assert_eq!(sweep_finished(&cluster.database.system()).await.expect("swept"), 1);
    assert_eq!((cluster.count_jobs("done").await, cluster.count_jobs("dead").await), (1, 10_000));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn deleted_job_takes_its_own_events() {
    let cluster = TestCluster::with_short_intervals().await;
    let deleted = cluster.enqueue_without_push(EndAs { ending: Ending::Nothing }).await.id;
    let kept = cluster.enqueue_without_push(EndAs { ending: Ending::Nothing }).await.id;
    assert!(!admin::delete(&mut cluster.system().await, deleted).await.expect("a result"), "it has not ended");
    let end = "update jobs set state = 'done', finished_at = now() where id = $1";
    sqlx::query(end).bind(deleted.get()).execute(&cluster.owner).await.expect("ended");
    assert!(admin::delete(&mut cluster.system().await, deleted).await.expect("a result"));
    let left: Vec<i64> =
        sqlx::query_scalar("select job_id from job_events").fetch_all(&cluster.owner).await.expect("events");
    assert_eq!(left, [kept.get()]);
}
