//! `POST /patients/phone-codes/verify`

use axum::extract::State;
use axum::response::Json;
use db::phone_codes::Verification;
use domain::Phone;
use domain::phone_code::SmsCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::rules::Checks;
use crate::App;
use crate::guard::limiter::VERIFY_ADDRESS;
use crate::guard::{Tenant, token};
use crate::http::{ClientAddress, Input};
use crate::problem::{Code, Problem, ProblemBody};

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

/// The proof that a number was confirmed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct VerifyPhoneCodeAnswer {
    /// To be given once, at sign-up with the same number.
    phone_token: String,
}

/// Confirms a number by the code that was sent to it. Five wrong tries close the code.
#[utoipa::path(
    post, path = "/patients/phone-codes/verify", tag = "auth", operation_id = "verifyPhoneCode",
    request_body = VerifyPhoneCodeRequest,
    responses(
        (status = 200, body = VerifyPhoneCodeAnswer),
        (status = 422, description = "validation, code_mismatch", body = ProblemBody, content_type = "application/problem+json"),
        (status = 429, description = "too_many_requests", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    tenant: Tenant,
    address: ClientAddress,
    Input(request): Input<VerifyPhoneCodeRequest>,
) -> Result<Json<VerifyPhoneCodeAnswer>, Problem> {
    let mut checks = Checks::default();
    let phone = checks.take(Phone::parse(&request.phone_number));
    let code = checks.take(SmsCode::parse(&request.code));
    checks.finish()?;
    let (Some(phone), Some(code)) = (phone, code) else { return Err(Code::Internal.into()) };
    app.limiter.count(VERIFY_ADDRESS, &address.0.to_string()).await?;

    let (phone_token, hash) = token::issue(&app.random);
    let mut conn = tenant.db.acquire().await?;
    match db::phone_codes::verify(&mut conn, &phone, &code, &hash, app.clock.now()).await? {
        Verification::Verified => Ok(Json(VerifyPhoneCodeAnswer { phone_token })),
        Verification::Wrong { .. } | Verification::Closed => Err(Code::CodeMismatch.into()),
    }
}
