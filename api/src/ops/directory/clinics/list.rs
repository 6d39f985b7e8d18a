//! `GET /ops/tenants/{id}/clinics`

use axum::extract::State;
use axum::response::Json;
use domain::TenantId;
use serde::Serialize;
use utoipa::ToSchema;

use super::shape::{self, Clinic};
use crate::App;
use crate::extract::OperatorWith;
use crate::extract::operator::ReadDirectory;
use crate::http::PathParams;
use crate::problem::{OperatorProblems, Problem};

/// A tenant's clinics.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OpsClinicsResponse)]
pub struct ClinicsResponse {
    /// By name.
    clinics: Vec<Clinic>,
}

/// A tenant's clinics, including disabled ones.
#[utoipa::path(
    get, path = "/ops/tenants/{id}/clinics", tag = "ops-directory", operation_id = "listClinics",
    security(("operator" = [])), params(("id" = i64, Path, description = "The tenant's id")),
    responses((status = 200, body = ClinicsResponse), OperatorProblems)
)]
pub async fn handle(
    State(app): State<App>,
    _: OperatorWith<ReadDirectory>,
    PathParams(id): PathParams<TenantId>,
) -> Result<Json<ClinicsResponse>, Problem> {
    Ok(Json(ClinicsResponse { clinics: shape::list(&app, id).await? }))
}
