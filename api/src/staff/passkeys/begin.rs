//! `POST /institutions/auth/passkeys/options`

use axum::extract::State;
use axum::response::Json;
use db::passkeys::{self, Purpose};
use http::HeaderMap;
use sha2::{Digest as _, Sha256};
use webauthn_rs::prelude::{Passkey, Uuid};

use super::shape::PasskeyOptionsResponse;
use crate::App;
use crate::extract::staff::{Staff, StaffWithoutSecondFactor};
use crate::http::{JsonBody, RequestHost};
use crate::problem::{JsonProblems, Problem, RateLimitProblem, StaffProblems, ValidationProblem};
use crate::services::relying_party::RelyingParty;
use crate::staff::password::check_current;
use crate::staff::second_factor::begin::CurrentPasswordRequest;

/// Creates the challenge for a new passkey. It is valid for five minutes, in this session only.
#[utoipa::path(
    post, path = "/institutions/auth/passkeys/options", tag = "staff", operation_id = "beginPasskey",
    request_body = CurrentPasswordRequest, security(("staff" = [])),
    responses(
        (status = 200, body = PasskeyOptionsResponse),
        StaffProblems, JsonProblems, ValidationProblem, RateLimitProblem,
    )
)]
pub async fn handle(
    State(app): State<App>,
    StaffWithoutSecondFactor(staff): StaffWithoutSecondFactor,
    RequestHost(host): RequestHost,
    headers: HeaderMap,
    JsonBody(request): JsonBody<CurrentPasswordRequest>,
) -> Result<Json<PasskeyOptionsResponse>, Problem> {
    check_current(&app, &staff, request.current_password).await?;
    let party = RelyingParty::from_headers(&headers, &host, &staff.tenant.row)?;
    let mut conn = staff.tenant.db.acquire().await?;
    let stored = passkeys::list(&mut conn, staff.row.id).await?;
    let own = stored.into_iter().filter_map(|row| serde_json::from_value::<Passkey>(row.credential).ok());
    let exclude = own.map(|passkey| passkey.cred_id().clone()).collect();
    let (login, name) = (staff.row.login_id.as_str(), staff.row.name.as_str());
    let started = party.webauthn.start_passkey_registration(user_handle(&staff), login, name, Some(exclude));
    let (options, state) = started.map_err(Problem::internal)?;
    let state = serde_json::to_value(state).map_err(Problem::internal)?;
    passkeys::set_challenge(&mut conn, staff.session_id, Purpose::Registration, &state, app.clock.now()).await?;
    Ok(Json(PasskeyOptionsResponse { options: serde_json::to_value(options).map_err(Problem::internal)? }))
}

/// Returns the id by which authenticators recognize an account: stable, and opaque to others.
fn user_handle(staff: &Staff) -> Uuid {
    let hash = Sha256::digest(format!("staff {} of tenant {}", staff.row.id, staff.tenant.row.id));
    Uuid::from_bytes(std::array::from_fn(|index| hash[index]))
}
