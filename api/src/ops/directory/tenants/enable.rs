//! `POST /ops/tenants/{id}/enable`

use axum::extract::State;
use axum::response::Json;
use domain::TenantId;
use domain::operator::Reason;

use super::shape::{TenantResponse, load_response};
use crate::App;
use crate::extract::OperatorWith;
use crate::extract::operator::ChangeDirectory;
use crate::http::{JsonBody, PathParams};
use crate::ops::directory::{ReasonBody, commit, edit};
use crate::problem::{JsonProblems, OperatorProblems, Problem, ValidationProblem};

/// Enables a disabled tenant: its people can sign in again.
#[utoipa::path(
    post, path = "/ops/tenants/{id}/enable", tag = "ops-directory", operation_id = "enableTenant",
    request_body = ReasonBody, security(("operator" = [])), params(("id" = i64, Path, description = "The tenant's id")),
    responses((status = 200, body = TenantResponse), OperatorProblems, JsonProblems, ValidationProblem)
)]
pub async fn handle(
    State(app): State<App>,
    OperatorWith(operator, _): OperatorWith<ChangeDirectory>,
    PathParams(id): PathParams<TenantId>,
    JsonBody(request): JsonBody<ReasonBody>,
) -> Result<Json<TenantResponse>, Problem> {
    let reason = Reason::parse(&request.reason)?;
    let mut editor = edit(&app, &operator, &reason).await?;
    editor.set_tenant_active(id, true).await?;
    commit(&app, editor).await?;
    Ok(Json(load_response(&app, id).await?))
}
