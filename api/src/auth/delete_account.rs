//! `DELETE /patients/me`

use axum::extract::State;
use http::StatusCode;

use super::confirm::require_confirmation;
use crate::App;
use crate::extract::Patient;
use crate::http::RequestId;
use crate::order_jobs;
use crate::problem::{Problem, SignedInProblems};

/// Deletes the account: every session ends immediately and every consent is withdrawn. Photos and results are erased
/// after 30 days, the data of the sign-up after 90. Until then the login ID stays reserved. Claims without issued documents, or
/// with documents that are still to be forwarded, are canceled and refunded. Issued documents can no longer be downloaded. The
/// session must have been confirmed in the last ten minutes.
#[utoipa::path(
    delete, path = "/patients/me", tag = "auth", operation_id = "leave", security(("session" = [])),
    responses(
        (status = 204, description = "The account is deleted"),
        SignedInProblems,
        (status = 403, description = "confirmation_required, tenant_disabled"),
    )
)]
pub async fn handle(State(app): State<App>, patient: Patient, request_id: RequestId) -> Result<StatusCode, Problem> {
    require_confirmation(&app, &patient).await?;
    let mut tx = patient.tenant.db.begin().await?;
    // the second of two concurrent calls finds no patient: both get the same response
    let refunds = db::account_deletion::close_account(&mut tx, patient.row.id, app.clock.now()).await?;
    let mut jobs = Vec::new();
    for order in refunds.unwrap_or_default() {
        jobs.push(order_jobs::enqueue_refund(&mut tx, order, &request_id).await?);
    }
    tx.commit().await?;
    for job in jobs {
        app.producer.push(job).await;
    }
    Ok(StatusCode::NO_CONTENT)
}
