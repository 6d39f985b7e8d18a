//! `POST /patients/phone-codes/verify`

use axum::extract::State;
use axum::response::Json;
use db::phone_codes::{self, EnteredCode, Verification};
use domain::Phone;
use domain::phone_code::SmsCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::phone_code::hash_requester;
use crate::App;
use crate::extract::Tenant;
use crate::http::{ClientAddress, JsonBody};
use crate::problem::{Code, FieldErrors, JsonProblems, Problem, PublicProblems, RateLimitProblem};
use crate::services::limiter::VERIFY_ADDRESS;
use crate::services::token;

/// A number and the code that was sent to it.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct VerifyPhoneCodeRequest {
    /// The mobile number, digits only.
    #[serde(default)]
    #[schema(required, example = "01012345678")]
    phone_number: String,
    /// The six digits.
    #[serde(default)]
    #[schema(required, example = "012345", pattern = "^[0-9]{6}$")]
    code: String,
}

/// The proof that a number was verified.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct VerifyPhoneCodeResponse {
    /// The proof, valid once, for the same number.
    phone_token: String,
}

/// Verifies a number by the code that was sent to it. Five wrong attempts invalidate the code.
#[utoipa::path(
    post, path = "/patients/phone-codes/verify", tag = "auth", operation_id = "verifyPhoneCode",
    request_body = VerifyPhoneCodeRequest,
    responses(
        (status = 200, body = VerifyPhoneCodeResponse),
        PublicProblems, JsonProblems, RateLimitProblem,
        (status = 422, description = "validation, code_mismatch"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    tenant: Tenant,
    address: ClientAddress,
    JsonBody(request): JsonBody<VerifyPhoneCodeRequest>,
) -> Result<Json<VerifyPhoneCodeResponse>, Problem> {
    let mut errors = FieldErrors::default();
    let phone = errors.check(Phone::parse(&request.phone_number));
    let code = errors.check(SmsCode::parse(&request.code));
    errors.finish()?;
    let (Some(phone), Some(code)) = (phone, code) else { return Err(Code::Internal.into()) };
    app.limiter.count(VERIFY_ADDRESS, &address.network()).await?;

    let (phone_token, hash) = token::issue(&app.random);
    let requester = hash_requester(&app, &tenant, &phone, address);
    let entered = EnteredCode { phone: &phone, code: &code, requester: &requester, proof: &hash };
    let mut tx = tenant.db.begin().await?;
    let verification = phone_codes::verify(&mut tx, &entered, app.clock.now()).await?;
    tx.commit().await?;
    match verification {
        Verification::Verified => Ok(Json(VerifyPhoneCodeResponse { phone_token })),
        Verification::Wrong { .. } | Verification::Closed => Err(Code::CodeMismatch.into()),
    }
}
