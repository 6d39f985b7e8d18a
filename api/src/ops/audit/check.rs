//! `GET /ops/audit/check`

use axum::extract::State;
use axum::response::Json;
use db::operator_actions::{self, Action};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::App;
use crate::extract::OperatorWith;
use crate::extract::operator::{Audit, ReadAccessLog};
use crate::http::Query;
use crate::problem::{MalformedProblem, OperatorProblems, Problem};

/// The rows that a call checks. It takes a second at most, however long the audit is.
const CHECKED_ROWS: i64 = 50_000;

/// Which part of the audit.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct AuditCheckQuery {
    /// The `nextCursor` of the previous part.
    cursor: Option<i64>,
}

/// The result of a check of a part of the audit's hash chain.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuditCheckResponse {
    /// Whether no row was changed or deleted.
    ok: bool,
    /// The first row that does not match: it, or one before it, was changed or deleted.
    #[schema(required)]
    broken_at: Option<i64>,
    /// The number of checked rows; of all parts together, the number of the newest row. The program's log also has the
    /// number of every row, so that missing rows at the end are noticed.
    rows: i64,
    /// The cursor of the next part. Null after the last one, and after a broken one.
    #[schema(required)]
    next_cursor: Option<i64>,
}

/// Checks the audit's hash chain, 50,000 rows at a time.
#[utoipa::path(
    get, path = "/ops/audit/check", tag = "ops-operators", operation_id = "checkAudit", params(AuditCheckQuery),
    security(("operator" = [])),
    responses(
        (status = 200, body = AuditCheckResponse),
        OperatorProblems, MalformedProblem,
    )
)]
pub async fn handle(
    State(app): State<App>,
    OperatorWith(operator, _): OperatorWith<ReadAccessLog>,
    Query(query): Query<AuditCheckQuery>,
) -> Result<Json<AuditCheckResponse>, Problem> {
    let after = query.cursor.unwrap_or_default().clamp(0, i64::MAX - CHECKED_ROWS);
    let mut tx = app.databases.system().begin().await?;
    let check = operator_actions::check_chain(&mut tx, after, CHECKED_ROWS).await?;
    operator.log_read(&app, &mut tx, &Audit::new(Action::AuditChecked, ""), query.cursor.is_some()).await?;
    tx.commit().await?;
    if let Some(seq) = check.broken_at {
        tracing::error!(seq, "the audit of operators was tampered with");
    }
    let next = after + CHECKED_ROWS;
    Ok(Json(AuditCheckResponse {
        ok: check.broken_at.is_none(),
        broken_at: check.broken_at,
        rows: check.rows,
        next_cursor: (check.broken_at.is_none() && next < check.newest).then_some(next),
    }))
}
