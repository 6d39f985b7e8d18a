//! `POST /patients/find-password`

use axum::extract::State;
use axum::response::Json;
use domain::{Contact, Email, LoginUserId, MessageKind, Phone};
use serde::Deserialize;
use utoipa::ToSchema;

use super::{EmptyResponse, RecoveryMessage, count_contact, limit_subject, send_message};
use crate::App;
use crate::extract::{RequestContext, Tenant};
use crate::http::JsonBody;
use crate::problem::{Code, FieldErrors, JsonProblems, Problem, PublicProblems, RateLimitProblem, ValidationProblem};
use crate::services::limiter::{FIND_ACCOUNT, FIND_ACCOUNT_ADDRESS, FIND_ADDRESS};

/// The account and one of its contacts. The e-mail address is used when both are given.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FindPasswordRequest {
    /// The login ID, case-insensitive.
    #[serde(default)]
    #[schema(required, max_length = 100)]
    login_user_id: String,
    /// The e-mail address of the account, case-insensitive.
    #[schema(max_length = 254)]
    email: Option<String>,
    /// The mobile number of the account, digits only.
    #[schema(example = "01012345678", pattern = "^01[0-9]{8,9}$")]
    phone_number: Option<String>,
}

/// Sends a link to set a new password. It is valid once, for 30 minutes.
#[utoipa::path(
    post, path = "/patients/find-password", tag = "recovery", operation_id = "findPassword",
    request_body = FindPasswordRequest,
    responses(
        (status = 200, body = EmptyResponse, description = "The message is on its way"),
        PublicProblems, JsonProblems, ValidationProblem, RateLimitProblem,
        (status = 404, description = "not_registered; unknown_tenant"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    tenant: Tenant,
    context: RequestContext,
    JsonBody(request): JsonBody<FindPasswordRequest>,
) -> Result<Json<EmptyResponse>, Problem> {
    let mut errors = FieldErrors::default();
    errors.require_text("loginUserId", &request.login_user_id);
    let contact = match (request.email.as_deref(), request.phone_number.as_deref()) {
        (None, Some(phone)) => Phone::parse(phone).map(Contact::Phone),
        (email, _) => Email::parse(email.unwrap_or_default()).map(Contact::Email),
    };
    let contact = errors.check(contact);
    errors.finish()?;
    let contact = contact.ok_or(Code::Internal)?;
    app.limiter.count(FIND_ADDRESS, &context.address.network()).await?;
    count_contact(&app, &tenant, &contact, context.address).await?;
    let account = limit_subject(&tenant, &request.login_user_id.to_ascii_lowercase());
    app.limiter.count(FIND_ACCOUNT_ADDRESS, &format!("{account}:{}", context.address.network())).await?;
    app.limiter.count(FIND_ACCOUNT, &account).await?;

    // a malformed ID has no account
    let login = LoginUserId::parse(&request.login_user_id).map_err(|_| Code::NotRegistered)?;
    let found = db::recovery::find_account(&mut tenant.db.acquire().await?, &login, &contact).await?;
    let patient = found.ok_or(Code::NotRegistered)?;
    let message =
        RecoveryMessage { kind: MessageKind::PasswordReset, patient, contact: &contact, locale: context.locale };
    send_message(&app, &tenant, &message, &context.request_id).await?;
    Ok(Json(EmptyResponse {}))
}
