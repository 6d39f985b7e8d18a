//! `DELETE /patients/me/email`

use axum::extract::State;
use axum::response::Json;
use domain::{Contact, MessageKind};

use super::Notice;
use super::confirm_email::EmailChange;
use super::shape::OwnProfileResponse;
use crate::App;
use crate::auth::confirm::require_confirmation;
use crate::extract::{Language, Patient};
use crate::http::ClientAddress;
use crate::problem::{Problem, SignedInProblems};

/// Removes the e-mail address and sends a message to it. Without an address, nothing changes. The session must have
/// been confirmed in the last ten minutes.
#[utoipa::path(
    delete, path = "/patients/me/email", tag = "profile", operation_id = "deleteEmail", security(("session" = [])),
    responses(
        (status = 200, body = OwnProfileResponse),
        SignedInProblems,
        (status = 403, description = "confirmation_required, tenant_disabled"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    patient: Patient,
    address: ClientAddress,
    Language(locale): Language,
) -> Result<Json<OwnProfileResponse>, Problem> {
    require_confirmation(&app, &patient).await?;
    let now = app.clock.now();
    let mut tx = patient.tenant.db.begin().await?;
    if let Some(old) = &patient.row.email {
        EmailChange { patient: &patient.row, new: None, address: address.0 }.apply(&mut tx, now).await?;
        let contact = Contact::Email(old.clone());
        let notice = Notice { patient: patient.row.id, kind: MessageKind::EmailChanged, contact: &contact, locale };
        super::send(&mut tx, &notice, now).await?;
    }
    let response = OwnProfileResponse::load(&mut tx, &patient.row, now).await?;
    tx.commit().await?;
    Ok(Json(response))
}
