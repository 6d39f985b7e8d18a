//! `GET /patients/insurances`

use axum::response::Json;
use db::claims::{self, PageRequest};
use serde::Deserialize;
use utoipa::IntoParams;

use super::shape::{InsuranceClaim, InsuranceClaimsResponse};
use crate::extract::{Language, Patient};
use crate::http::{Page, Query};
use crate::people::choose::find_person;
use crate::problem::{MalformedProblem, NotFoundProblem, Problem, SignedInProblems, ValidationProblem};

/// Whose claims.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
pub struct InsurancesQuery {
    /// Only claims of this person of the account; by default, claims of everybody. Each claim names the insured person.
    person_id: Option<i64>,
}

/// The patient's claims that are not canceled, newest first.
#[utoipa::path(
    get, path = "/patients/insurances", tag = "insurances", operation_id = "listInsurances",
    security(("session" = [])), params(InsurancesQuery, Page),
    responses(
        (status = 200, body = InsuranceClaimsResponse),
        SignedInProblems, MalformedProblem, NotFoundProblem, ValidationProblem,
    )
)]
pub async fn handle(
    patient: Patient,
    Language(locale): Language,
    page: Page,
    Query(query): Query<InsurancesQuery>,
) -> Result<Json<InsuranceClaimsResponse>, Problem> {
    let request = PageRequest { before: page.before.map(Into::into), limit: page.fetch_limit() };
    let mut conn = patient.tenant.db.acquire().await?;
    let person = match query.person_id {
        Some(id) => Some(find_person(&mut conn, &patient, Some(id)).await?.label.id),
        None => None,
    };
    let found = claims::list_own(&mut conn, patient.row.id, person, &request).await?;
    let (rows, next) = page.split(found, |row| row.id.get());
    let insurance_claims = rows.into_iter().map(|row| InsuranceClaim::new(row, locale)).collect();
    Ok(Json(InsuranceClaimsResponse { insurance_claims, next }))
}
