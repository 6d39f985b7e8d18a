//! `POST /patients/export`

use axum::extract::State;
use axum::response::{IntoResponse as _, Json, Response};
use db::exports::Export;
use domain::ObjectKey;
use http::StatusCode;
use queue::{NewJob, Queue};

use crate::App;
use crate::guard::Patient;
use crate::guard::limiter::EXPORT_PATIENT;
use crate::http::Creation;
use crate::problem::{Code, Problem, ProblemBody};
use crate::recovery::Done;

/// Packs everything that is kept of the patient. The link to the file, good for 24 hours, comes by e-mail, or by text
/// message when there is no e-mail address.
#[utoipa::path(
    post, path = "/patients/export", tag = "exports", operation_id = "exportData", security(("session" = [])),
    params(("idempotency-key" = Option<String>, Header, description = "Packs once for the same key")),
    responses(
        (status = 202, body = Done, description = "The file is being packed"),
        (status = 401, description = "unauthorized", body = ProblemBody, content_type = "application/problem+json"),
        (status = 422, description = "idempotency_mismatch", body = ProblemBody, content_type = "application/problem+json"),
        (status = 429, description = "too_many_requests", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub async fn handle(State(app): State<App>, patient: Patient, creation: Creation) -> Result<Response, Problem> {
    let call = creation.key.bind(patient.row.id, "POST /patients/export", &())?;
    let object_key =
        ObjectKey::new("export", app.environment.as_str(), app.random.bytes(), "zip").ok_or(Code::Internal)?;
    let now = app.clock.now();
    let mut tx = patient.tenant.db.begin().await?;
    if let Some(earlier) = call.begin(&mut tx, now).await? {
        return Ok(earlier.into_response());
    }
    // a repetition packs nothing, and so takes nothing of what the patient is given
    app.limiter.count(EXPORT_PATIENT, &patient.row.id.to_string()).await?;
    let export = Export { patient_id: patient.row.id, object_key, locale: creation.locale };
    let id = db::exports::insert(&mut tx, &export, now).await?;
    let job = NewJob::new(Queue::Maintenance, "export_data", id.get()).requested_by(creation.request_id.as_str());
    let job = queue::enqueue(&mut tx, &job).await?;
    call.finish(&mut tx, StatusCode::ACCEPTED, &Done {}).await?;
    tx.commit().await?;
    app.producer.push_now(Queue::Maintenance, &[job]).await;
    Ok((StatusCode::ACCEPTED, Json(Done {})).into_response())
}
