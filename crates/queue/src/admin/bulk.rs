//! Bulk actions: one action on all jobs of a filter, run by the workers in batches.
//!
//! A bulk action is not a job itself, because it must work while every queue is paused, belongs to no tenant, and may
//! delete jobs. Each batch changes jobs and moves the position in one transaction, so a crash repeats nothing and skips
//! nothing.

use chrono::{DateTime, Utc};
use db::{SystemConn, SystemDb};
use domain::TenantId;
use sqlx::types::Json;
use tokio_util::sync::CancellationToken;

use super::actions::{cancel_many, delete_many, retry_many};
use super::candidates::Candidates;
use super::{JobAction, JobFilter};
use crate::settings::Settings;

/// The maximum number of listed actions.
const MAX_LIST_LENGTH: i64 = 50;

/// A bulk action that an operator requests.
#[derive(Clone, Debug)]
pub struct NewBulkAction<'a> {
    /// Retry, cancel or delete.
    pub action: JobAction,
    /// Which jobs it changes.
    pub filter: &'a JobFilter,
    /// The operator who requests it.
    pub operator: &'a str,
    /// The reason that the operator gave.
    pub reason: &'a str,
}

/// The progress of a bulk action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BulkActionState {
    /// Waits for a worker.
    Queued,
    /// A worker runs it.
    Running,
    /// All jobs were processed.
    Done,
    /// An operator stopped it. The jobs changed so far stay changed.
    Canceled,
}

impl BulkActionState {
    /// Returns the state's name in the API.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Queued => "queued",
            Self::Running => "running",
            Self::Done => "done",
            Self::Canceled => "canceled",
        }
    }

    fn from_stored(text: &str) -> Self {
        match text {
            "queued" => Self::Queued,
            "running" => Self::Running,
            "done" => Self::Done,
            _ => Self::Canceled,
        }
    }
}

/// A bulk action and its progress.
#[derive(Clone, Debug)]
pub struct BulkAction {
    /// Its id.
    pub id: i64,
    /// retry, cancel or delete.
    pub action: String,
    /// Which jobs it changes.
    pub filter: JobFilter,
    /// The operator who requested it.
    pub operator: String,
    /// The reason that the operator gave.
    pub reason: String,
    /// Its progress.
    pub state: BulkActionState,
    /// How many jobs matched when it started; none before that.
    pub total: Option<i64>,
    /// Jobs that it changed.
    pub done: i64,
    /// Jobs that it left unchanged.
    pub skipped: i64,
    /// When it was requested.
    pub created_at: DateTime<Utc>,
    /// When it ended.
    pub finished_at: Option<DateTime<Utc>>,
}

/// Inserts a bulk action on the jobs that exist now and match. Returns its id.
///
/// # Errors
/// When the database fails.
pub async fn insert_bulk(conn: &mut SystemConn, new: &NewBulkAction<'_>) -> db::Result<i64> {
    let id = sqlx::query_scalar!(
        "
        insert into bulk_actions (action, filter, operator, reason, before_id)
        values ($1, $2, $3, $4, (select coalesce(max(id), 0) + 1 from jobs)) returning id
        ",
        new.action.as_str(),
        Json(new.filter) as _,
        new.operator,
        new.reason,
    );
    Ok(id.fetch_one(conn.connection()).await?)
}

/// Returns the action with this id.
///
/// # Errors
/// When the database fails.
pub async fn find_bulk(conn: &mut SystemConn, id: i64) -> db::Result<Option<BulkAction>> {
    Ok(select(conn, Some(id)).await?.pop())
}

/// Lists the newest actions, at most 50.
///
/// # Errors
/// When the database fails.
pub async fn list_bulk(conn: &mut SystemConn) -> db::Result<Vec<BulkAction>> {
    select(conn, None).await
}

async fn select(conn: &mut SystemConn, id: Option<i64>) -> db::Result<Vec<BulkAction>> {
    let rows = sqlx::query!(
        r#"
        select id, action, filter as "filter: Json<JobFilter>", operator, reason, state, total, done, skipped, created_at,
            finished_at
        from bulk_actions where $1::bigint is null or id = $1 order by id desc limit $2
        "#,
        id,
        MAX_LIST_LENGTH,
    )
    .fetch_all(conn.connection())
    .await?;
    let actions = rows.into_iter().map(|row| BulkAction {
        id: row.id,
        action: row.action,
        filter: row.filter.0,
        operator: row.operator,
        reason: row.reason,
        state: BulkActionState::from_stored(&row.state),
        total: row.total,
        done: row.done,
        skipped: row.skipped,
        created_at: row.created_at,
        finished_at: row.finished_at,
    });
    Ok(actions.collect())
}

