//! `POST /patients/tcis`

use axum::extract::State;
use axum::response::{IntoResponse as _, Json, Response};
use db::applications::{self, NewApplication};
use domain::ApplicationKind;
use domain::number::korean_day;
use http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::person::PersonRequest;
use super::shape::{Clinic, ClinicAnswer};
use crate::App;
use crate::guard::Patient;
use crate::guard::limiter::APPLICATION_PATIENT;
use crate::http::{Creation, Input};
use crate::problem::{Code, Problem, ProblemBody};
use crate::self_checks::render::Renderer;

/// What a patient applies for.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ApplicationRequest {
    /// The clinic.
    #[serde(default)]
    #[schema(required)]
    institution_id: i64,
    /// Whom it is about.
    #[serde(flatten)]
    person: PersonRequest,
}

/// Applies for an analysis at a clinic. The patient has agreed to giving data to it: consent `provide` with the clinic's name.
#[utoipa::path(
    post, path = "/patients/tcis", tag = "applications", operation_id = "createApplication",
    request_body = ApplicationRequest, security(("session" = [])),
    params(("idempotency-key" = Option<String>, Header, description = "Repeats the first answer for the same key")),
    responses(
        (status = 201, body = ClinicAnswer),
        (status = 401, description = "unauthorized", body = ProblemBody, content_type = "application/problem+json"),
        (status = 409, description = "consent_required", body = ProblemBody, content_type = "application/problem+json"),
        (status = 422, description = "validation, not_selectable, idempotency_mismatch", body = ProblemBody, content_type = "application/problem+json"),
        (status = 429, description = "too_many_requests", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    patient: Patient,
    creation: Creation,
    Input(request): Input<ApplicationRequest>,
) -> Result<Response, Problem> {
    let now = app.clock.now();
    let person = request.person.parse(korean_day(now))?;
    let call = creation.key.bind(patient.row.id, "POST /patients/tcis", &request)?;
    app.limiter.count(APPLICATION_PATIENT, &patient.row.id.to_string()).await?;
    let mut tx = patient.tenant.db.begin().await?;
    if let Some(earlier) = call.begin(&mut tx, now).await? {
        return Ok(earlier.into_response());
    }
    let clinic = db::institutions::find(&mut tx, request.institution_id.into()).await?.ok_or(Code::NotSelectable)?;
    if !db::consents::stands_for(&mut tx, patient.row.id, &clinic.name).await? {
        return Err(Code::ConsentRequired.into());
    }
    let new = NewApplication {
        kind: ApplicationKind::Application,
        patient_id: Some(patient.row.id),
        institution_id: clinic.id,
        person,
        opened: false,
    };
    let id = applications::insert(&mut tx, &new, now).await?.ok_or(Code::NotSelectable)?;
    let made = applications::find_own(&mut tx, patient.row.id, id).await?.ok_or(Code::Internal)?;
    let answer = ClinicAnswer { clinic: Clinic::for_patient(made, &Renderer::new(&app, creation.locale)) };
    call.finish(&mut tx, StatusCode::CREATED, &answer).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(answer)).into_response())
}
