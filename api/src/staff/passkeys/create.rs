//! `POST /institutions/auth/passkeys`

use axum::extract::State;
use axum::response::{IntoResponse as _, Json, Response};
use db::access_log::Action;
use db::passkeys::{self, InsertError, NewPasskey, Purpose};
use db::second_factors;
use domain::text::parse_line;
use http::{HeaderMap, StatusCode};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;
use webauthn_rs::prelude::{PasskeyRegistration, RegisterPublicKeyCredential};

use super::shape::parse_credential;
use crate::App;
use crate::extract::staff::StaffWithoutSecondFactor;
use crate::http::{JsonBody, RequestHost};
use crate::problem::{Code, JsonProblems, Problem, StaffProblems};
use crate::services::relying_party::RelyingParty;
use crate::staff::second_factor::codes::make_recovery_codes;

/// The longest name, in characters.
const MAX_NAME_CHARS: usize = 50;

/// A new passkey.
#[derive(Debug, Deserialize, ToSchema)]
pub struct PasskeyRequest {
    /// What its owner calls it.
    #[serde(default)]
    #[schema(required, max_length = 50, example = "진료실 노트북")]
    name: String,
    /// The credential that the browser created, with bytes in base64url.
    #[serde(default)]
    #[schema(required, value_type = Object)]
    credential: Value,
}

/// A registered passkey.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewPasskeyResponse {
    /// The passkey's id.
    id: i64,
    /// Ten recovery codes, returned only once, if the account had none; otherwise empty.
    recovery_codes: Vec<String>,
}

/// Registers a passkey. Every other session of the account ends.
#[utoipa::path(
    post, path = "/institutions/auth/passkeys", tag = "staff", operation_id = "createPasskey",
    request_body = PasskeyRequest, security(("staff" = [])),
    responses(
        (status = 201, body = NewPasskeyResponse),
        StaffProblems, JsonProblems,
        (status = 422, description = "validation, passkey_rejected"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    StaffWithoutSecondFactor(staff): StaffWithoutSecondFactor,
    RequestHost(host): RequestHost,
    headers: HeaderMap,
    JsonBody(request): JsonBody<PasskeyRequest>,
) -> Result<Response, Problem> {
    let name = parse_line("name", &request.name, MAX_NAME_CHARS)?;
    let credential: RegisterPublicKeyCredential = parse_credential(request.credential)?;
    let party = RelyingParty::from_headers(&headers, &host, &staff.tenant.row)?;
    let now = app.clock.now();
    let mut conn = staff.tenant.db.acquire().await?;
    let state = passkeys::take_challenge(&mut conn, staff.session_id, Purpose::Registration, now).await?;
    drop(conn);
    let state: PasskeyRegistration = parse_credential(state.ok_or(Code::PasskeyRejected)?)?;
    let passkey = party.webauthn.finish_passkey_registration(&credential, &state).map_err(|_| Code::PasskeyRejected)?;
    let credential = serde_json::to_value(&passkey).map_err(Problem::internal)?;
    let mut tx = staff.tenant.db.begin().await?;
    let new = NewPasskey {
        staff: staff.row.id,
        name: &name,
        host: &party.host,
        credential_id: passkey.cred_id().as_ref(),
        credential: &credential,
    };
    let id = passkeys::insert(&mut tx, &new, now).await.map_err(|error| match error {
        InsertError::Registered => Code::PasskeyRejected.into(),
        InsertError::Db(error) => Problem::from(error),
    })?;
    let recovery_codes = if second_factors::count_recovery_codes(&mut tx, staff.row.id).await? == 0 {
        make_recovery_codes(&app, &mut tx, &staff).await?.recovery_codes
    } else {
        Vec::new()
    };
    db::staff_sessions::revoke_all(&mut tx, staff.row.id, Some(staff.session_id), now).await?;
    staff.log_action(&app, &mut tx, Action::SecondFactorSet, None).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(NewPasskeyResponse { id, recovery_codes })).into_response())
}
