//! The statements that change a job during a run: claim, renew, finish, requeue, mark dead.

use std::time::Duration;

use db::{SystemDb, TenantTx};
use domain::{JobId, TenantId};
use serde_json::Value;
use uuid::Uuid;

use crate::settings::Settings;

/// A job's row.
#[derive(Clone, Debug)]
pub(crate) struct JobRow {
    pub(crate) id: JobId,
    pub(crate) tenant: TenantId,
    pub(crate) queue: String,
    pub(crate) kind: String,
    /// The row that a version 1 job refers to.
    pub(crate) ref_id: Option<i64>,
    pub(crate) payload: Option<Value>,
    pub(crate) version: i16,
    /// The attempt's number, from 1.
    pub(crate) attempt: i16,
    pub(crate) max_attempts: i16,
    pub(crate) request_id: Option<String>,
}

/// A claimed job, and the token that is required to finish it.
#[derive(Clone, Debug)]
pub(crate) struct Claim {
    pub(crate) job: JobRow,
    pub(crate) token: Uuid,
    /// Time between when it became due and when it was claimed, in seconds.
    pub(crate) wait_seconds: f64,
    /// The span that enqueued the job.
    pub(crate) traceparent: Option<String>,
}

/// Claims those of the jobs that are queued and due. Each claim counts as an attempt. Jobs of a paused queue are not
/// claimed: they go back to the relay, which pushes them again when the queue is resumed.
///
/// The jobs are looked up by their ids alone, along the primary key: given the state, too, PostgreSQL also reads the
/// index of states, which has an entry for each waiting job, and given a join, it may read the whole table. The key's
/// order is that of the locks, so that two claims of the same jobs do not deadlock. The commit is asynchronous: a job
/// whose claim is lost in a crash of the server is still queued, and the WAL keeps the order of commits, so nothing that
/// the attempt commits can survive without its claim.
pub(crate) async fn claim(db: &SystemDb, settings: &Settings, worker: &str, ids: &[i64]) -> db::Result<Vec<Claim>> {
    let rows = sqlx::query!(
        r#"
        with returned as (
            update jobs set enqueued_at = null, enqueue_no = enqueue_no + 1
            where exists (select from paused_queues) and id = any($1) and state || '' = 'queued'
                and enqueued_at is not null and queue in (select queue from paused_queues)
        ), claimed as (
            update jobs set state = 'running', attempts = attempts + 1, lease_token = gen_random_uuid(),
                lease_until = now() + make_interval(secs => $2), started_at = now(),
                enqueued_at = coalesce(enqueued_at, now())
            where id = any($1) and state || '' = 'queued' and run_at <= now()
                and queue not in (select queue from paused_queues)
            returning id, tenant_id, queue, kind, ref_id, payload, version, attempts, max_attempts, lease_token, request_id,
                traceparent, priority, greatest(run_at, created_at) as due
        ), event as (
            insert into job_events (job_id, tenant_id, event, attempt, detail)
            select id, tenant_id, 'started', attempts, $3 from claimed order by priority, id
        )
        select id, tenant_id, queue, kind, ref_id, payload, version, attempts, max_attempts, lease_token as "token!",
            request_id, traceparent, extract(epoch from clock_timestamp() - due)::float8 as "wait_seconds!"
        from claimed, (select set_config('synchronous_commit', 'off', true)) as unawaited
        "#,
        ids,
        settings.lease.as_secs_f64(),
        worker,
    )
    .fetch_all(db.acquire().await?.connection())
    .await?;
    let claims = rows.into_iter().map(|row| Claim {
        job: JobRow {
            id: JobId::new(row.id),
            tenant: TenantId::new(row.tenant_id),
            queue: row.queue,
            kind: row.kind,
            ref_id: row.ref_id,
            payload: row.payload,
            version: row.version,
            attempt: row.attempts,
            max_attempts: row.max_attempts,
            request_id: row.request_id,
        },
        token: row.token,
        wait_seconds: row.wait_seconds,
        traceparent: row.traceparent,
    });
    Ok(claims.collect())
}

/// Extends the leases of running jobs and returns the tokens of those that are still held. The jobs are found by their
/// ids, because the index of running jobs is full of dead entries while a long transaction keeps vacuum from removing
/// them.
pub(crate) async fn renew(db: &SystemDb, settings: &Settings, ids: &[i64], tokens: &[Uuid]) -> db::Result<Vec<Uuid>> {
    let held = sqlx::query_scalar!(
        r#"
        update jobs set lease_until = now() + make_interval(secs => $3)
        where id = any($1) and lease_token = any($2) and state || '' = 'running'
        returning lease_token as "token!"
        "#,
        ids,
        tokens,
        settings.lease.as_secs_f64(),
    )
    .fetch_all(db.acquire().await?.connection())
    .await?;
    Ok(held)
}

