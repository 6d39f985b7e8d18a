//! `DELETE /patients/insurances/{id}`

use axum::extract::State;
use db::{claims, issued_documents, orders};
use domain::ClaimStatus;
use domain::claim::{Actor, StepContext};
use http::StatusCode;

use crate::App;
use crate::extract::Patient;
use crate::http::{PathParams, RequestId};
use crate::order_jobs;
use crate::problem::{Code, NotFoundProblem, Problem, SignedInProblems};

/// Cancels a claim without an issued document. A payment is refunded in full, as the claim's `cancellation` states.
#[utoipa::path(
    delete, path = "/patients/insurances/{id}", tag = "insurances", operation_id = "cancelInsurance",
    security(("session" = [])), params(("id" = i64, Path, description = "The claim's id")),
    responses(
        (status = 204, description = "Canceled"),
        SignedInProblems, NotFoundProblem,
        (status = 409, description = "illegal_transition: a document is issued, or it is already canceled"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    patient: Patient,
    request_id: RequestId,
    PathParams(id): PathParams<i64>,
) -> Result<StatusCode, Problem> {
    let now = app.clock.now();
    let mut tx = patient.tenant.db.begin().await?;
    let claim = claims::lock(&mut tx, id.into()).await?;
    let claim = claim.filter(|claim| claim.patient_id == patient.row.id).ok_or(Code::NotFound)?;
    let any_issued = !issued_documents::list_for_claim(&mut tx, claim.id).await?.is_empty();
    let context =
        StepContext { by: Actor::Patient, is_paid: claim.paid_order.is_some(), all_issued: false, any_issued };
    claim.status.step(ClaimStatus::Canceled, context).map_err(|_| Code::IllegalTransition)?;
    let refund = orders::cancel_claim(&mut tx, &claim, None, now).await?;
    let job = match refund {
        Some(order) => Some(order_jobs::enqueue_refund(&mut tx, order, &request_id).await?),
        None => None,
    };
    tx.commit().await?;
    if let Some(job) = job {
        app.producer.push(job).await;
    }
    Ok(StatusCode::NO_CONTENT)
}
