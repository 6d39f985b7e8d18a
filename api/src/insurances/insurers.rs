//! `GET /patients/insurers`

use axum::response::Json;
use serde::Serialize;
use utoipa::ToSchema;

use super::shape::InsurerBody;
use crate::extract::Patient;
use crate::problem::{Problem, SignedInProblems};

/// The insurers.
#[derive(Debug, Serialize, ToSchema)]
pub struct InsurersResponse {
    /// The insurers that can be selected.
    insurers: Vec<InsurerBody>,
}

/// The insurers that can be selected.
#[utoipa::path(
    get, path = "/patients/insurers", tag = "insurances", operation_id = "listInsurers", security(("session" = [])),
    responses(
        (status = 200, body = InsurersResponse),
        SignedInProblems,
    )
)]
pub async fn handle(patient: Patient) -> Result<Json<InsurersResponse>, Problem> {
    let found = db::insurers::list(&mut patient.tenant.db.acquire().await?).await?;
    Ok(Json(InsurersResponse { insurers: found.into_iter().map(Into::into).collect() }))
}
