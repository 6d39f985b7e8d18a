//! `PUT /patients/me/phone`

use axum::extract::State;
use axum::response::Json;
use db::profile::NewChange;
use domain::profile::mask_phone;
use domain::{ChangeProof, Contact, InvalidCode, MessageKind, Phone, ProfileField};
use serde::Deserialize;
use utoipa::ToSchema;

use super::Notice;
use super::shape::OwnProfileResponse;
use crate::App;
use crate::auth::confirm::require_confirmation;
use crate::extract::{Language, Patient};
use crate::http::{ClientAddress, JsonBody};
use crate::problem::{JsonProblems, Problem, SignedInProblems, ValidationProblem};
use crate::services::token;

/// The new number and its proof.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PutPhoneRequest {
    /// Mobile number, digits only.
    #[serde(default)]
    #[schema(required, example = "01012345678", pattern = "^01[0-9]{8,9}$")]
    phone_number: String,
    /// The proof of `POST /patients/phone-codes/verify` for this number, used once.
    #[serde(default)]
    #[schema(required)]
    phone_token: String,
}

/// Sets the mobile number by a code that was sent to it. The old number gets a message. The session must have been
/// confirmed in the last ten minutes, because the number can recover the account.
#[utoipa::path(
    put, path = "/patients/me/phone", tag = "profile", operation_id = "putPhone",
    request_body = PutPhoneRequest, security(("session" = [])),
    responses(
        (status = 200, body = OwnProfileResponse),
        SignedInProblems, JsonProblems, ValidationProblem,
        (status = 403, description = "confirmation_required, tenant_disabled"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    patient: Patient,
    address: ClientAddress,
    Language(locale): Language,
    JsonBody(request): JsonBody<PutPhoneRequest>,
) -> Result<Json<OwnProfileResponse>, Problem> {
    let phone = Phone::parse(&request.phone_number)?;
    require_confirmation(&app, &patient).await?;
    let (old, now) = (&patient.row, app.clock.now());
    let mut tx = patient.tenant.db.begin().await?;
    if !db::phone_codes::consume(&mut tx, &token::hash(&request.phone_token), &phone, now).await? {
        return Err(Problem::field("phoneToken", InvalidCode::Unknown));
    }
    if old.phone_number != phone {
        db::profile::set_phone(&mut tx, old.id, &phone, now).await?;
        let change = NewChange {
            patient_id: old.id,
            field: ProfileField::PhoneNumber,
            proof: ChangeProof::Code,
            old_value: mask_phone(&old.phone_number),
            client_address: Some(address.0),
        };
        super::record(&mut tx, &change, now).await?;
        let contact = Contact::Phone(old.phone_number.clone());
        let notice = Notice { patient: old.id, kind: MessageKind::PhoneChanged, contact: &contact, locale };
        super::send(&mut tx, &notice, now).await?;
    }
    let response = OwnProfileResponse::load(&mut tx, old, now).await?;
    tx.commit().await?;
    Ok(Json(response))
}
