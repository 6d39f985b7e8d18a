//! `GET /patients/institutions/{id}`

use axum::response::Json;
use serde::Serialize;
use utoipa::ToSchema;

use super::shape::InstitutionBody;
use crate::guard::Tenant;
use crate::http::Id;
use crate::problem::{Code, Problem, ProblemBody};

/// One clinic.
#[derive(Debug, Serialize, ToSchema)]
pub struct InstitutionAnswer {
    /// The clinic.
    institution: InstitutionBody,
}

/// One of the tenant's clinics.
#[utoipa::path(
    get, path = "/patients/institutions/{id}", tag = "institutions", operation_id = "getInstitution",
    params(("id" = i64, Path, description = "The clinic's id")),
    responses(
        (status = 200, body = InstitutionAnswer),
        (status = 404, description = "not_found, unknown_tenant", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub async fn handle(tenant: Tenant, Id(id): Id) -> Result<Json<InstitutionAnswer>, Problem> {
    let found = db::institutions::find(&mut tenant.db.acquire().await?, id.into()).await?;
    let row = found.ok_or(Code::NotFound)?;
    Ok(Json(InstitutionAnswer { institution: row.into() }))
}
