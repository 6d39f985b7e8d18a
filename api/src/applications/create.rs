//! `POST /patients/tcis`

use axum::extract::State;
use axum::response::{IntoResponse as _, Json, Response};
use db::applications::{self, NewApplication};
use domain::calendar::korean_day;
use domain::{ApplicationKind, Recipient};
use http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::person::{PersonRequest, choose_subject};
use super::shape::{Clinic, ClinicResponse};
use crate::App;
use crate::consents::require::{lock_account, require_consents};
use crate::extract::{PatientWithTerms, RequestContext};
use crate::http::JsonBody;
use crate::problem::{
    Code, IdempotencyProblems, JsonProblems, Problem, RateLimitProblem, SignedInProblems, TermsProblem,
};
use crate::self_checks::render::Renderer;
use crate::services::limiter::APPLICATION_PATIENT;

/// A new application.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ApplicationRequest {
    /// The clinic.
    #[serde(default)]
    #[schema(required)]
    institution_id: i64,
    /// The person of the account; by default, its holder. Name and birth date below must be this person's.
    person_id: Option<i64>,
    /// The person, as the clinic sees it.
    #[serde(flatten)]
    person: PersonRequest,
}

/// Applies for an analysis at a clinic. Requires the consents `health`, and `provide` for the clinic.
#[utoipa::path(
    post, path = "/patients/tcis", tag = "applications", operation_id = "createApplication",
    request_body = ApplicationRequest, security(("session" = [])),
    params(("idempotency-key" = Option<String>, Header, description = "Repeats the first response for the same key")),
    responses(
        (status = 201, body = ClinicResponse),
        SignedInProblems, TermsProblem, JsonProblems, RateLimitProblem, IdempotencyProblems,
        (status = 404, description = "not_found: no such person of the account; unknown_tenant"),
        (status = 409, description = "consent_required, in_progress"),
        (status = 422, description = "validation, not_selectable, idempotency_mismatch"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    PatientWithTerms(patient): PatientWithTerms,
    context: RequestContext,
    JsonBody(request): JsonBody<ApplicationRequest>,
) -> Result<Response, Problem> {
    let now = app.clock.now();
    let person = request.person.parse(korean_day(now))?;
    let call = context.key.bind(patient.row.id, "POST /patients/tcis", &request)?;
    app.limiter.count(APPLICATION_PATIENT, &patient.row.id.to_string()).await?;
    let mut tx = patient.tenant.db.begin().await?;
    if let Some(earlier) = call.begin(&mut tx, now).await? {
        return Ok(earlier.into_response());
    }
    lock_account(&mut tx, patient.row.id).await?;
    let own = choose_subject(&mut tx, &patient, request.person_id, &person, korean_day(now)).await?;
    let clinic = db::institutions::find(&mut tx, request.institution_id.into()).await?.ok_or(Code::NotSelectable)?;
    // photos that the clinic takes are health data
    require_consents(&mut tx, patient.row.id, &[Recipient::Clinic(clinic.id)]).await?;
    let new = NewApplication {
        kind: ApplicationKind::Application,
        patient_id: Some(patient.row.id),
        person_id: Some(own),
        institution_id: clinic.id,
        person,
        opened: false,
    };
    let id = applications::insert(&mut tx, &new, now).await?.ok_or(Code::NotSelectable)?;
    let made = applications::find_own(&mut tx, patient.row.id, id).await?.ok_or(Code::Internal)?;
    let response = ClinicResponse { clinic: Clinic::for_patient(made, &Renderer::new(&app, context.locale)) };
    call.finish(&mut tx, StatusCode::CREATED, &response).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(response)).into_response())
}
