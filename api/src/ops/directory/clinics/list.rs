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
#[schema(as = OpsClinicsAnswer)]
pub struct ClinicsAnswer {
    /// By name.
    clinics: Vec<Clinic>,
}

/// A tenant's clinics, the disabled ones included.
#[utoipa::path(
    get, path = "/ops/tenants/{id}/clinics", tag = "ops-directory", operation_id = "listClinics",
    security(("operator" = [])), params(("id" = i64, Path, description = "The tenant's id")),
    responses((status = 200, body = ClinicsAnswer), OperatorProblems)
)]
pub async fn handle(
    State(app): State<App>,
    _: OperatorWith<ReadDirectory>,
    PathParams(id): PathParams<TenantId>,
) -> Result<Json<ClinicsAnswer>, Problem> {
    Ok(Json(ClinicsAnswer { clinics: shape::list(&app, id).await? }))
}
