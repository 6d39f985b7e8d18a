//! `POST /ops/tenants/{id}/disable`

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

/// Disables the tenant: nobody can sign in, and its sessions are rejected. Its data stays; open payments and retention
/// continue.
#[utoipa::path(
    post, path = "/ops/tenants/{id}/disable", tag = "ops-directory", operation_id = "disableTenant",
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
    editor.set_tenant_active(id, false).await?;
    commit(&app, editor).await?;
    Ok(Json(load_response(&app, id).await?))
}
