//! `POST /patients/phone-codes`

use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use domain::Phone;
use domain::phone_code::SmsCode;
use http::StatusCode;
use queue::{NewJob, Queue};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::App;
use crate::guard::Tenant;
use crate::guard::idempotency::Account;
use crate::guard::limiter::{CODE_ADDRESS, CODE_NUMBER};
use crate::http::{Creation, Input};
use crate::problem::{Problem, ProblemBody};

/// The number to confirm.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PhoneCodeRequest {
    /// A mobile number, digits only.
    #[serde(default)]
    #[schema(required, example = "01012345678", pattern = "^01[0-9]{8,9}$")]
    phone_number: String,
}

/// Sends a six-digit code to a mobile number, valid for three minutes.
#[utoipa::path(
    post, path = "/patients/phone-codes", tag = "auth", operation_id = "sendPhoneCode",
    request_body = PhoneCodeRequest,
    params(("idempotency-key" = Option<String>, Header, description = "Sends one code for the same key")),
    responses(
        (status = 202, description = "The message is on its way"),
        (status = 422, description = "validation, idempotency_mismatch", body = ProblemBody, content_type = "application/problem+json"),
        (status = 429, description = "too_many_requests", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    tenant: Tenant,
    creation: Creation,
    Input(request): Input<PhoneCodeRequest>,
) -> Result<Response, Problem> {
    let phone = Phone::parse(&request.phone_number)?;
    let call = creation.key.bind(Account::Nobody, "POST /patients/phone-codes", &request)?;
    app.limiter.count(CODE_ADDRESS, &creation.address.0.to_string()).await?;

    let code = SmsCode::from_number(app.random.below(1_000_000));
    let now = app.clock.now();
    let mut tx = tenant.db.begin().await?;
    if let Some(earlier) = call.begin(&mut tx, now).await? {
        return Ok(earlier.into_response());
    }
    // a repetition sends nothing, and so takes nothing of what the number is given
    app.limiter.count(CODE_NUMBER, &format!("{}:{}", tenant.row.id, phone.as_str())).await?;
    let id = db::phone_codes::insert(&mut tx, &phone, &code, now).await?;
    let job = NewJob::new(Queue::Notifications, "send_phone_code", id.get()).requested_by(creation.request_id.as_str());
    let job = queue::enqueue(&mut tx, &job).await?;
    call.finish(&mut tx, StatusCode::ACCEPTED, &()).await?;
    tx.commit().await?;
    app.producer.push_now(Queue::Notifications, &[job]).await;
    Ok(StatusCode::ACCEPTED.into_response())
}
