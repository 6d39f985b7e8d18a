//! `GET /patients/insurances/{id}`

use axum::extract::State;
use axum::response::Json;

use super::shape::{InsuranceClaim, InsuranceClaimResponse};
use crate::App;
use crate::extract::{Language, Patient};
use crate::http::PathParams;
use crate::problem::{Code, NotFoundProblem, Problem, SignedInProblems};

/// One of the patient's claims, also a canceled one. Marks its notifications as read.
#[utoipa::path(
    get, path = "/patients/insurances/{id}", tag = "insurances", operation_id = "getInsurance",
    security(("session" = [])), params(("id" = i64, Path, description = "The claim's id")),
    responses(
        (status = 200, body = InsuranceClaimResponse),
        SignedInProblems, NotFoundProblem,
    )
)]
pub async fn handle(
    State(app): State<App>,
    patient: Patient,
    Language(locale): Language,
    PathParams(id): PathParams<i64>,
) -> Result<Json<InsuranceClaimResponse>, Problem> {
    let mut conn = patient.tenant.db.acquire().await?;
    let found = db::claims::find_own(&mut conn, patient.row.id, id.into()).await?.ok_or(Code::NotFound)?;
    db::notifications::set_read_for_claim(&mut conn, patient.row.id, id.into(), app.clock.now()).await?;
    Ok(Json(InsuranceClaimResponse { insurance_claim: InsuranceClaim::new(found, locale) }))
}
