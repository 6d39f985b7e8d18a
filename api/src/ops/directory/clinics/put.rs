//! `PUT /ops/tenants/{id}/clinics/{clinicId}`

use axum::extract::State;
use axum::response::Json;
use directory::Target;
use domain::operator::Reason;
use domain::{InstitutionId, TenantId};
use serde::Deserialize;
use utoipa::ToSchema;

use super::shape::{ClinicForm, ClinicResponse, load_response};
use crate::App;
use crate::extract::OperatorWith;
use crate::extract::operator::ChangeDirectory;
use crate::http::{JsonBody, PathParams};
use crate::ops::directory::{commit, edit};
use crate::problem::{JsonProblems, OperatorProblems, Problem, ValidationProblem};

/// The new settings of a clinic.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
#[schema(as = OpsPutClinicRequest)]
pub struct PutClinicRequest {
    #[serde(flatten)]
    clinic: ClinicForm,
    /// Whether patients can choose it and its staff can sign in. A disabled clinic stays in existing applications.
    #[schema(required)]
    active: bool,
    /// The version that the caller read.
    #[schema(required)]
    version: i32,
    /// The reason, recorded in the audit.
    #[schema(required, max_length = 200)]
    reason: String,
}

/// Changes a clinic. If the version is outdated, the problem's `clinic` has the current state.
#[utoipa::path(
    put, path = "/ops/tenants/{id}/clinics/{clinicId}", tag = "ops-directory", operation_id = "putClinic",
    request_body = PutClinicRequest, security(("operator" = [])),
    params(
        ("id" = i64, Path, description = "The tenant's id"),
        ("clinicId" = i64, Path, description = "The clinic's id"),
    ),
    responses(
        (status = 200, body = ClinicResponse),
        OperatorProblems, JsonProblems, ValidationProblem,
        (status = 409, description = "version_conflict"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    OperatorWith(operator, _): OperatorWith<ChangeDirectory>,
    PathParams((tenant, id)): PathParams<(TenantId, InstitutionId)>,
    JsonBody(request): JsonBody<PutClinicRequest>,
) -> Result<Json<ClinicResponse>, Problem> {
    let reason = Reason::parse(&request.reason)?;
    let mut editor = edit(&app, &operator, &reason).await?;
    let target = Target { tenant, id, version: Some(request.version) };
    match editor.set_clinic(target, &request.clinic.into(), request.active).await {
        Ok(()) => commit(&app, editor).await?,
        Err(error @ directory::Error::Conflict) => {
            drop(editor);
            let current = load_response(&app, tenant, id.get()).await?;
            return Err(Problem::from(error).with_extension("clinic", &current.clinic));
        }
        Err(error) => return Err(error.into()),
    }
    Ok(Json(load_response(&app, tenant, id.get()).await?))
}
