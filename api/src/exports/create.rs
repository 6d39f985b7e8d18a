//! `POST /patients/export`

use axum::extract::State;
use axum::response::{IntoResponse as _, Json, Response};
use db::exports::Export;
use domain::ObjectKey;
use http::StatusCode;
use queue::NewJob;
use queue::jobs::ExportData;

use crate::App;
use crate::extract::{Patient, RequestContext};
use crate::problem::{Code, IdempotencyProblems, Problem, RateLimitProblem, SignedInProblems};
use crate::recovery::EmptyResponse;
use crate::services::limiter::EXPORT_PATIENT;

/// Exports all data of the patient. The link to the file, valid for 24 hours, is sent by e-mail, or by text message without an
/// e-mail address.
#[utoipa::path(
    post, path = "/patients/export", tag = "exports", operation_id = "exportData", security(("session" = [])),
    params(("idempotency-key" = Option<String>, Header, description = "Packs once for the same key")),
    responses(
        (status = 202, body = EmptyResponse, description = "The file is being packed"),
        SignedInProblems, RateLimitProblem, IdempotencyProblems,
        (status = 422, description = "idempotency_mismatch"),
    )
)]
pub async fn handle(State(app): State<App>, patient: Patient, context: RequestContext) -> Result<Response, Problem> {
    let call = context.key.bind(patient.row.id, "POST /patients/export", &())?;
    let object_key =
        ObjectKey::new("export", app.environment.as_str(), app.random.bytes(), "zip").ok_or(Code::Internal)?;
    let now = app.clock.now();
    let mut tx = patient.tenant.db.begin().await?;
    if let Some(earlier) = call.begin(&mut tx, now).await? {
        return Ok(earlier.into_response());
    }
    // a replay packs nothing, so it does not count against the limit
    app.limiter.count(EXPORT_PATIENT, &patient.row.id.to_string()).await?;
    let export = Export { patient_id: patient.row.id, object_key, locale: context.locale };
    let id = db::exports::insert(&mut tx, &export, now).await?;
    let job = NewJob::new(ExportData { export_id: id }).with_request_id(context.request_id.as_str());
    let job = queue::enqueue(&mut tx, job).await?;
    call.finish(&mut tx, StatusCode::ACCEPTED, &EmptyResponse {}).await?;
    tx.commit().await?;
    app.producer.push(job).await;
    Ok((StatusCode::ACCEPTED, Json(EmptyResponse {})).into_response())
}
