//! `POST /patients/confirm-email`

use std::net::IpAddr;

use axum::extract::State;
use axum::response::Json;
use chrono::{DateTime, Utc};
use db::TenantTx;
use db::profile::NewChange;
use domain::profile::mask_email;
use domain::{ChangeProof, Contact, Email, LinkToken, MessageKind, Patient, ProfileField};
use secrecy::{ExposeSecret as _, SecretString};
use serde::Deserialize;
use utoipa::ToSchema;

use super::Notice;
use crate::App;
use crate::extract::{Language, Tenant};
use crate::http::{ClientAddress, JsonBody};
use crate::problem::{Code, JsonProblems, Problem, PublicProblems, RateLimitProblem};
use crate::recovery::EmptyResponse;
use crate::services::limiter::RESET_ADDRESS;

/// The token of a link.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ConfirmEmailRequest {
    /// The token in the link.
    #[serde(default)]
    #[schema(required, value_type = String)]
    token: SecretString,
}

/// Confirms an e-mail address by its link, on any device, and sets it for the account. The old address gets a message.
#[utoipa::path(
    post, path = "/patients/confirm-email", tag = "profile", operation_id = "confirmEmail",
    request_body = ConfirmEmailRequest,
    responses(
        (status = 200, body = EmptyResponse, description = "The address is the account's"),
        PublicProblems, JsonProblems, RateLimitProblem,
        (status = 404, description = "invalid_token: unknown, used or too old; unknown_tenant"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    tenant: Tenant,
    address: ClientAddress,
    Language(locale): Language,
    JsonBody(request): JsonBody<ConfirmEmailRequest>,
) -> Result<Json<EmptyResponse>, Problem> {
    app.limiter.count(RESET_ADDRESS, &address.network()).await?;
    let hash = LinkToken::parse(request.token.expose_secret()).ok_or(Code::InvalidToken)?.hash();
    let now = app.clock.now();
    let mut tx = tenant.db.begin().await?;
    let used = db::profile::consume_confirmation(&mut tx, &hash, now).await?;
    let (id, email) = used.ok_or(Code::InvalidToken)?;
    let patient = db::patients::find(&mut tx, id).await?.ok_or(Code::InvalidToken)?;
    if patient.email.as_ref() != Some(&email) {
        EmailChange { patient: &patient, new: Some(&email), address: address.0 }.apply(&mut tx, now).await?;
        if let Some(old) = &patient.email {
            let contact = Contact::Email(old.clone());
            let notice = Notice { patient: id, kind: MessageKind::EmailChanged, contact: &contact, locale };
            super::send(&mut tx, &notice, now).await?;
        }
    }
    tx.commit().await?;
    Ok(Json(EmptyResponse {}))
}

/// A change of the e-mail address.
pub(super) struct EmailChange<'a> {
    /// The patient before the change.
    pub patient: &'a Patient,
    /// The new address; `None` removes it.
    pub new: Option<&'a Email>,
    /// The client's IP address.
    pub address: IpAddr,
}

impl EmailChange<'_> {
    /// Writes and records the change.
    pub async fn apply(&self, tx: &mut TenantTx, now: DateTime<Utc>) -> Result<(), Problem> {
        db::profile::set_email(tx, self.patient.id, self.new, now).await?;
        let change = NewChange {
            patient_id: self.patient.id,
            field: ProfileField::Email,
            proof: if self.new.is_some() { ChangeProof::Link } else { ChangeProof::Session },
            old_value: self.patient.email.as_ref().map(mask_email).unwrap_or_default(),
            client_address: Some(self.address),
        };
        super::record(tx, &change, now).await
    }
}
