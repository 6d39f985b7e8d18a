//! `PUT /ops/tenants/{id}`

use axum::extract::State;
use axum::response::Json;
use domain::TenantId;
use domain::operator::Reason;
use serde::Deserialize;
use utoipa::ToSchema;

use super::shape::{TenantAnswer, TenantForm, answer, refuse};
use crate::App;
use crate::extract::OperatorWith;
use crate::extract::operator::ChangeDirectory;
use crate::http::{JsonBody, PathParams};
use crate::ops::directory::{commit, edit};
use crate::problem::{JsonProblems, OperatorProblems, Problem, ValidationProblem};

/// A tenant as it is to be.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
#[schema(as = OpsPutTenantRequest)]
pub struct PutTenantRequest {
    #[serde(flatten)]
    tenant: TenantForm,
    /// The version that was read.
    #[schema(required)]
    version: i32,
    /// Why. The audit keeps it.
    #[schema(required, max_length = 200)]
    reason: String,
}

/// Changes a tenant's settings. When somebody else changed it since, the problem's `tenant` is what it is now.
#[utoipa::path(
    put, path = "/ops/tenants/{id}", tag = "ops-directory", operation_id = "putTenant", request_body = PutTenantRequest,
    security(("operator" = [])), params(("id" = i64, Path, description = "The tenant's id")),
    responses(
        (status = 200, body = TenantAnswer),
        OperatorProblems, JsonProblems, ValidationProblem,
        (status = 409, description = "version_conflict"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    OperatorWith(operator, _): OperatorWith<ChangeDirectory>,
    PathParams(id): PathParams<TenantId>,
    JsonBody(request): JsonBody<PutTenantRequest>,
) -> Result<Json<TenantAnswer>, Problem> {
    let reason = Reason::parse(&request.reason)?;
    let mut editor = edit(&app, &operator, &reason).await?;
    if let Err(error) = editor.set_tenant(id, Some(request.version), &request.tenant.into()).await {
        drop(editor);
        return Err(refuse(&app, id, error).await);
    }
    commit(&app, editor).await?;
    Ok(Json(answer(&app, id).await?))
}
