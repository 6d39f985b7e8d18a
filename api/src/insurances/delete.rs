//! `DELETE /patients/insurances/{id}`

use axum::extract::State;
use db::claims;
use domain::ClaimStatus;
use domain::claim::{Actor, Facts};
use http::StatusCode;
use queue::Queue;

use crate::App;
use crate::guard::Patient;
use crate::http::{Id, RequestId};
use crate::payments::jobs;
use crate::problem::{Code, Problem, ProblemBody};

/// Calls a claim off that the clinic has not begun; what was paid goes back in full.
#[utoipa::path(
    delete, path = "/patients/insurances/{id}", tag = "insurances", operation_id = "cancelInsurance",
    security(("session" = [])), params(("id" = i64, Path, description = "The claim's id")),
    responses(
        (status = 204, description = "Called off"),
        (status = 401, description = "unauthorized", body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, description = "not_found", body = ProblemBody, content_type = "application/problem+json"),
        (status = 409, description = "illegal_transition: the clinic has begun, or it is called off", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    patient: Patient,
    request_id: RequestId,
    Id(id): Id,
) -> Result<StatusCode, Problem> {
    let now = app.clock.now();
    let mut tx = patient.tenant.db.begin().await?;
    let claim = claims::lock(&mut tx, id.into()).await?;
    let claim = claim.filter(|claim| claim.patient_id == patient.row.id).ok_or(Code::NotFound)?;
    let facts = Facts { by: Actor::Patient, paid: claim.paid_order.is_some(), all_issued: false };
    claim.status.step(ClaimStatus::Canceled, facts).map_err(|_| Code::IllegalTransition)?;
    let refund = claims::cancel(&mut tx, &claim, None, now).await?;
    let job = match refund {
        Some(order) => Some(jobs::refund(&mut tx, order, &request_id).await?),
        None => None,
    };
    tx.commit().await?;
    if let Some(job) = job {
        app.producer.push_now(Queue::Payments, &[job]).await;
    }
    Ok(StatusCode::NO_CONTENT)
}
