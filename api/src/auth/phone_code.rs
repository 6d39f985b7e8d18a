//! `POST /patients/phone-codes`

use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use db::phone_codes::RequesterHash;
use domain::Phone;
use domain::phone_code::SmsCode;
use http::StatusCode;
use queue::NewJob;
use queue::jobs::SendPhoneCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::App;
use crate::extract::idempotency::Account;
use crate::extract::{RequestContext, Tenant};
use crate::http::{ClientAddress, JsonBody};
use crate::problem::{IdempotencyProblems, JsonProblems, Problem, PublicProblems, RateLimitProblem};
use crate::services::limiter::{CODE_ADDRESS, CODE_NUMBER, CODE_NUMBER_ADDRESS};

/// The number to verify.
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
        PublicProblems, JsonProblems, RateLimitProblem, IdempotencyProblems,
    )
)]
pub async fn handle(
    State(app): State<App>,
    tenant: Tenant,
    context: RequestContext,
    JsonBody(request): JsonBody<PhoneCodeRequest>,
) -> Result<Response, Problem> {
    let phone = Phone::parse(&request.phone_number)?;
    let call = context.key.bind(Account::Nobody, "POST /patients/phone-codes", &request)?;
    app.limiter.count(CODE_ADDRESS, &context.address.network()).await?;

    let code = SmsCode::from_number(app.random.below(1_000_000));
    let now = app.clock.now();
    let mut tx = tenant.db.begin().await?;
    if let Some(earlier) = call.begin(&mut tx, now).await? {
        return Ok(earlier.into_response());
    }
    // a replay sends nothing, so it does not count against the limit
    let number = format!("{}:{}", tenant.row.id, phone.as_str());
    app.limiter.count(CODE_NUMBER_ADDRESS, &format!("{number}:{}", context.address.network())).await?;
    app.limiter.count(CODE_NUMBER, &number).await?;
    let requester = hash_requester(&app, &tenant, &phone, context.address);
    let id = db::phone_codes::insert(&mut tx, &phone, &code, &requester, now).await?;
    let job = NewJob::new(SendPhoneCode { phone_code_id: id }).with_request_id(context.request_id.as_str());
    let job = queue::enqueue(&mut tx, job).await?;
    call.finish(&mut tx, StatusCode::ACCEPTED, &()).await?;
    tx.commit().await?;
    app.producer.push(job).await;
    Ok(StatusCode::ACCEPTED.into_response())
}

/// Returns who requests or enters a code: a keyed hash, so that the address is not stored.
pub(super) fn hash_requester(app: &App, tenant: &Tenant, phone: &Phone, address: ClientAddress) -> RequesterHash {
    let context = format!("phone_codes.requester_hash:{}:{}", tenant.row.id, phone.as_str());
    app.sealer.hash(&context, &address.network())
}
