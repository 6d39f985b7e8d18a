//! Operators' actions on one job. Each function changes nothing and returns false when the job's state does not allow
//! it.

use db::SystemConn;
use domain::JobId;

/// Queues a dead or canceled job again with all its attempts. Returns false when it is in another state, or when an
/// unfinished job has its unique key now.
///
/// # Errors
/// When the database fails.
pub async fn retry(conn: &mut SystemConn, id: JobId, operator: &str) -> db::Result<bool> {
    Ok(retry_many(conn, &[id.get()], operator).await? > 0)
}

/// Retries the dead and canceled ones among the jobs and returns how many. Of jobs with the same unique key only the
/// newest is retried, and none while an unfinished job has the key.
pub(super) async fn retry_many(conn: &mut SystemConn, ids: &[i64], operator: &str) -> db::Result<u64> {
    let retried = sqlx::query!(
        "
        with chosen as (
            select distinct on (tenant_id, coalesce(unique_key, id::text), unique_key is null) id from jobs
            where id = any($1) and state in ('dead', 'canceled')
                and (unique_key is null or not exists (
                    select from jobs other where other.tenant_id = jobs.tenant_id
                        and other.unique_key = jobs.unique_key and other.state in ('queued', 'running')))
            order by tenant_id, coalesce(unique_key, id::text), unique_key is null, id desc
        ), requeued as (
            update jobs set state = 'queued', attempts = 0, run_at = now(), finished_at = null, enqueued_at = null,
                enqueue_no = enqueue_no + 1, error_group = null, on_dead_pending = false
            where id in (select id from chosen) and state in ('dead', 'canceled')
            returning id, tenant_id
        )
        insert into job_events (job_id, tenant_id, event, attempt, detail)
        select id, tenant_id, 'requeued', 0, $2 from requeued
        ",
        ids,
        operator,
    )
    .execute(conn.connection())
    .await;
    match retried {
        Ok(done) => Ok(done.rows_affected()),
        // another job took the key between the check and the update
        Err(error) if ids.len() == 1 && db::is_unique_violation(&error, "jobs_unique_key") => Ok(0),
        Err(error) => Err(error.into()),
    }
}

/// Makes a delayed job due now. Returns false when the job is not delayed.
///
/// # Errors
/// When the database fails.
pub async fn run_now(conn: &mut SystemConn, id: JobId, operator: &str) -> db::Result<bool> {
    let updated = sqlx::query!(
        "
        with made_due as (
            update jobs set run_at = now(), enqueued_at = null, enqueue_no = enqueue_no + 1
            where id = $1 and state = 'queued' and run_at > now()
            returning id, tenant_id, attempts
        )
        insert into job_events (job_id, tenant_id, event, attempt, detail)
        select id, tenant_id, 'requeued', attempts, $2 from made_due
        ",
        id.get(),
        operator,
    )
    .execute(conn.connection())
    .await?;
    Ok(updated.rows_affected() > 0)
}

/// Cancels a job that has not ended. A running attempt stops at its next lease renewal and commits nothing, and a worker
/// calls the `on_dead` of the job's handler. Returns false when the job has ended.
///
/// # Errors
/// When the database fails.
pub async fn cancel(conn: &mut SystemConn, id: JobId, operator: &str) -> db::Result<bool> {
    Ok(cancel_many(conn, &[id.get()], &["queued", "running"], operator).await? > 0)
}

/// Cancels those of the jobs that are in one of these states, which are states of unfinished jobs. Returns how many.
pub(super) async fn cancel_many(
    conn: &mut SystemConn,
    ids: &[i64],
    states: &[&str],
    operator: &str,
) -> db::Result<u64> {
    let canceled = sqlx::query!(
        "
        with canceled as (
            update jobs set state = 'canceled', lease_token = null, lease_until = null, finished_at = now(),
                on_dead_pending = true
            where id in (
                select id from jobs where id = any($1) and state = any($2) order by id for no key update
            )
            returning id, tenant_id, attempts
        )
        insert into job_events (job_id, tenant_id, event, attempt, detail)
        select id, tenant_id, 'canceled', attempts, $3 from canceled
        ",
        ids,
        states as &[&str],
        operator,
    )
    .execute(conn.connection())
    .await?;
    Ok(canceled.rows_affected())
}

/// Deletes a job that has ended, with its history. Returns false when it has not ended, when its `on_dead` is still
/// pending after a cancel, or when it does not exist.
///
/// # Errors
/// When the database fails.
pub async fn delete(conn: &mut SystemConn, id: JobId) -> db::Result<bool> {
    Ok(delete_many(conn, &[id.get()], &["done", "dead", "canceled"]).await? > 0)
}

/// Deletes those of the jobs that are in one of these states and returns how many. One whose `on_dead` is
/// pending stays.
pub(super) async fn delete_many(conn: &mut SystemConn, ids: &[i64], states: &[&str]) -> db::Result<u64> {
    let deleted = sqlx::query!(
        "
        delete from jobs where id in (
            select id from jobs where id = any($1) and state = any($2) and not on_dead_pending order by id for update
        )
        ",
        ids,
        states as &[&str],
    )
    .execute(conn.connection())
    .await?;
    Ok(deleted.rows_affected())
}
