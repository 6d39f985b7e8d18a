//! `POST /patients/find-id`

use axum::extract::State;
use axum::response::Json;
use domain::{Contact, Email, Invalid, MessageKind, Phone};
use serde::Deserialize;
use utoipa::ToSchema;

use super::{Done, Wanted, subject, tell};
use crate::App;
use crate::guard::Tenant;
use crate::guard::limiter::{FIND_ADDRESS, FIND_CONTACT};
use crate::http::{ClientAddress, Input, Language, RequestId};
use crate::problem::{Code, Problem, ProblemBody};

/// Where the answer goes: one of the two. An e-mail address comes first when both are given.
#[derive(Debug, Deserialize, ToSchema)]
pub struct FindIdRequest {
    /// The e-mail address of the account; its case does not matter.
    #[schema(max_length = 254)]
    email: Option<String>,
    /// The mobile number of the account, digits only.
    #[schema(example = "01012345678", pattern = "^01[0-9]{8,9}$")]
    phone: Option<String>,
}

/// Sends the login IDs that were registered with an e-mail address or a mobile number, there.
#[utoipa::path(
    post, path = "/patients/find-id", tag = "recovery", operation_id = "findId", request_body = FindIdRequest,
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
    Input(request): Input<FindIdRequest>,
) -> Result<Json<Done>, Problem> {
    let (Language(locale), request_id) = asked;
    let contact = match (request.email.as_deref(), request.phone.as_deref()) {
        (None, Some(phone)) => {
            Contact::Phone(Phone::parse(phone).map_err(|invalid| Invalid::new("phone", invalid.code))?)
        }
        (email, _) => Contact::Email(Email::parse(email.unwrap_or_default())?),
    };
    app.limiter.count(FIND_ADDRESS, &address.0.to_string()).await?;
    app.limiter.count(FIND_CONTACT, &subject(&tenant, &contact.key())).await?;

    // the message lists all accounts; it belongs to the newest
    let accounts = db::recovery::list_by_contact(&mut tenant.db.acquire().await?, &contact).await?;
    let newest = accounts.first().ok_or(Code::NotRegistered)?;
    let wanted = Wanted { kind: MessageKind::LoginIds, patient: newest.id, contact: &contact, locale };
    tell(&app, &tenant, &wanted, &request_id).await?;
    Ok(Json(Done {}))
}
