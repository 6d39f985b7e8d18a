//! `POST /patients/insurances`

use axum::extract::State;
use axum::response::{IntoResponse as _, Json, Response};
use db::{claims, orders};
use domain::{Locale, Oid, OrderStatus};
use http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::request::ClaimRequest;
use super::shape::{InsuranceClaim, InsuranceResponse};
use crate::App;
use crate::extract::{Patient, RequestContext};
use crate::http::JsonBody;
use crate::insurances::check_claim;
use crate::problem::{
    Code, IdempotencyProblems, JsonProblems, Problem, RateLimitProblem, SignedInProblems, TermsProblem,
};
use crate::services::limiter::CLAIM_PATIENT;

/// The order that paid for a claim, or a new unpaid claim.
#[derive(Deserialize, Serialize, ToSchema)]
pub struct NewInsuranceRequest {
    /// The order of a paid claim. The other fields are then omitted, because the order has them.
    oid: Option<String>,
    /// A new unpaid claim.
    #[serde(flatten)]
    claim: ClaimRequest,
}

/// Returns the claim of a paid order. Without `oid`, creates a new unpaid claim. Requires the consents `health`, and `provide` for
/// the clinic and the insurer.
#[utoipa::path(
    post, path = "/patients/insurances", tag = "insurances", operation_id = "createInsurance",
    request_body = NewInsuranceRequest, security(("session" = [])),
    params(("idempotency-key" = Option<String>, Header, description = "Repeats the first response for the same key")),
    responses(
        (status = 201, body = InsuranceResponse),
        SignedInProblems, TermsProblem, JsonProblems, RateLimitProblem, IdempotencyProblems,
        (status = 404, description = "not_found: no such order of the patient; unknown_tenant"),
        (status = 409, description = "not_paid, consent_required, in_progress, unpaid_claim: the member insuranceId names the claim"),
        (status = 422, description = "validation, not_selectable, option_not_offered, idempotency_mismatch"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    patient: Patient,
    context: RequestContext,
    JsonBody(request): JsonBody<NewInsuranceRequest>,
) -> Result<Response, Problem> {
    if let Some(oid) = &request.oid {
        let insurance = find_paid_claim(&patient, oid, context.locale).await?;
        return Ok((StatusCode::CREATED, Json(InsuranceResponse { insurance })).into_response());
    }
    patient.require_terms(&app).await?;
    let now = app.clock.now();
    let secrets = request.claim.hash_secrets(&app.sealer, patient.row.id);
    let call = context.key.bind_with_secrets(patient.row.id, "POST /patients/insurances", &request, secrets)?;
    let mut tx = patient.tenant.db.begin().await?;
    if let Some(earlier) = call.begin(&mut tx, now).await? {
        return Ok(earlier.into_response());
    }
    app.limiter.count(CLAIM_PATIENT, &patient.row.id.to_string()).await?;
    let checked = check_claim(&app, &mut tx, &patient, &request.claim).await?;
    let id = claims::insert(&mut tx, patient.row.id, &checked.claim, now).await?;
    let made = claims::find_own(&mut tx, patient.row.id, id).await?.ok_or(Code::Internal)?;
    let response = InsuranceResponse { insurance: InsuranceClaim::new(made, context.locale) };
    call.finish(&mut tx, StatusCode::CREATED, &response).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(response)).into_response())
}

/// Finds the claim that a patient's order paid for.
pub(super) async fn find_paid_claim(patient: &Patient, oid: &str, locale: Locale) -> Result<InsuranceClaim, Problem> {
    let oid = Oid::parse(oid).ok_or(Code::NotFound)?;
    let mut conn = patient.tenant.db.acquire().await?;
    let order = orders::find_own(&mut conn, patient.row.id, &oid).await?.ok_or(Code::NotFound)?;
    let claim = order.claim_id.filter(|_| order.status == OrderStatus::Paid).ok_or(Code::NotPaid)?;
    let found = claims::find_own(&mut conn, patient.row.id, claim).await?.ok_or(Code::NotFound)?;
    Ok(InsuranceClaim::new(found, locale))
}
