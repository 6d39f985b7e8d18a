//! `PUT /ops/tenants/{id}`

use axum::extract::State;
use axum::response::Json;
use domain::TenantId;
use domain::operator::Reason;
use serde::Deserialize;
use utoipa::ToSchema;

use super::shape::{TenantForm, TenantResponse, load_response, refuse};
use crate::App;
use crate::extract::OperatorWith;
use crate::extract::operator::ChangeDirectory;
use crate::http::{JsonBody, PathParams};
use crate::ops::directory::{commit, edit};
use crate::problem::{JsonProblems, OperatorProblems, Problem, ValidationProblem};

/// The new settings of a tenant.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
#[schema(as = OpsPutTenantRequest)]
pub struct PutTenantRequest {
    #[serde(flatten)]
    tenant: TenantForm,
    /// The version that the caller read.
    #[schema(required)]
    version: i32,
    /// The reason, recorded in the audit.
    #[schema(required, max_length = 200)]
    reason: String,
}

/// Changes a tenant's settings. If the version is outdated, the problem's `tenant` has the current state.
#[utoipa::path(
    put, path = "/ops/tenants/{id}", tag = "ops-directory", operation_id = "putTenant", request_body = PutTenantRequest,
    security(("operator" = [])), params(("id" = i64, Path, description = "The tenant's id")),
    responses(
        (status = 200, body = TenantResponse),
        OperatorProblems, JsonProblems, ValidationProblem,
        (status = 409, description = "version_conflict"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    OperatorWith(operator, _): OperatorWith<ChangeDirectory>,
    PathParams(id): PathParams<TenantId>,
    JsonBody(request): JsonBody<PutTenantRequest>,
) -> Result<Json<TenantResponse>, Problem> {
    let reason = Reason::parse(&request.reason)?;
    let mut editor = edit(&app, &operator, &reason).await?;
    if let Err(error) = editor.set_tenant(id, Some(request.version), &request.tenant.into()).await {
        drop(editor);
        return Err(refuse(&app, id, error).await);
    }
    commit(&app, editor).await?;
    Ok(Json(load_response(&app, id).await?))
}
