//! `GET /patients/insurances/{id}`

use axum::response::Json;

use super::shape::{InsuranceClaim, InsuranceClaimAnswer};
use crate::extract::{Language, Patient};
use crate::http::PathParams;
use crate::problem::{Code, NotFoundProblem, Problem, SignedInProblems};

/// One of the patient's claims, a canceled one too.
#[utoipa::path(
    get, path = "/patients/insurances/{id}", tag = "insurances", operation_id = "getInsurance",
    security(("session" = [])), params(("id" = i64, Path, description = "The claim's id")),
    responses(
        (status = 200, body = InsuranceClaimAnswer),
        SignedInProblems, NotFoundProblem,
    )
)]
pub async fn handle(
    patient: Patient,
    Language(locale): Language,
    PathParams(id): PathParams<i64>,
) -> Result<Json<InsuranceClaimAnswer>, Problem> {
    let mut conn = patient.tenant.db.acquire().await?;
    let found = db::claims::find_own(&mut conn, patient.row.id, id.into()).await?.ok_or(Code::NotFound)?;
    Ok(Json(InsuranceClaimAnswer { insurance_claim: InsuranceClaim::new(found, locale) }))
}
