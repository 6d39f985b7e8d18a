//! `POST /patients/insurances`

use axum::extract::State;
use axum::response::{IntoResponse as _, Json, Response};
use db::{claims, orders};
use domain::{Locale, Oid, OrderStatus};
use http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::request::ClaimRequest;
use super::shape::{InsuranceAnswer, InsuranceClaim};
use crate::App;
use crate::guard::Patient;
use crate::guard::limiter::CLAIM_PATIENT;
use crate::http::{Creation, Input};
use crate::insurances::checked;
use crate::problem::{Code, Problem, ProblemBody};

/// The order that paid for a claim, or a claim that is to be paid later.
#[derive(Deserialize, Serialize, ToSchema)]
pub struct NewInsuranceRequest {
    /// The order of a claim that was paid: the other fields are left out then, they were given with the order.
    oid: Option<String>,
    /// A claim that is to be paid later.
    #[serde(flatten)]
    claim: ClaimRequest,
}

/// The claim of a paid order, each time the same; or, without `oid`, a new claim that is to be paid. The patient has agreed to
/// the processing of health data, and to giving data to the clinic and to the insurer (consents `health` and `provide`).
#[utoipa::path(
    post, path = "/patients/insurances", tag = "insurances", operation_id = "createInsurance",
    request_body = NewInsuranceRequest, security(("session" = [])),
    params(("idempotency-key" = Option<String>, Header, description = "Repeats the first answer for the same key")),
    responses(
        (status = 201, body = InsuranceAnswer),
        (status = 401, description = "unauthorized", body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, description = "not_found: no such order of the patient", body = ProblemBody, content_type = "application/problem+json"),
        (status = 409, description = "not_paid, consent_required", body = ProblemBody, content_type = "application/problem+json"),
        (status = 422, description = "validation, not_selectable, idempotency_mismatch", body = ProblemBody, content_type = "application/problem+json"),
        (status = 429, description = "too_many_requests", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    patient: Patient,
    creation: Creation,
    Input(request): Input<NewInsuranceRequest>,
) -> Result<Response, Problem> {
    if let Some(oid) = &request.oid {
        let insurance = of_order(&patient, oid, creation.locale).await?;
        return Ok((StatusCode::CREATED, Json(InsuranceAnswer { insurance })).into_response());
    }
    let now = app.clock.now();
    let call = creation.key.bind(patient.row.id, "POST /patients/insurances", &request)?;
    let mut tx = patient.tenant.db.begin().await?;
    if let Some(earlier) = call.begin(&mut tx, now).await? {
        return Ok(earlier.into_response());
    }
    app.limiter.count(CLAIM_PATIENT, &patient.row.id.to_string()).await?;
    let checked = checked(&app, &mut tx, &patient, &request.claim).await?;
    let id = claims::insert(&mut tx, patient.row.id, &checked.claim, now).await?;
    let made = claims::find_own(&mut tx, patient.row.id, id).await?.ok_or(Code::Internal)?;
    let answer = InsuranceAnswer { insurance: InsuranceClaim::of(made, creation.locale) };
    call.finish(&mut tx, StatusCode::CREATED, &answer).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(answer)).into_response())
}

/// The claim that a patient's own order paid for.
pub(super) async fn of_order(patient: &Patient, oid: &str, locale: Locale) -> Result<InsuranceClaim, Problem> {
    let oid = Oid::parse(oid).ok_or(Code::NotFound)?;
    let mut conn = patient.tenant.db.acquire().await?;
    let order = orders::find_own(&mut conn, patient.row.id, &oid).await?.ok_or(Code::NotFound)?;
    let claim = order.claim_id.filter(|_| order.status == OrderStatus::Paid).ok_or(Code::NotPaid)?;
    let found = claims::find_own(&mut conn, patient.row.id, claim).await?.ok_or(Code::NotFound)?;
    Ok(InsuranceClaim::of(found, locale))
}
