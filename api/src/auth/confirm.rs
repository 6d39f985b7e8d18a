//! `POST /patients/auth/confirm`

use axum::extract::State;
use chrono::TimeDelta;
use domain::InvalidCode;
use http::StatusCode;
use secrecy::{ExposeSecret, SecretString};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::App;
use crate::extract::Patient;
use crate::http::JsonBody;
use crate::problem::{Code, FieldErrors, JsonProblems, Problem, RateLimitProblem, SignedInProblems, ValidationProblem};
use crate::services::limiter::CONFIRM_PATIENT;
use crate::services::token;

/// How long a confirmation is valid.
pub const CONFIRMATION_LIFETIME: TimeDelta = TimeDelta::minutes(10);

/// The current password, or the proof of the account's own number. The password is used when both are present.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ConfirmRequest {
    /// The current password.
    #[schema(max_length = 200, value_type = Option<String>, format = Password)]
    password: Option<SecretString>,
    /// The proof that a code sent to the account's number was verified.
    phone_token: Option<String>,
}

/// Confirms that the holder of the session owns the account, for ten minutes. Irreversible actions require it.
#[utoipa::path(
    post, path = "/patients/auth/confirm", tag = "auth", operation_id = "confirm", request_body = ConfirmRequest,
    security(("session" = [])),
    responses(
        (status = 204, description = "Confirmed"),
        SignedInProblems, JsonProblems, ValidationProblem, RateLimitProblem,
    )
)]
pub async fn handle(
    State(app): State<App>,
    patient: Patient,
    JsonBody(request): JsonBody<ConfirmRequest>,
) -> Result<StatusCode, Problem> {
    let now = app.clock.now();
    let proof = match (&request.password, &request.phone_token) {
        (None, Some(proof)) => Some(proof.as_str()),
        (password, _) => {
            let mut errors = FieldErrors::default();
            errors.require_text("password", password.as_ref().map(ExposeSecret::expose_secret).unwrap_or_default());
            errors.finish()?;
            None
        }
    };
    app.limiter.count(CONFIRM_PATIENT, &patient.row.id.to_string()).await?;

    if let Some(proof) = proof {
        let mut conn = patient.tenant.db.acquire().await?;
        if !db::phone_codes::consume(&mut conn, &token::hash(proof), &patient.row.phone_number, now).await? {
            return Err(Problem::field("phoneToken", InvalidCode::Unknown));
        }
    } else {
        let login = &patient.row.login_user_id;
        let found = db::patients::find_credentials(&mut patient.tenant.db.acquire().await?, login).await?;
        let stored = found.as_ref().map(|found| &found.password_hash);
        if !app.passwords.verify(request.password.unwrap_or_default(), stored).await? {
            return Err(Problem::field("password", InvalidCode::Mismatch));
        }
    }
    db::sessions::set_confirmed(&mut patient.tenant.db.acquire().await?, patient.session_id, now).await?;
    app.limiter.reset(CONFIRM_PATIENT, &patient.row.id.to_string()).await;
    Ok(StatusCode::NO_CONTENT)
}

/// Checks that the holder of the session has confirmed to own the account, within [`CONFIRMATION_LIFETIME`].
///
/// # Errors
/// [`Code::ConfirmationRequired`].
pub async fn require_confirmation(app: &App, patient: &Patient) -> Result<(), Problem> {
    let since = app.clock.now() - CONFIRMATION_LIFETIME;
    let mut conn = patient.tenant.db.acquire().await?;
    if db::sessions::is_confirmed(&mut conn, patient.session_id, since).await? {
        Ok(())
    } else {
        Err(Code::ConfirmationRequired.into())
    }
}
