//! What happens to a job while it runs, as statements: begin, finish, put back, give up.

use db::{SystemDb, TenantTx};
use domain::{JobId, TenantId};
use uuid::Uuid;

use crate::settings::Settings;

/// A job that was begun.
#[derive(Clone, Debug)]
pub struct Job {
    /// Its id.
    pub id: JobId,
    /// Whose rows it is about.
    pub tenant: TenantId,
    /// Where it waited.
    pub queue: String,
    /// What to do.
    pub kind: String,
    /// The row it is about.
    pub ref_id: i64,
    /// Version of the meaning of `kind` and `ref_id`.
    pub version: i16,
    /// Which attempt this is, from 1.
    pub attempt: i16,
    /// How many attempts it has.
    pub max_attempts: i16,
    /// The request that asked for it.
    pub request_id: Option<String>,
}

/// A job that was begun, and the right to finish it.
#[derive(Clone, Debug)]
pub(crate) struct Claim {
    pub(crate) job: Job,
    pub(crate) token: Uuid,
    /// From when it could run to when it was begun, in seconds.
    pub(crate) waited: f64,
}

/// Begins jobs: of those ids that wait and are due. Each begin counts as an attempt.
pub(crate) async fn claim(db: &SystemDb, settings: &Settings, ids: &[i64]) -> db::Result<Vec<Claim>> {
    let rows = sqlx::query!(
        r#"
        with begun as (
            update jobs set state = 'running', attempts = attempts + 1, lease_token = gen_random_uuid(),
                lease_until = now() + make_interval(secs => $2), started_at = now(),
                enqueued_at = coalesce(enqueued_at, now())
            where id in (
                select id from jobs where id = any($1) and state = 'queued' and run_at <= now()
                order by id for no key update
            )
            returning id, tenant_id, queue, kind, ref_id, version, attempts, max_attempts, lease_token, request_id,
                greatest(run_at, created_at) as due
        ), noted as (
            insert into job_events (job_id, tenant_id, event, attempt)
            select id, tenant_id, 'started', attempts from begun
        )
        select id, tenant_id, queue, kind, ref_id, version, attempts, max_attempts, lease_token as "lease_token!",
            request_id, extract(epoch from clock_timestamp() - due)::float8 as "waited!"
        from begun
        "#,
        ids,
        settings.lease.as_secs_f64(),
    )
    .fetch_all(db.acquire().await?.connection())
    .await?;
    let claims = rows.into_iter().map(|row| Claim {
        job: Job {
            id: JobId::new(row.id),
            tenant: TenantId::new(row.tenant_id),
            queue: row.queue,
            kind: row.kind,
            ref_id: row.ref_id,
            version: row.version,
            attempt: row.attempts,
            max_attempts: row.max_attempts,
            request_id: row.request_id,
        },
        token: row.lease_token,
        waited: row.waited,
    });
    Ok(claims.collect())
}

/// Extends the leases of running jobs. Answers those that are still held; the others were taken away.
pub(crate) async fn renew(db: &SystemDb, settings: &Settings, tokens: &[Uuid]) -> db::Result<Vec<Uuid>> {
    let held = sqlx::query_scalar!(
        r#"
        update jobs set lease_until = now() + make_interval(secs => $2)
        where state = 'running' and lease_token = any($1)
        returning lease_token as "token!"
        "#,
        tokens,
        settings.lease.as_secs_f64(),
    )
    .fetch_all(db.acquire().await?.connection())
    .await?;
    Ok(held)
}

/// Finishes a job in the transaction of its effect. False when the lease is gone: then the effect must not be kept.
pub(crate) async fn finish(tx: &mut TenantTx, id: JobId, token: Uuid) -> db::Result<bool> {
    let finished = sqlx::query_scalar!(
        r#"
        with finished as (
            update jobs set state = 'done', lease_token = null, lease_until = null, finished_at = now(), last_error = null
            where id = $1 and lease_token = $2
            returning id, attempts
        ), noted as (
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

/// Finishes jobs that have no effect to keep.
pub(crate) async fn finish_many(db: &SystemDb, ids: &[i64], tokens: &[Uuid]) -> db::Result<()> {
    sqlx::query!(
        "
        with finished as (
            update jobs set state = 'done', lease_token = null, lease_until = null, finished_at = now(), last_error = null
            from unnest($1::bigint[], $2::uuid[]) as run (job_id, token)
            where id = run.job_id and lease_token = run.token
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

/// Puts a job back to be run again after `pause` seconds.
pub(crate) async fn put_back(db: &SystemDb, claim: &Claim, error: &str, pause: f64) -> db::Result<()> {
    sqlx::query!(
        "
        with waiting as (
            update jobs set state = 'queued', lease_token = null, lease_until = null, last_error = $3,
                enqueued_at = null, enqueue_no = enqueue_no + 1, run_at = now() + make_interval(secs => $4)
            where id = $1 and lease_token = $2
            returning id, tenant_id, attempts
        )
        insert into job_events (job_id, tenant_id, event, attempt, detail)
        select id, tenant_id, 'retried', attempts, $3 from waiting
        ",
        claim.job.id.get(),
        claim.token,
        error,
        pause,
    )
    .execute(db.acquire().await?.connection())
    .await?;
    Ok(())
}

/// Gives a running job up. With a token it must still be the lease's; without one the lease must have run out.
/// False when that does not hold.
pub(crate) async fn give_up(tx: &mut TenantTx, id: JobId, token: Option<Uuid>, error: &str) -> db::Result<bool> {
    let dead = sqlx::query_scalar!(
        r#"
        with dead as (
            update jobs set state = 'dead', lease_token = null, lease_until = null, finished_at = now(), last_error = $3
            where id = $1 and state = 'running'
                and (lease_token = $2 or ($2::uuid is null and lease_until < now()))
            returning id, attempts
        ), noted as (
            insert into job_events (job_id, event, attempt, detail) select id, 'dead', attempts, $3 from dead
        )
        select id as "id!" from dead
        "#,
        id.get(),
        token,
        error,
    )
    .fetch_optional(tx.connection())
    .await?;
    Ok(dead.is_some())
}
