//! Statistics per queue and minute. Each minute is counted once from its jobs' events, after it has ended.

use chrono::{DateTime, DurationRound as _, TimeDelta, Utc};
use db::{SystemConn, SystemDb};

use crate::settings::Queue;

/// The delay before a minute is counted, in which transactions that began in it can commit.
const COUNT_DELAY: TimeDelta = TimeDelta::seconds(10);
/// The maximum number of minutes that are counted after a gap in which no process counted.
const MAX_LATE_MINUTES: i64 = 60;
/// How long the statistics are kept.
const RETENTION_HOURS: i32 = 48;
/// Events that the first count of an installation reads.
const MAX_FIRST_EVENTS: i64 = 200_000;

/// One minute of one queue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HistoryPoint {
    /// The start of the minute.
    pub minute: DateTime<Utc>,
    /// The queue.
    pub queue: String,
    /// Jobs that were enqueued, or queued again by an operator.
    pub enqueued: i32,
    /// Jobs that ended: done, canceled or dead.
    pub ended: i32,
    /// Attempts that failed.
    pub failed: i32,
}

/// Lists the most recent complete minutes of every queue, the oldest first.
///
/// # Errors
/// When the database fails.
pub async fn list_history(db: &SystemDb, minutes: i32) -> db::Result<Vec<HistoryPoint>> {
    roll_up(db).await?;
    let points = sqlx::query_as!(
        HistoryPoint,
        "
        select minute, queue, enqueued, ended, failed from queue_minutes
        where minute >= date_trunc('minute', now()) - make_interval(mins => $1) order by minute, queue
        ",
        minutes,
    );
    Ok(points.fetch_all(db.acquire().await?.connection()).await?)
}

/// Counts the complete minutes that were not counted yet, at most the last hour. Several processes may call it
/// concurrently.
///
/// # Errors
/// When the database fails.
pub(crate) async fn roll_up(db: &SystemDb) -> db::Result<()> {
    let mut tx = db.begin().await?;
    let last = sqlx::query!(
        r#"
        select now() as "now!", pg_try_advisory_xact_lock(hashtextextended('queue_minutes', 0)) as "is_locked!",
            minute as "minute?", coalesce(last_event_id, (select max(id) from job_events) - $1, 0) as "event_id!"
        from (select 1) as one left join (
            select minute, last_event_id from queue_minutes order by minute desc limit 1
        ) as last on true
        "#,
        MAX_FIRST_EVENTS,
    )
    .fetch_one(tx.connection())
    .await?;
    let minute = TimeDelta::minutes(1);
    // truncation fails only for dates outside of chrono's nanosecond range
    let start_of = |time: DateTime<Utc>| time.duration_trunc(minute).unwrap_or(time);
    let end = start_of(last.now - COUNT_DELAY);
    let earliest = start_of(last.now) - TimeDelta::minutes(MAX_LATE_MINUTES);
    let start = last.minute.map_or(earliest, |counted| earliest.max(counted + minute));
    if !last.is_locked || start >= end {
        return Ok(());
    }
    count_minutes(&mut tx, start, end, last.event_id).await?;
    sqlx::query!("delete from queue_minutes where minute < now() - make_interval(hours => $1)", RETENTION_HOURS)
        .execute(tx.connection())
        .await?;
    tx.commit().await
}

async fn count_minutes(
    conn: &mut SystemConn,
    start: DateTime<Utc>,
    end: DateTime<Utc>,
    after_event: i64,
) -> db::Result<()> {
    let queues = Queue::ALL.map(|queue| queue.as_str().to_owned());
    sqlx::query!(
        "
        with counted as materialized (
            select job_events.id, at, date_trunc('minute', at) as minute, queue, event
            from job_events join jobs on jobs.id = job_id
            where job_events.id > $3 and at >= $1 and at < $2
        )
        insert into queue_minutes (minute, queue, enqueued, ended, failed, last_event_id)
        select minute, queue,
            count(*) filter (where event in ('queued', 'requeued')),
            count(*) filter (where event in ('done', 'canceled', 'dead')),
            count(*) filter (where event in ('retried', 'dead')),
            -- an event of a later minute has a greater id than the first event of the last minute
            coalesce((select min(id) - 1 from counted where at >= $2 - interval '1 minute'), $3)
        from generate_series($1, $2 - interval '1 minute', '1 minute') as minutes (minute)
            cross join unnest($4::text[]) as queues (queue)
            left join counted using (minute, queue)
        group by minute, queue
        on conflict do nothing
        ",
        start,
        end,
        after_event,
        &queues,
    )
    .execute(conn.connection())
    .await?;
    Ok(())
}
