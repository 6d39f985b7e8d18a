//! `POST /patients/find-id`

use axum::extract::State;
use axum::response::Json;
use domain::{Contact, Email, Invalid, MessageKind, Phone};
use serde::Deserialize;
use utoipa::ToSchema;

use super::{EmptyResponse, RecoveryMessage, count_contact, send_message};
use crate::App;
use crate::extract::{RequestContext, Tenant};
use crate::http::JsonBody;
use crate::problem::{Code, JsonProblems, Problem, PublicProblems, RateLimitProblem, ValidationProblem};
use crate::services::limiter::FIND_ADDRESS;

/// A contact of the account. The e-mail address is used when both are given.
#[derive(Debug, Deserialize, ToSchema)]
pub struct FindIdRequest {
    /// The e-mail address of the account, case-insensitive.
    #[schema(max_length = 254)]
    email: Option<String>,
    /// The mobile number of the account, digits only.
    #[schema(example = "01012345678", pattern = "^01[0-9]{8,9}$")]
    phone: Option<String>,
}

/// Sends the login IDs of an e-mail address or a mobile number to it.
#[utoipa::path(
    post, path = "/patients/find-id", tag = "recovery", operation_id = "findId", request_body = FindIdRequest,
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
    JsonBody(request): JsonBody<FindIdRequest>,
) -> Result<Json<EmptyResponse>, Problem> {
    let contact = match (request.email.as_deref(), request.phone.as_deref()) {
        (None, Some(phone)) => {
            Contact::Phone(Phone::parse(phone).map_err(|invalid| Invalid::new("phone", invalid.code))?)
        }
        (email, _) => Contact::Email(Email::parse(email.unwrap_or_default())?),
    };
    app.limiter.count(FIND_ADDRESS, &context.address.network()).await?;
    count_contact(&app, &tenant, &contact, context.address).await?;

    // the message lists all accounts; its row belongs to the newest
    let accounts = db::recovery::list_by_contact(&mut tenant.db.acquire().await?, &contact).await?;
    let newest = accounts.first().ok_or(Code::NotRegistered)?;
    let message =
        RecoveryMessage { kind: MessageKind::LoginIds, patient: newest.id, contact: &contact, locale: context.locale };
    send_message(&app, &tenant, &message, &context.request_id).await?;
    Ok(Json(EmptyResponse {}))
}
