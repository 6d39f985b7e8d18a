//! Changes of the deployed version that operators request, and the state of the registry when a worker last read it.

use chrono::{DateTime, TimeDelta, Utc};
use domain::OperatorId;
use domain::model_registry::{ModelAction, ModelChange, ModelChangeState, RegistryState};
use sqlx::types::Json;

use crate::{Error, Result, SystemConn, column};

/// After this time another worker takes over a change that was started and did not end.
const ABANDONED_AFTER: TimeDelta = TimeDelta::minutes(3);

struct Row {
    id: i64,
    action: String,
    version: Option<String>,
    share: Option<f32>,
    forced: bool,
    operator_id: i64,
    reason: String,
    state: String,
    detail: Option<String>,
    created_at: DateTime<Utc>,
    finished_at: Option<DateTime<Utc>>,
}

impl TryFrom<Row> for ModelChange {
    type Error = Error;

    fn try_from(row: Row) -> Result<Self> {
        Ok(Self {
            id: row.id,
            action: column("model_changes", "action", row.id).check(row.action.parse::<ModelAction>())?,
            version: row.version,
            share: row.share,
            forced: row.forced,
            operator: OperatorId::new(row.operator_id),
            reason: row.reason,
            state: column("model_changes", "state", row.id).check(row.state.parse::<ModelChangeState>())?,
            detail: row.detail,
            created_at: row.created_at,
            finished_at: row.finished_at,
        })
    }
}

/// A new change request.
#[derive(Clone, Debug)]
pub struct NewModelChange<'a> {
    /// The requested action.
    pub action: ModelAction,
    /// The version; for a rollback the one that is rolled back.
    pub version: Option<&'a str>,
    /// The share of photos for a shadow run.
    pub share: Option<f32>,
    /// Whether a version is deployed despite an objection.
    pub forced: bool,
    /// The operator who requests it.
    pub operator: OperatorId,
    /// The reason that the operator gave.
    pub reason: &'a str,
}

/// Inserts a change, which a worker starts within seconds.
pub async fn insert(conn: &mut SystemConn, new: &NewModelChange<'_>, now: DateTime<Utc>) -> Result<i64> {
    let action: &'static str = new.action.into();
    let id = sqlx::query_scalar!(
        "insert into model_changes (action, version, share, forced, operator_id, reason, created_at)
         values ($1, $2, $3, $4, $5, $6, $7) returning id",
        action,
        new.version,
        new.share,
        new.forced,
        new.operator.get(),
        new.reason,
        now
    )
    .fetch_one(conn.connection())
    .await?;
    Ok(id)
}

/// Claims the oldest change that no worker runs.
pub async fn claim(conn: &mut SystemConn, now: DateTime<Utc>) -> Result<Option<ModelChange>> {
    let row = sqlx::query_as!(
        Row,
        "update model_changes set state = 'running', started_at = $1
         where id = (select id from model_changes
                     where state = 'pending' or (state = 'running' and started_at < $2)
                     order by id limit 1 for update skip locked)
         returning id, action, version, share, forced, operator_id, reason, state, detail, created_at, finished_at",
        now,
        now - ABANDONED_AFTER
    )
    .fetch_optional(conn.connection())
    .await?;
    row.map(ModelChange::try_from).transpose()
}

/// Ends a running change.
pub async fn finish(
    conn: &mut SystemConn,
    id: i64,
    state: ModelChangeState,
    detail: Option<&str>,
    now: DateTime<Utc>,
) -> Result<()> {
    let state: &'static str = state.into();
    sqlx::query!(
        "update model_changes set state = $2, detail = nullif(left($3, 1000), ''), finished_at = $4
         where id = $1 and state = 'running'",
        id,
        state,
        detail,
        now
    )
    .execute(conn.connection())
    .await?;
    Ok(())
}

/// Lists the latest changes, at most `limit`.
pub async fn list(conn: &mut SystemConn, limit: i64) -> Result<Vec<ModelChange>> {
    let rows = sqlx::query_as!(
        Row,
        "select id, action, version, share, forced, operator_id, reason, state, detail, created_at, finished_at
         from model_changes order by id desc limit $1",
        limit
    )
    .fetch_all(conn.connection())
    .await?;
    rows.into_iter().map(ModelChange::try_from).collect()
}

/// Stores the state of the registry.
pub async fn set_registry(conn: &mut SystemConn, state: &RegistryState, now: DateTime<Utc>) -> Result<()> {
    sqlx::query!(
        "insert into model_registry (state, read_at) values ($1, $2)
         on conflict (id) do update set state = excluded.state, read_at = excluded.read_at",
        Json(state) as _,
        now
    )
    .execute(conn.connection())
    .await?;
    Ok(())
}

/// Finds the last known state of the registry and when it was read. Returns none before a worker read it.
pub async fn find_registry(conn: &mut SystemConn) -> Result<Option<(RegistryState, DateTime<Utc>)>> {
    let row = sqlx::query!(r#"select state as "state: Json<RegistryState>", read_at from model_registry"#)
        .fetch_optional(conn.connection())
        .await?;
    Ok(row.map(|row| (row.state.0, row.read_at)))
}
