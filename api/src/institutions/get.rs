//! `GET /patients/institutions/{id}`

use axum::response::Json;
use serde::Serialize;
use utoipa::ToSchema;

use super::shape::InstitutionBody;
use crate::extract::Tenant;
use crate::http::PathParams;
use crate::problem::{Code, NotFoundProblem, Problem, PublicProblems};

/// One clinic.
#[derive(Debug, Serialize, ToSchema)]
pub struct InstitutionResponse {
    /// The clinic.
    pub institution: InstitutionBody,
}

/// One of the tenant's clinics.
#[utoipa::path(
    get, path = "/patients/institutions/{id}", tag = "institutions", operation_id = "getInstitution",
    params(("id" = i64, Path, description = "The clinic's id")),
    responses(
        (status = 200, body = InstitutionResponse),
        PublicProblems, NotFoundProblem,
    )
)]
pub async fn handle(tenant: Tenant, PathParams(id): PathParams<i64>) -> Result<Json<InstitutionResponse>, Problem> {
    let found = db::institutions::find(&mut tenant.db.acquire().await?, id.into()).await?;
    let row = found.ok_or(Code::NotFound)?;
    Ok(Json(InstitutionResponse { institution: row.into() }))
}
