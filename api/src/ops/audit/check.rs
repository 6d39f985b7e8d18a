//! `GET /ops/audit/check`

use axum::extract::State;
use axum::response::Json;
use db::operator_actions::{self, Action};
use serde::Serialize;
use utoipa::ToSchema;

use crate::App;
use crate::extract::OperatorWith;
use crate::extract::operator::{Audit, ReadAccessLog};
use crate::problem::{OperatorProblems, Problem};

/// The result of a check of the audit's hash chain.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuditCheckResponse {
    /// Whether no row was changed or deleted.
    ok: bool,
    /// The first row that does not match: it, or one before it, was changed or deleted.
    #[schema(required)]
    broken_at: Option<i64>,
    /// The number of rows, which is the number of the newest one. The program's log also has the number of every row,
    /// so that missing rows at the end are noticed.
    rows: i64,
}

/// Checks the audit's hash chain.
#[utoipa::path(
    get, path = "/ops/audit/check", tag = "ops-operators", operation_id = "checkAudit", security(("operator" = [])),
    responses(
        (status = 200, body = AuditCheckResponse),
        OperatorProblems,
    )
)]
pub async fn handle(
    State(app): State<App>,
    OperatorWith(operator, _): OperatorWith<ReadAccessLog>,
) -> Result<Json<AuditCheckResponse>, Problem> {
    let mut tx = app.databases.system().begin().await?;
    let check = operator_actions::check_chain(&mut tx).await?;
    operator.log(&app, &mut tx, &Audit::new(Action::AuditChecked, "")).await?;
    tx.commit().await?;
    if let Some(seq) = check.broken_at {
        tracing::error!(seq, "the audit of operators was tampered with");
    }
    Ok(Json(AuditCheckResponse { ok: check.broken_at.is_none(), broken_at: check.broken_at, rows: check.rows }))
}
