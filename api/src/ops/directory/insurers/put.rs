//! `PUT /ops/tenants/{id}/insurers/{insurerId}`

use axum::extract::State;
use axum::response::Json;
use directory::Target;
use domain::directory::InsurerInput;
use domain::operator::Reason;
use domain::{InsurerId, TenantId};
use serde::Deserialize;
use utoipa::ToSchema;

use super::shape::{InsurerResponse, load_response};
use crate::App;
use crate::extract::OperatorWith;
use crate::extract::operator::ChangeDirectory;
use crate::http::{JsonBody, PathParams};
use crate::ops::directory::{commit, edit};
use crate::problem::{JsonProblems, OperatorProblems, Problem, ValidationProblem};

/// The new settings of an insurer.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
#[schema(as = OpsPutInsurerRequest)]
pub struct PutInsurerRequest {
    /// The name, unique in the tenant.
    #[schema(required, max_length = 100)]
    name: String,
    /// The position in the list.
    #[schema(required)]
    position: i16,
    /// Whether new claims can choose it.
    #[schema(required)]
    active: bool,
    /// The version that the caller read.
    #[schema(required)]
    version: i32,
    /// The reason, recorded in the audit.
    #[schema(required, max_length = 200)]
    reason: String,
}

/// Changes an insurer. If the version is outdated, the problem's `insurer` has the current state.
#[utoipa::path(
    put, path = "/ops/tenants/{id}/insurers/{insurerId}", tag = "ops-directory", operation_id = "putInsurer",
    request_body = PutInsurerRequest, security(("operator" = [])),
    params(
        ("id" = i64, Path, description = "The tenant's id"),
        ("insurerId" = i64, Path, description = "The insurer's id"),
    ),
    responses(
        (status = 200, body = InsurerResponse),
        OperatorProblems, JsonProblems, ValidationProblem,
        (status = 409, description = "version_conflict"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    OperatorWith(operator, _): OperatorWith<ChangeDirectory>,
    PathParams((tenant, id)): PathParams<(TenantId, InsurerId)>,
    JsonBody(request): JsonBody<PutInsurerRequest>,
) -> Result<Json<InsurerResponse>, Problem> {
    let reason = Reason::parse(&request.reason)?;
    let mut editor = edit(&app, &operator, &reason).await?;
    let target = Target { tenant, id, version: Some(request.version) };
    let input = InsurerInput { name: request.name, position: request.position, active: request.active };
    match editor.set_insurer(target, &input).await {
        Ok(()) => commit(&app, editor).await?,
        Err(error @ directory::Error::Conflict) => {
            drop(editor);
            let current = load_response(&app, tenant, id.get()).await?;
            return Err(Problem::from(error).with_extension("insurer", &current.insurer));
        }
        Err(error) => return Err(error.into()),
    }
    Ok(Json(load_response(&app, tenant, id.get()).await?))
}
