//! `POST /ops/payments/{tenantId}/findings/{id}/resolve`

use axum::extract::State;
use db::operator_actions::Action;
use db::payment_discrepancies;
use domain::TenantId;
use domain::operator::Reason;
use http::StatusCode;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::App;
use crate::extract::OperatorWith;
use crate::extract::operator::{Audit, ResolvePayments};
use crate::http::{JsonBody, PathParams};
use crate::problem::{Code, JsonProblems, OperatorProblems, Problem, ValidationProblem};

/// How a discrepancy was resolved.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
#[schema(as = OpsResolveRequest)]
pub struct ResolveRequest {
    /// What was done. The clinic sees it, and it is recorded in the audit.
    #[schema(required, max_length = 200)]
    note: String,
}

/// Records that a person resolved a discrepancy.
#[utoipa::path(
    post, path = "/ops/payments/{tenantId}/findings/{id}/resolve", tag = "ops-payments", operation_id = "resolveFinding",
    request_body = ResolveRequest, security(("operator" = [])),
    params(
        ("tenantId" = i64, Path, description = "The tenant's id"),
        ("id" = i64, Path, description = "The discrepancy's id"),
    ),
    responses(
        (status = 204),
        OperatorProblems, JsonProblems, ValidationProblem,
        (status = 409, description = "illegal_transition: it is not open, or there is none"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    OperatorWith(operator, _): OperatorWith<ResolvePayments>,
    PathParams((tenant, id)): PathParams<(TenantId, i64)>,
    JsonBody(request): JsonBody<ResolveRequest>,
) -> Result<StatusCode, Problem> {
    let note = Reason::parse(&request.note).map_err(|invalid| Problem::field("note", invalid.code))?;
    let subject = format!("finding {id}");
    let audit = Audit { action: Action::FindingResolved, subject: &subject, reason: Some(&note), tenant: Some(tenant) };
    let mut system = app.databases.system().begin().await?;
    db::tenants::find(&mut system, tenant).await?.ok_or(Code::NotFound)?;
    operator.log(&app, &mut system, &audit).await?;
    let mut tx = app.databases.tenant(tenant).begin().await?;
    if !payment_discrepancies::resolve(&mut tx, id, note.as_str(), app.clock.now()).await? {
        return Err(Code::IllegalTransition.into());
    }
    operator.log_in_tenant(&app, &mut tx, &audit, &[]).await?;
    // first, because a crash between the two must not leave an action without its record
    system.commit().await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
