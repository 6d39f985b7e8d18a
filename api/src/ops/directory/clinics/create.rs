//! `POST /ops/tenants/{id}/clinics`

use axum::extract::State;
use axum::response::Json;
use domain::TenantId;
use domain::operator::Reason;
use http::StatusCode;
use serde::Deserialize;
use utoipa::ToSchema;

use super::shape::{ClinicForm, ClinicResponse, load_response};
use crate::App;
use crate::extract::OperatorWith;
use crate::extract::operator::ChangeDirectory;
use crate::http::{JsonBody, PathParams};
use crate::ops::directory::{commit, edit};
use crate::problem::{JsonProblems, OperatorProblems, Problem, ValidationProblem};

/// A new clinic.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
#[schema(as = OpsClinicRequest)]
pub struct ClinicRequest {
    #[serde(flatten)]
    clinic: ClinicForm,
    /// The reason, recorded in the audit.
    #[schema(required, max_length = 200)]
    reason: String,
}

/// Creates a clinic. Patients can choose it immediately.
#[utoipa::path(
    post, path = "/ops/tenants/{id}/clinics", tag = "ops-directory", operation_id = "createClinic",
    request_body = ClinicRequest, security(("operator" = [])),
    params(("id" = i64, Path, description = "The tenant's id")),
    responses((status = 201, body = ClinicResponse), OperatorProblems, JsonProblems, ValidationProblem)
)]
pub async fn handle(
    State(app): State<App>,
    OperatorWith(operator, _): OperatorWith<ChangeDirectory>,
    PathParams(tenant): PathParams<TenantId>,
    JsonBody(request): JsonBody<ClinicRequest>,
) -> Result<(StatusCode, Json<ClinicResponse>), Problem> {
    let reason = Reason::parse(&request.reason)?;
    let mut editor = edit(&app, &operator, &reason).await?;
    let id = editor.add_clinic(tenant, &request.clinic.into()).await?;
    commit(&app, editor).await?;
    Ok((StatusCode::CREATED, Json(load_response(&app, tenant, id.get()).await?)))
}
