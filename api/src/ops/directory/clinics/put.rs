//! `PUT /ops/tenants/{id}/clinics/{clinicId}`

use axum::extract::State;
use axum::response::Json;
use directory::Target;
use domain::operator::Reason;
use domain::{InstitutionId, TenantId};
use serde::Deserialize;
use utoipa::ToSchema;

use super::shape::{ClinicAnswer, ClinicForm, answer};
use crate::App;
use crate::extract::OperatorWith;
use crate::extract::operator::ChangeDirectory;
use crate::http::{JsonBody, PathParams};
use crate::ops::directory::{commit, edit};
use crate::problem::{JsonProblems, OperatorProblems, Problem, ValidationProblem};

/// A clinic as it is to be.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
#[schema(as = OpsPutClinicRequest)]
pub struct PutClinicRequest {
    #[serde(flatten)]
    clinic: ClinicForm,
    /// Whether patients can choose it and its staff can sign in. One that cannot be chosen stays in what was applied for.
    #[schema(required)]
    active: bool,
    /// The version that was read.
    #[schema(required)]
    version: i32,
    /// Why. The audit keeps it.
    #[schema(required, max_length = 200)]
    reason: String,
}

/// Changes a clinic. When somebody else changed it since, the problem's `clinic` is what it is now.
#[utoipa::path(
    put, path = "/ops/tenants/{id}/clinics/{clinicId}", tag = "ops-directory", operation_id = "putClinic",
    request_body = PutClinicRequest, security(("operator" = [])),
    params(
        ("id" = i64, Path, description = "The tenant's id"),
        ("clinicId" = i64, Path, description = "The clinic's id"),
    ),
    responses(
        (status = 200, body = ClinicAnswer),
        OperatorProblems, JsonProblems, ValidationProblem,
        (status = 409, description = "version_conflict"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    OperatorWith(operator, _): OperatorWith<ChangeDirectory>,
    PathParams((tenant, id)): PathParams<(TenantId, InstitutionId)>,
    JsonBody(request): JsonBody<PutClinicRequest>,
) -> Result<Json<ClinicAnswer>, Problem> {
    let reason = Reason::parse(&request.reason)?;
    let mut editor = edit(&app, &operator, &reason).await?;
    let target = Target { tenant, id, version: Some(request.version) };
    match editor.set_clinic(target, &request.clinic.into(), request.active).await {
        Ok(()) => commit(&app, editor).await?,
        Err(error @ directory::Error::Conflict) => {
            drop(editor);
            let current = answer(&app, tenant, id.get()).await?;
            return Err(Problem::from(error).with_extension("clinic", &current.clinic));
        }
        Err(error) => return Err(error.into()),
    }
    Ok(Json(answer(&app, tenant, id.get()).await?))
}
