//! `DELETE /patients/me`

use axum::extract::State;
use http::StatusCode;

use super::confirm::require_confirmation;
use crate::App;
use crate::extract::Patient;
use crate::problem::{Problem, SignedInProblems};

/// Deletes the account: every session ends immediately and every consent is withdrawn. Photos and results are erased
/// after 30 days, the data of the sign-up after 90. Until then the login ID stays reserved. The session must have been
/// confirmed in the last ten minutes.
#[utoipa::path(
    delete, path = "/patients/me", tag = "auth", operation_id = "leave", security(("session" = [])),
    responses(
        (status = 204, description = "The account is deleted"),
        SignedInProblems,
        (status = 403, description = "confirmation_required, tenant_disabled"),
    )
)]
pub async fn handle(State(app): State<App>, patient: Patient) -> Result<StatusCode, Problem> {
    require_confirmation(&app, &patient).await?;
    let mut tx = patient.tenant.db.begin().await?;
    // the second of two concurrent calls finds no patient: both get the same response
    db::account_deletion::close_account(&mut tx, patient.row.id, app.clock.now()).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
