//! `GET /patients/insurances/{id}`

use axum::response::Json;

use super::shape::{InsuranceClaim, InsuranceClaimAnswer};
use crate::guard::Patient;
use crate::http::{Id, Language};
use crate::problem::{Code, Problem, ProblemBody};

/// One of the patient's claims, a canceled one too.
#[utoipa::path(
    get, path = "/patients/insurances/{id}", tag = "insurances", operation_id = "getInsurance",
    security(("session" = [])), params(("id" = i64, Path, description = "The claim's id")),
    responses(
        (status = 200, body = InsuranceClaimAnswer),
        (status = 401, description = "unauthorized", body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, description = "not_found", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub async fn handle(
    patient: Patient,
    Language(locale): Language,
    Id(id): Id,
) -> Result<Json<InsuranceClaimAnswer>, Problem> {
    let mut conn = patient.tenant.db.acquire().await?;
    let found = db::claims::find_own(&mut conn, patient.row.id, id.into()).await?.ok_or(Code::NotFound)?;
    Ok(Json(InsuranceClaimAnswer { insurance_claim: InsuranceClaim::of(found, locale) }))
}
