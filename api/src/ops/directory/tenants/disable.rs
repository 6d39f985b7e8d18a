//! `POST /ops/tenants/{id}/disable`

use axum::extract::State;
use axum::response::Json;
use domain::TenantId;
use domain::operator::Reason;

use super::shape::{TenantAnswer, answer};
use crate::App;
use crate::extract::OperatorWith;
use crate::extract::operator::ChangeDirectory;
use crate::http::{JsonBody, PathParams};
use crate::ops::directory::{ReasonBody, commit, edit};
use crate::problem::{JsonProblems, OperatorProblems, Problem, ValidationProblem};

/// Lets nobody of the tenant sign in any more, and ends its sessions' use. Its data stays; payments under way and retention go on.
#[utoipa::path(
    post, path = "/ops/tenants/{id}/disable", tag = "ops-directory", operation_id = "disableTenant",
    request_body = ReasonBody, security(("operator" = [])), params(("id" = i64, Path, description = "The tenant's id")),
    responses((status = 200, body = TenantAnswer), OperatorProblems, JsonProblems, ValidationProblem)
)]
pub async fn handle(
    State(app): State<App>,
    OperatorWith(operator, _): OperatorWith<ChangeDirectory>,
    PathParams(id): PathParams<TenantId>,
    JsonBody(request): JsonBody<ReasonBody>,
) -> Result<Json<TenantAnswer>, Problem> {
    let reason = Reason::parse(&request.reason)?;
    let mut editor = edit(&app, &operator, &reason).await?;
    editor.set_tenant_active(id, false).await?;
    commit(&app, editor).await?;
    Ok(Json(answer(&app, id).await?))
}
