//! `POST /institutions/auth/second-factor/passkey`

use axum::extract::State;
use axum::response::Json;
use db::TenantTx;
use db::access_log::Action;
use db::passkeys::{self, Purpose};
use http::HeaderMap;
use webauthn_rs::prelude::{AuthenticationResult, Passkey, PasskeyAuthentication, PublicKeyCredential};

use super::shape::{PasskeySignInRequest, parse_credential};
use crate::App;
use crate::extract::staff::{Staff, StaffSession};
use crate::http::{JsonBody, RequestHost};
use crate::problem::{Code, JsonProblems, Problem, RateLimitProblem, StaffProblems};
use crate::services::relying_party::RelyingParty;
use crate::staff::second_factor::codes::{count_attempt, reset_attempts};
use crate::staff::shape::StaffSessionResponse;

/// Completes a sign-in with a passkey as the second factor. A challenge can be used once.
#[utoipa::path(
    post, path = "/institutions/auth/second-factor/passkey", tag = "staff", operation_id = "verifyPasskey",
    request_body = PasskeySignInRequest, security(("staff" = [])),
    responses(
        (status = 200, body = StaffSessionResponse),
        StaffProblems, JsonProblems, RateLimitProblem,
        (status = 409, description = "illegal_transition: the sign-in waits for no second factor"),
        (status = 422, description = "passkey_rejected"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    StaffSession(staff): StaffSession,
    RequestHost(host): RequestHost,
    headers: HeaderMap,
    JsonBody(request): JsonBody<PasskeySignInRequest>,
) -> Result<Json<StaffSessionResponse>, Problem> {
    if !staff.second_factor_pending {
        return Err(Code::IllegalTransition.into());
    }
    count_attempt(&app, &staff).await?;
    let credential: PublicKeyCredential = parse_credential(request.credential)?;
    let party = RelyingParty::from_headers(&headers, &host, &staff.tenant.row)?;
    let now = app.clock.now();
    let mut tx = staff.tenant.db.begin().await?;
    let state = passkeys::take_challenge(&mut tx, staff.session_id, Purpose::SignIn, now).await?;
    let state = state.map(parse_credential::<PasskeyAuthentication>).transpose()?;
    let verified = state.and_then(|state| party.webauthn.finish_passkey_authentication(&credential, &state).ok());
    let is_accepted = match &verified {
        // the challenge lists the passkeys of its time: one may have been removed since
        Some(verified) => set_counter(&app, &mut tx, &staff, verified).await?,
        None => false,
    };
    if !is_accepted {
        let (request_id, staff_id) = (staff.request_id.as_str(), staff.row.id.get());
        tracing::warn!(request_id, staff_id, "a passkey was rejected");
        staff.log_action(&app, &mut tx, Action::SecondFactorFailed, None).await?;
        tx.commit().await?;
        return Err(Code::PasskeyRejected.into());
    }
    db::staff_sessions::set_second_factor(&mut tx, staff.session_id).await?;
    tx.commit().await?;
    reset_attempts(&app, &staff).await;
    Ok(Json(StaffSessionResponse::new(staff.row, false)))
}

/// Stores the counter of the passkey that signed in, so that a cloned passkey is detected. Returns whether the account
/// still has this passkey.
async fn set_counter(
    app: &App,
    tx: &mut TenantTx,
    staff: &Staff,
    verified: &AuthenticationResult,
) -> Result<bool, Problem> {
    for row in passkeys::list(tx, staff.row.id).await? {
        let mut passkey: Passkey = serde_json::from_value(row.credential).map_err(Problem::internal)?;
        if passkey.update_credential(verified).is_some() {
            let credential = serde_json::to_value(&passkey).map_err(Problem::internal)?;
            return Ok(passkeys::set_used(tx, row.id, &credential, app.clock.now()).await?);
        }
    }
    Ok(false)
}
