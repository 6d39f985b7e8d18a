//! The regular jobs as operators see them.

use chrono::{DateTime, Utc};
use db::SystemConn;

use crate::schedule::Schedule;

/// The state of a regular job over all tenants.
#[derive(Clone, Debug)]
pub struct ScheduleState {
    /// The regular job.
    pub schedule: Schedule,
    /// Its earliest next run at any tenant.
    pub next: DateTime<Utc>,
    /// The job that ended most recently.
    pub last_job_id: Option<i64>,
    /// When that job ended.
    pub last: Option<DateTime<Utc>>,
    /// That job's state: done, dead or canceled.
    pub last_outcome: Option<String>,
}

/// Lists the regular jobs with their states.
///
/// # Errors
/// When the database fails.
pub async fn list_schedules(conn: &mut SystemConn, now: DateTime<Utc>) -> db::Result<Vec<ScheduleState>> {
    let queues = Schedule::ALL.map(|schedule| schedule.queue().as_str().to_owned());
    let kinds = Schedule::ALL.map(|schedule| schedule.kind().to_owned());
    let rows = sqlx::query!(
        r#"
        select schedule.kind as "kind!", last.id as "id?", last.state as "state?", last.finished_at,
            (select min(run_at) from jobs
                where state = 'queued' and queue = schedule.queue and kind = schedule.kind) as next
        from unnest($1::text[], $2::text[]) as schedule (queue, kind) left join lateral (
            select recent.* from unnest(array['done', 'dead', 'canceled']) as ended (state), lateral (
                select id, jobs.state, finished_at from jobs
                where jobs.state = ended.state and queue = schedule.queue and kind = schedule.kind
                order by id desc limit 20
            ) as recent
            order by finished_at desc limit 1
        ) as last on true
        "#,
        &queues,
        &kinds,
    )
    .fetch_all(conn.connection())
    .await?;
    let state = |schedule: Schedule| {
        let row = rows.iter().find(|row| row.kind == schedule.kind());
        ScheduleState {
            schedule,
            next: row.and_then(|row| row.next).unwrap_or_else(|| schedule.period().next(now)),
            last_job_id: row.and_then(|row| row.id),
            last: row.and_then(|row| row.finished_at),
            last_outcome: row.and_then(|row| row.state.clone()),
        }
    };
    Ok(Schedule::ALL.into_iter().map(state).collect())
}