/// Finishes a job in the transaction of its effect. Returns false when the lease is lost; the caller must then roll
/// back.
pub(crate) async fn finish(tx: &mut TenantTx, id: JobId, token: Uuid) -> db::Result<bool> {
    let finished = sqlx::query_scalar!(
        r#"
        with finished as (
            update jobs set state = 'done', lease_token = null, lease_until = null, finished_at = now(), last_error = null
            where id = $1 and lease_token = $2
            returning id, attempts
        ), event as (
            insert into job_events (job_id, event, attempt) select id, 'done', attempts from finished
        )
        select id as "id!" from finished
        "#,
        id.get(),
        token,
    )
    .fetch_optional(tx.connection())
    .await?;
    Ok(finished.is_some())
}

/// Finishes jobs that had no effect. A token belongs to one run of one job, so the two lists need no order.
pub(crate) async fn finish_many(db: &SystemDb, ids: &[i64], tokens: &[Uuid]) -> db::Result<()> {
    sqlx::query!(
        "
        with finished as (
            update jobs set state = 'done', lease_token = null, lease_until = null, finished_at = now(), last_error = null
            where id = any($1) and lease_token = any($2)
            returning id, tenant_id, attempts
        )
        insert into job_events (job_id, tenant_id, event, attempt) select id, tenant_id, 'done', attempts from finished
        ",
        ids,
        tokens,
    )
    .execute(db.acquire().await?.connection())
    .await?;
    Ok(())
}

/// Why and when a job is queued again.
pub(crate) struct Requeue<'a> {
    pub(crate) error: &'a str,
    /// The error and its causes, one per line.
    pub(crate) chain: &'a str,
    pub(crate) pause: Duration,
    /// Whether the attempt counts.
    pub(crate) counts: bool,
}

/// Requeues a job, to run after a pause.
pub(crate) async fn requeue(db: &SystemDb, claim: &Claim, requeue: Requeue<'_>) -> db::Result<()> {
    sqlx::query!(
        "
        with requeued as (
            update jobs set state = 'queued', lease_token = null, lease_until = null, last_error = $3,
                enqueued_at = null, enqueue_no = enqueue_no + 1, run_at = now() + make_interval(secs => $4),
                attempts = attempts - case when $5 then 0 else 1 end
            where id = $1 and lease_token = $2
            returning id, tenant_id, attempts
        )
        insert into job_events (job_id, tenant_id, event, attempt, detail)
        select id, tenant_id, 'retried', attempts, $6 from requeued
        ",
        claim.job.id.get(),
        claim.token,
        requeue.error,
        requeue.pause.as_secs_f64(),
        requeue.counts,
        requeue.chain,
    )
    .execute(db.acquire().await?.connection())
    .await?;
    Ok(())
}

/// Why a job is dead.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DeadJobUpdate<'a> {
    /// The lease token of the attempt; none when the lease has expired.
    pub(crate) token: Option<Uuid>,
    pub(crate) error: &'a str,
    /// The error and its causes, one per line.
    pub(crate) chain: &'a str,
}

/// Ends the wait of a canceled job for its `on_dead`. Returns false when another worker did, or the job was retried.
pub(crate) async fn take_pending_on_dead(tx: &mut TenantTx, id: JobId) -> db::Result<bool> {
    let taken = sqlx::query!("update jobs set on_dead_pending = false where id = $1 and on_dead_pending", id.get());
    Ok(taken.execute(tx.connection()).await?.rows_affected() > 0)
}

/// Marks a running job dead. With a token the attempt must still hold the lease; without one the lease must have
/// expired. Returns false otherwise.
pub(crate) async fn mark_dead(tx: &mut TenantTx, id: JobId, update: DeadJobUpdate<'_>) -> db::Result<bool> {
    let dead = sqlx::query_scalar!(
        r#"
        with dead as (
            update jobs set state = 'dead', lease_token = null, lease_until = null, finished_at = now(), last_error = $3,
                error_group = job_error_group($3)
            where id = $1 and state = 'running'
                and (lease_token = $2 or ($2::uuid is null and lease_until < now()))
            returning id, attempts
        ), event as (
            insert into job_events (job_id, event, attempt, detail) select id, 'dead', attempts, $4 from dead
        )
        select id as "id!" from dead
        "#,
        id.get(),
        update.token,
        update.error,
        update.chain,
    )
    .fetch_optional(tx.connection())
    .await?;
    Ok(dead.is_some())
}
