//! `GET /patients/insurances`

use axum::response::Json;
use db::claims::{self, PageRequest};

use super::shape::{InsuranceClaim, InsuranceClaimsAnswer};
use crate::extract::{Language, Patient};
use crate::http::Page;
use crate::problem::{MalformedProblem, Problem, SignedInProblems, ValidationProblem};

/// The patient's claims that are not canceled, newest first.
#[utoipa::path(
    get, path = "/patients/insurances", tag = "insurances", operation_id = "listInsurances",
    security(("session" = [])), params(Page),
    responses(
        (status = 200, body = InsuranceClaimsAnswer),
        SignedInProblems, MalformedProblem, ValidationProblem,
    )
)]
pub async fn handle(
    patient: Patient,
    Language(locale): Language,
    page: Page,
) -> Result<Json<InsuranceClaimsAnswer>, Problem> {
    let request = PageRequest { before: page.before.map(Into::into), limit: page.fetch_limit() };
    let found = claims::list_own(&mut patient.tenant.db.acquire().await?, patient.row.id, &request).await?;
    let (rows, next) = page.split(found, |row| row.id.get());
    let insurance_claims = rows.into_iter().map(|row| InsuranceClaim::new(row, locale)).collect();
    Ok(Json(InsuranceClaimsAnswer { insurance_claims, next }))
}
