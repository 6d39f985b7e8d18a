//! `GET /patients/invites/{code}`

use axum::extract::State;
use axum::response::Json;
use db::invites::AcceptError;
use domain::InviteCode;

use crate::App;
use crate::extract::MaybePatient;
use crate::http::{ClientAddress, PathParams};
use crate::institutions::get::InstitutionResponse;
use crate::problem::{Code, Problem, PublicProblems, RateLimitProblem};
use crate::services::limiter::INVITES_ADDRESS;

/// The clinic of a valid invitation, for the page that its link opens.
#[utoipa::path(
    get, path = "/patients/invites/{code}", tag = "invites", operation_id = "getInvite",
    params(("code" = String, Path, description = "The invitation's code")),
    responses(
        (status = 200, body = InstitutionResponse),
        PublicProblems, RateLimitProblem,
        (status = 404, description = "invalid_invite; unknown_tenant"),
        (status = 409, description = "invite_used_up"),
        (status = 410, description = "invite_expired"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    caller: MaybePatient,
    address: ClientAddress,
    PathParams(code): PathParams<String>,
) -> Result<Json<InstitutionResponse>, Problem> {
    app.limiter.count(INVITES_ADDRESS, &address.network()).await?;
    let code = InviteCode::parse(&code).ok_or(Code::InvalidInvite)?;
    let mut conn = caller.tenant.db.acquire().await?;
    let found = db::invites::find_clinic(&mut conn, &code, caller.row.map(|row| row.id), app.clock.now()).await;
    let clinic = found.map_err(|error| match error {
        AcceptError::Unknown => Code::InvalidInvite.into(),
        AcceptError::Ended => Code::InviteExpired.into(),
        AcceptError::UsedUp => Code::InviteUsedUp.into(),
        AcceptError::Db(error) => Problem::from(error),
    })?;
    Ok(Json(InstitutionResponse { institution: clinic.into() }))
}
