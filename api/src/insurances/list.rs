//! `GET /patients/insurances`

use axum::response::Json;
use db::claims::{self, Part};

use super::shape::{InsuranceClaim, InsuranceClaimsAnswer};
use crate::guard::Patient;
use crate::http::{Language, Page, Query};
use crate::problem::{Problem, ProblemBody};

/// The patient's claims that are not canceled, newest first.
#[utoipa::path(
    get, path = "/patients/insurances", tag = "insurances", operation_id = "listInsurances",
    security(("session" = [])), params(Page),
    responses(
        (status = 200, body = InsuranceClaimsAnswer),
        (status = 401, description = "unauthorized", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub async fn handle(
    patient: Patient,
    Language(locale): Language,
    Query(page): Query<Page>,
) -> Result<Json<InsuranceClaimsAnswer>, Problem> {
    let part = Part { before: page.before.map(Into::into), limit: page.one_more() };
    let found = claims::list_own(&mut patient.tenant.db.acquire().await?, patient.row.id, &part).await?;
    let (rows, next) = page.cut(found, |row| row.id.get());
    let insurance_claims = rows.into_iter().map(|row| InsuranceClaim::of(row, locale)).collect();
    Ok(Json(InsuranceClaimsAnswer { insurance_claims, next }))
}
