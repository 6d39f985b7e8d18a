//! `POST /institutions/auth/second-factor/app`

use axum::extract::State;
use axum::response::Json;
use db::second_factors;
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::App;
use crate::extract::staff::StaffWithoutSecondFactor;
use crate::http::JsonBody;
use crate::problem::{Code, JsonProblems, Problem, RateLimitProblem, StaffProblems, ValidationProblem};
use crate::services::totp::{AuthenticatorSecret, SECRET_BYTES};
use crate::staff::password::check_current;

/// The current password.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CurrentPasswordRequest {
    /// The current password.
    #[serde(default)]
    #[schema(required, max_length = 200, value_type = String, format = Password)]
    pub current_password: SecretString,
}

/// A secret for an authenticator app.
#[derive(Debug, Serialize, ToSchema)]
pub struct AppSecretResponse {
    /// The secret as text, to type into the app.
    #[schema(example = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ")]
    secret: String,
    /// The URL for the QR code.
    url: String,
}

/// Creates a secret for an authenticator app. It is active after a code of the app confirms it.
#[utoipa::path(
    post, path = "/institutions/auth/second-factor/app", tag = "staff", operation_id = "beginSecondFactor",
    request_body = CurrentPasswordRequest, security(("staff" = [])),
    responses(
        (status = 200, body = AppSecretResponse),
        StaffProblems, JsonProblems, ValidationProblem, RateLimitProblem,
        (status = 409, description = "illegal_transition: the account has an app, which must be removed first"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    StaffWithoutSecondFactor(staff): StaffWithoutSecondFactor,
    JsonBody(request): JsonBody<CurrentPasswordRequest>,
) -> Result<Json<AppSecretResponse>, Problem> {
    check_current(&app, &staff, request.current_password).await?;
    let bytes = app.random.bytes::<SECRET_BYTES>();
    let secret = AuthenticatorSecret::from_bytes(bytes.to_vec())?;
    let sealed =
        app.sealer.seal(&second_factors::secret_context(staff.tenant.row.id, staff.row.id), &bytes, &app.random);
    let mut conn = staff.tenant.db.acquire().await?;
    let now = app.clock.now();
    if !second_factors::set_totp(&mut conn, staff.row.id, sealed.key_id, &sealed.bytes, now).await? {
        return Err(Code::IllegalTransition.into());
    }
    let url = secret.url(&staff.tenant.row.name, staff.row.login_id.as_str())?;
    Ok(Json(AppSecretResponse { secret: secret.base32(), url }))
}
