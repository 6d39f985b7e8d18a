//! `POST /ops/auth/second-factor/setup`

use axum::extract::State;
use axum::response::Json;
use db::operators::totp_context;
use serde::Serialize;
use utoipa::ToSchema;

use crate::App;
use crate::extract::operator::OperatorWithoutSecondFactor;
use crate::problem::{Code, OperatorProblems, Problem};
use crate::services::totp::{AuthenticatorSecret, SECRET_BYTES};

/// The name that authenticator apps show.
const PRODUCT: &str = "Hyeobom Ops";

/// A secret for an authenticator app.
#[derive(Debug, Serialize, ToSchema)]
pub struct OperatorSecretResponse {
    /// The secret as text, to type into the app.
    #[schema(example = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ")]
    secret: String,
    /// The URL for the QR code.
    uri: String,
}

/// Creates a secret for an authenticator app. It is active after a code of the app confirms it.
#[utoipa::path(
    post, path = "/ops/auth/second-factor/setup", tag = "ops-auth", operation_id = "setUpOperatorSecondFactor",
    security(("operator" = [])),
    responses(
        (status = 200, body = OperatorSecretResponse),
        OperatorProblems,
        (status = 409, description = "illegal_transition: the account has an app; an admin can reset it"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    OperatorWithoutSecondFactor(operator): OperatorWithoutSecondFactor,
) -> Result<Json<OperatorSecretResponse>, Problem> {
    let bytes = app.random.bytes::<SECRET_BYTES>();
    let secret = AuthenticatorSecret::from_bytes(bytes.to_vec())?;
    let sealed = app.sealer.seal(&totp_context(operator.row.id), &bytes, &app.random);
    let mut conn = app.databases.system().acquire().await?;
    if !db::operators::set_totp(&mut conn, operator.row.id, sealed.key_id, &sealed.bytes).await? {
        return Err(Code::IllegalTransition.into());
    }
    let uri = secret.url(PRODUCT, operator.row.login_id.as_str())?;
    Ok(Json(OperatorSecretResponse { secret: secret.base32(), uri }))
}
