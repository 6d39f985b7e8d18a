//! `PUT /ops/tenants/{id}/insurers/{insurerId}`

use axum::extract::State;
use axum::response::Json;
use directory::Target;
use domain::directory::InsurerInput;
use domain::operator::Reason;
use domain::{InsurerId, TenantId};
use serde::Deserialize;
use utoipa::ToSchema;

use super::shape::{InsurerAnswer, answer};
use crate::App;
use crate::extract::OperatorWith;
use crate::extract::operator::ChangeDirectory;
use crate::http::{JsonBody, PathParams};
use crate::ops::directory::{commit, edit};
use crate::problem::{JsonProblems, OperatorProblems, Problem, ValidationProblem};

/// An insurer as it is to be.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
#[schema(as = OpsPutInsurerRequest)]
pub struct PutInsurerRequest {
    /// The name, unique in the tenant.
    #[schema(required, max_length = 100)]
    name: String,
    /// The place in the list.
    #[schema(required)]
    position: i16,
    /// Whether new claims can be for it.
    #[schema(required)]
    active: bool,
    /// The version that was read.
    #[schema(required)]
    version: i32,
    /// Why. The audit keeps it.
    #[schema(required, max_length = 200)]
    reason: String,
}

/// Changes an insurer. When somebody else changed it since, the problem's `insurer` is what it is now.
#[utoipa::path(
    put, path = "/ops/tenants/{id}/insurers/{insurerId}", tag = "ops-directory", operation_id = "putInsurer",
    request_body = PutInsurerRequest, security(("operator" = [])),
    params(
        ("id" = i64, Path, description = "The tenant's id"),
        ("insurerId" = i64, Path, description = "The insurer's id"),
    ),
    responses(
        (status = 200, body = InsurerAnswer),
        OperatorProblems, JsonProblems, ValidationProblem,
        (status = 409, description = "version_conflict"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    OperatorWith(operator, _): OperatorWith<ChangeDirectory>,
    PathParams((tenant, id)): PathParams<(TenantId, InsurerId)>,
    JsonBody(request): JsonBody<PutInsurerRequest>,
) -> Result<Json<InsurerAnswer>, Problem> {
    let reason = Reason::parse(&request.reason)?;
    let mut editor = edit(&app, &operator, &reason).await?;
    let target = Target { tenant, id, version: Some(request.version) };
    let input = InsurerInput { name: request.name, position: request.position, active: request.active };
    match editor.set_insurer(target, &input).await {
        Ok(()) => commit(&app, editor).await?,
        Err(error @ directory::Error::Conflict) => {
            drop(editor);
            let current = answer(&app, tenant, id.get()).await?;
            return Err(Problem::from(error).with_extension("insurer", &current.insurer));
        }
        Err(error) => return Err(error.into()),
    }
    Ok(Json(answer(&app, tenant, id.get()).await?))
}
