//! `GET /ops/access-log/check`

use axum::extract::State;
use axum::response::Json;
use db::access_log;
use db::operator_actions::Action;
use serde::Serialize;
use utoipa::ToSchema;

use super::shape::MonthQuery;
use crate::App;
use crate::extract::OperatorWith;
use crate::extract::operator::{Audit, ReadAccessLog};
use crate::http::{Query, days};
use crate::problem::{MalformedProblem, OperatorProblems, Problem, ValidationProblem};

/// The check of a tenant's log.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccessLogCheck {
    /// The tenant's id.
    tenant_id: i64,
    /// The tenant's key.
    tenant: String,
    /// The first row that does not match: rows of the month were changed or deleted.
    #[schema(required)]
    broken_at: Option<i64>,
}

/// The result of a check of the hash chains.
#[derive(Debug, Serialize, ToSchema)]
pub struct AccessLogCheckResponse {
    /// The month, YYYY-MM.
    #[schema(example = "2026-10")]
    month: String,
    /// Whether no tenant's log was changed.
    ok: bool,
    /// The tenants.
    tenants: Vec<AccessLogCheck>,
}

/// Checks the hash chains of all tenants' access logs in a month.
#[utoipa::path(
    get, path = "/ops/access-log/check", tag = "ops-access-log", operation_id = "checkAccessLogs", params(MonthQuery),
    security(("operator" = [])),
    responses(
        (status = 200, body = AccessLogCheckResponse),
        OperatorProblems, MalformedProblem, ValidationProblem,
    )
)]
pub async fn handle(
    State(app): State<App>,
    OperatorWith(operator, _): OperatorWith<ReadAccessLog>,
    Query(query): Query<MonthQuery>,
) -> Result<Json<AccessLogCheckResponse>, Problem> {
    let first_day = query.first_day(&app)?;
    let (from, to) = days::month_range(first_day);
    let month = first_day.format("%Y-%m").to_string();
    let mut audit = app.databases.system().begin().await?;
    let mut tenants = Vec::new();
    for tenant in db::tenants::list(&mut audit).await? {
        let mut conn = app.databases.tenant(tenant.id).acquire().await?;
        let broken_at = access_log::find_broken(&mut conn, from..to).await?;
        if let Some(seq) = broken_at {
            tracing::error!(tenant = tenant.key, seq, "the access log was tampered with");
        }
        tenants.push(AccessLogCheck { tenant_id: tenant.id.get(), tenant: tenant.key, broken_at });
    }
    operator.log(&app, &mut audit, &Audit::new(Action::AccessLogChecked, &month)).await?;
    audit.commit().await?;
    let ok = tenants.iter().all(|tenant| tenant.broken_at.is_none());
    Ok(Json(AccessLogCheckResponse { month, ok, tenants }))
}
