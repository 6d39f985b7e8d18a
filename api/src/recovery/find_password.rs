//! `POST /patients/find-password`

use axum::extract::State;
use axum::response::Json;
use domain::{Contact, Email, LoginUserId, MessageKind, Phone};
use serde::Deserialize;
use utoipa::ToSchema;

use super::{Done, Wanted, subject, tell};
use crate::App;
use crate::auth::rules::Checks;
use crate::guard::Tenant;
use crate::guard::limiter::{FIND_ACCOUNT, FIND_ADDRESS, FIND_CONTACT};
use crate::http::{ClientAddress, Input, Language, RequestId};
use crate::problem::{Code, Problem, ProblemBody};

/// Which account, and where its link goes: one of the two. An e-mail address comes first when both are given.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FindPasswordRequest {
    /// The login ID; its case does not matter.
    #[serde(default)]
    #[schema(required, max_length = 100)]
    login_user_id: String,
    /// The e-mail address of the account; its case does not matter.
    #[schema(max_length = 254)]
    email: Option<String>,
    /// The mobile number of the account, digits only.
    #[schema(example = "01012345678", pattern = "^01[0-9]{8,9}$")]
    phone_number: Option<String>,
}

/// Sends a link to set a new password: good once, for 30 minutes.
#[utoipa::path(
    post, path = "/patients/find-password", tag = "recovery", operation_id = "findPassword",
    request_body = FindPasswordRequest,
    responses(
        (status = 200, body = Done, description = "The message is on its way"),
        (status = 404, description = "not_registered", body = ProblemBody, content_type = "application/problem+json"),
        (status = 422, description = "validation", body = ProblemBody, content_type = "application/problem+json"),
        (status = 429, description = "too_many_requests", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    tenant: Tenant,
    address: ClientAddress,
    asked: (Language, RequestId),
    Input(request): Input<FindPasswordRequest>,
) -> Result<Json<Done>, Problem> {
    let (Language(locale), request_id) = asked;
    let mut checks = Checks::default();
    checks.given("loginUserId", &request.login_user_id);
    let contact = match (request.email.as_deref(), request.phone_number.as_deref()) {
        (None, Some(phone)) => Phone::parse(phone).map(Contact::Phone),
        (email, _) => Email::parse(email.unwrap_or_default()).map(Contact::Email),
    };
    let contact = checks.take(contact);
    checks.finish()?;
    let contact = contact.ok_or(Code::Internal)?;
    app.limiter.count(FIND_ADDRESS, &address.0.to_string()).await?;
    app.limiter.count(FIND_CONTACT, &subject(&tenant, &contact.key())).await?;
    app.limiter.count(FIND_ACCOUNT, &subject(&tenant, &request.login_user_id.to_ascii_lowercase())).await?;

    // what cannot be an ID is nobody's
    let login = LoginUserId::parse(&request.login_user_id).map_err(|_| Code::NotRegistered)?;
    let found = db::recovery::find_account(&mut tenant.db.acquire().await?, &login, &contact).await?;
    let patient = found.ok_or(Code::NotRegistered)?;
    let wanted = Wanted { kind: MessageKind::PasswordReset, patient, contact: &contact, locale };
    tell(&app, &tenant, &wanted, &request_id).await?;
    Ok(Json(Done {}))
}