/// Lists the tenants that have a job which an action changes now, the oldest first.
///
/// # Errors
/// When the database fails.
pub async fn list_bulk_tenants(conn: &mut SystemConn, bulk: &BulkAction) -> db::Result<Vec<TenantId>> {
    let mut found = Vec::new();
    for tenant in db::tenants::list(conn).await? {
        let id = tenant.id.get();
        if bulk.filter.tenant_id.is_some_and(|wanted| wanted != id) {
            continue;
        }
        let filter = JobFilter { tenant_id: Some(id), ..bulk.filter.clone() };
        let candidates = Candidates::prepare(conn, &filter, allowed_states(&bulk.action)).await?;
        if !candidates.list(conn, i64::MAX, 1).await?.is_empty() {
            found.push(tenant.id);
        }
    }
    Ok(found)
}

/// Cancels an action after its current batch. Returns false when it has ended.
///
/// # Errors
/// When the database fails.
pub async fn cancel_bulk(conn: &mut SystemConn, id: i64) -> db::Result<bool> {
    let canceled = sqlx::query!(
        "update bulk_actions set state = 'canceled', finished_at = now() where id = $1 and state in ('queued', 'running')",
        id,
    );
    Ok(canceled.execute(conn.connection()).await?.rows_affected() > 0)
}

/// Returns the states of the jobs that a bulk action changes. It does less than the action on one job: a filter also
/// matches jobs that the operator has not seen, so no bulk action stops a running job.
fn allowed_states(action: &str) -> &'static [&'static str] {
    match action {
        "retry" => &["dead", "canceled"],
        "cancel" => &["queued"],
        _ => &["done", "dead", "canceled"],
    }
}

/// The loop that runs bulk actions. Several processes may run it concurrently.
#[derive(Clone)]
pub(crate) struct BulkRunner {
    pub(crate) db: SystemDb,
    pub(crate) settings: Settings,
}

impl BulkRunner {
    /// Runs until `stop`.
    pub(crate) async fn run(self, stop: CancellationToken) {
        while !stop.is_cancelled() {
            let pause = match self.run_batch().await {
                Ok(true) => self.settings.bulk_pause,
                Ok(false) => self.settings.relay_interval,
                Err(error) => {
                    tracing::warn!(%error, "a bulk action was interrupted");
                    self.settings.relay_interval
                }
            };
            stop.run_until_cancelled(tokio::time::sleep(pause)).await;
        }
    }

    /// Runs one batch of the oldest action that no other worker has locked. Returns whether there was one.
    async fn run_batch(&self) -> db::Result<bool> {
        let mut tx = self.db.begin().await?;
        let open = sqlx::query!(
            r#"
            select id, action, filter as "filter: Json<JobFilter>", operator, total, before_id from bulk_actions
            where state in ('queued', 'running') order by id limit 1 for update skip locked
            "#
        );
        let Some(open) = open.fetch_optional(tx.connection()).await? else { return Ok(false) };
        let allowed = allowed_states(&open.action);
        let candidates = Candidates::prepare(&mut tx, &open.filter.0, allowed).await?;
        let total = match open.total {
            Some(total) => total,
            None => candidates.count(&mut tx, open.before_id, i64::MAX).await?,
        };
        let ids = candidates.list(&mut tx, open.before_id, self.settings.bulk_batch_size).await?;
        let done = match open.action.as_str() {
            "retry" => retry_many(&mut tx, &ids, &open.operator).await?,
            "cancel" => cancel_many(&mut tx, &ids, allowed, &open.operator).await?,
            _ => delete_many(&mut tx, &ids, allowed).await?,
        };
        let done = i64::try_from(done).unwrap_or(i64::MAX);
        let looked_at = i64::try_from(ids.len()).unwrap_or(i64::MAX);
        let is_last = looked_at < self.settings.bulk_batch_size;
        sqlx::query!(
            "
            update bulk_actions set total = $2, done = done + $3, skipped = skipped + $4,
                before_id = coalesce($5, before_id), started_at = coalesce(started_at, now()),
                state = case when $6 then 'done' else 'running' end, finished_at = case when $6 then now() end
            where id = $1
            ",
            open.id,
            total,
            done,
            looked_at - done,
            ids.last().copied(),
            is_last,
        )
        .execute(tx.connection())
        .await?;
        tx.commit().await?;
        if is_last {
            tracing::info!(id = open.id, action = open.action, "a bulk action is done");
        }
        Ok(true)
    }
}
