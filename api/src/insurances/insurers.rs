//! `GET /patients/insurers`

use axum::response::Json;
use serde::Serialize;
use utoipa::ToSchema;

use super::shape::InsurerBody;
use crate::guard::Patient;
use crate::problem::{Problem, ProblemBody};

/// The insurers.
#[derive(Debug, Serialize, ToSchema)]
pub struct InsurersAnswer {
    /// Those that can be chosen.
    insurers: Vec<InsurerBody>,
}

/// The insurers that a claim can be for.
#[utoipa::path(
    get, path = "/patients/insurers", tag = "insurances", operation_id = "listInsurers", security(("session" = [])),
    responses(
        (status = 200, body = InsurersAnswer),
        (status = 401, description = "unauthorized", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub async fn handle(patient: Patient) -> Result<Json<InsurersAnswer>, Problem> {
    let found = db::insurers::list(&mut patient.tenant.db.acquire().await?).await?;
    Ok(Json(InsurersAnswer { insurers: found.into_iter().map(Into::into).collect() }))
}
