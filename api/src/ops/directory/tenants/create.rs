//! `POST /ops/tenants`

use axum::extract::State;
use axum::response::Json;
use domain::operator::Reason;
use http::StatusCode;
use serde::Deserialize;
use utoipa::ToSchema;

use super::shape::{TenantForm, TenantResponse, load_response};
use crate::App;
use crate::extract::OperatorWith;
use crate::extract::operator::ChangeDirectory;
use crate::http::JsonBody;
use crate::ops::directory::{commit, edit};
use crate::problem::{JsonProblems, OperatorProblems, Problem, ValidationProblem};

/// A new tenant.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
#[schema(as = OpsTenantRequest)]
pub struct TenantRequest {
    #[serde(flatten)]
    tenant: TenantForm,
    /// The reason, recorded in the audit.
    #[schema(required, max_length = 200)]
    reason: String,
}

/// Creates a tenant without clinics, insurers and payment accounts. Its hosts work immediately.
#[utoipa::path(
    post, path = "/ops/tenants", tag = "ops-directory", operation_id = "createTenant", request_body = TenantRequest,
    security(("operator" = [])),
    responses((status = 201, body = TenantResponse), OperatorProblems, JsonProblems, ValidationProblem)
)]
pub async fn handle(
    State(app): State<App>,
    OperatorWith(operator, _): OperatorWith<ChangeDirectory>,
    JsonBody(request): JsonBody<TenantRequest>,
) -> Result<(StatusCode, Json<TenantResponse>), Problem> {
    let reason = Reason::parse(&request.reason)?;
    let mut editor = edit(&app, &operator, &reason).await?;
    let id = editor.add_tenant(&request.tenant.into()).await?;
    commit(&app, editor).await?;
    Ok((StatusCode::CREATED, Json(load_response(&app, id).await?)))
}
