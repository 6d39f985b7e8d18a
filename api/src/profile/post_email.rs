//! `POST /patients/me/email`

use axum::extract::State;
use axum::response::{IntoResponse as _, Json, Response};
use domain::{Contact, Email, MessageKind};
use http::StatusCode;
use serde::Deserialize;
use utoipa::ToSchema;

use super::Notice;
use super::shape::OwnProfileResponse;
use crate::App;
use crate::auth::confirm::require_confirmation;
use crate::extract::{Language, Patient};
use crate::http::JsonBody;
use crate::problem::{JsonProblems, Problem, RateLimitProblem, SignedInProblems, ValidationProblem};
use crate::services::limiter::EMAIL_PATIENT;

/// The new e-mail address.
#[derive(Debug, Deserialize, ToSchema)]
pub struct PostEmailRequest {
    /// The address.
    #[serde(default)]
    #[schema(required, max_length = 254)]
    email: String,
}

/// Sends a link to a new e-mail address, valid once, for 24 hours. The address is set when the link is used. The
/// session must have been confirmed in the last ten minutes, because the address can recover the account.
#[utoipa::path(
    post, path = "/patients/me/email", tag = "profile", operation_id = "postEmail",
    request_body = PostEmailRequest, security(("session" = [])),
    responses(
        (status = 202, body = OwnProfileResponse, description = "The message is on its way"),
        SignedInProblems, JsonProblems, ValidationProblem, RateLimitProblem,
        (status = 403, description = "confirmation_required, tenant_disabled"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    patient: Patient,
    Language(locale): Language,
    JsonBody(request): JsonBody<PostEmailRequest>,
) -> Result<Response, Problem> {
    let email = Email::parse(&request.email)?;
    require_confirmation(&app, &patient).await?;
    let (id, now) = (patient.row.id, app.clock.now());
    app.limiter.count(EMAIL_PATIENT, &format!("{}:{id}", patient.tenant.row.id)).await?;
    let mut tx = patient.tenant.db.begin().await?;
    let contact = Contact::Email(email.clone());
    let notice = Notice { patient: id, kind: MessageKind::ConfirmEmail, contact: &contact, locale };
    let message = super::send(&mut tx, &notice, now).await?;
    db::profile::insert_confirmation(&mut tx, id, message, &email, now).await?;
    let response = OwnProfileResponse::load(&mut tx, &patient.row, now).await?;
    tx.commit().await?;
    Ok((StatusCode::ACCEPTED, Json(response)).into_response())
}
