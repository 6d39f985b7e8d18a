//! `POST /ops/tenants/{id}/insurers`

use axum::extract::State;
use axum::response::Json;
use domain::TenantId;
use domain::directory::InsurerInput;
use domain::operator::Reason;
use http::StatusCode;
use serde::Deserialize;
use utoipa::ToSchema;

use super::shape::{InsurerResponse, load_response};
use crate::App;
use crate::extract::OperatorWith;
use crate::extract::operator::ChangeDirectory;
use crate::http::{JsonBody, PathParams};
use crate::ops::directory::{commit, edit};
use crate::problem::{JsonProblems, OperatorProblems, Problem, ValidationProblem};

/// A new insurer.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
#[schema(as = OpsInsurerRequest)]
pub struct InsurerRequest {
    /// The name, unique in the tenant.
    #[schema(required, max_length = 100)]
    name: String,
    /// The position in the list; 0 by default.
    position: i16,
    /// The reason, recorded in the audit.
    #[schema(required, max_length = 200)]
    reason: String,
}

/// Adds an insurer that claims can choose.
#[utoipa::path(
    post, path = "/ops/tenants/{id}/insurers", tag = "ops-directory", operation_id = "createInsurer",
    request_body = InsurerRequest, security(("operator" = [])),
    params(("id" = i64, Path, description = "The tenant's id")),
    responses((status = 201, body = InsurerResponse), OperatorProblems, JsonProblems, ValidationProblem)
)]
pub async fn handle(
    State(app): State<App>,
    OperatorWith(operator, _): OperatorWith<ChangeDirectory>,
    PathParams(tenant): PathParams<TenantId>,
    JsonBody(request): JsonBody<InsurerRequest>,
) -> Result<(StatusCode, Json<InsurerResponse>), Problem> {
    let reason = Reason::parse(&request.reason)?;
    let mut editor = edit(&app, &operator, &reason).await?;
    let input = InsurerInput { name: request.name, position: request.position, active: true };
    let id = editor.add_insurer(tenant, &input).await?;
    commit(&app, editor).await?;
    Ok((StatusCode::CREATED, Json(load_response(&app, tenant, id.get()).await?)))
}
