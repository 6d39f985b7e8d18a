//! `POST /institutions/auth/second-factor/passkey/options`

use axum::extract::State;
use axum::response::Json;
use db::passkeys::{self, Purpose};
use http::HeaderMap;
use webauthn_rs::prelude::Passkey;

use super::shape::PasskeyOptionsResponse;
use crate::App;
use crate::extract::staff::StaffSession;
use crate::http::RequestHost;
use crate::problem::{Code, MalformedProblem, Problem, StaffProblems};
use crate::services::relying_party::RelyingParty;

/// Creates the challenge for a sign-in with a passkey. It is valid for five minutes, in this session only.
#[utoipa::path(
    post, path = "/institutions/auth/second-factor/passkey/options", tag = "staff", operation_id = "beginPasskeySignIn",
    security(("staff" = [])),
    responses(
        (status = 200, body = PasskeyOptionsResponse),
        StaffProblems, MalformedProblem,
        (status = 409, description = "illegal_transition: the sign-in waits for no second factor, or no passkey is for this host"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    StaffSession(staff): StaffSession,
    RequestHost(host): RequestHost,
    headers: HeaderMap,
) -> Result<Json<PasskeyOptionsResponse>, Problem> {
    if !staff.second_factor_pending {
        return Err(Code::IllegalTransition.into());
    }
    let party = RelyingParty::from_headers(&headers, &host, &staff.tenant.row)?;
    let mut conn = staff.tenant.db.acquire().await?;
    let stored = passkeys::list(&mut conn, staff.row.id).await?.into_iter().filter(|row| row.host == party.host);
    let own: Vec<Passkey> = stored.filter_map(|row| serde_json::from_value(row.credential).ok()).collect();
    if own.is_empty() {
        return Err(Code::IllegalTransition.into());
    }
    let (options, state) = party.webauthn.start_passkey_authentication(&own).map_err(Problem::internal)?;
    let state = serde_json::to_value(state).map_err(Problem::internal)?;
    passkeys::set_challenge(&mut conn, staff.session_id, Purpose::SignIn, &state, app.clock.now()).await?;
    Ok(Json(PasskeyOptionsResponse { options: serde_json::to_value(options).map_err(Problem::internal)? }))
}
