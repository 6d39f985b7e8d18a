//! `GET /patients/find-password/{token}`

use axum::extract::State;
use axum::response::Json;
use domain::LinkToken;

use super::EmptyResponse;
use crate::App;
use crate::extract::Tenant;
use crate::http::{ClientAddress, PathParams};
use crate::problem::{Code, Problem, PublicProblems, RateLimitProblem};
use crate::services::limiter::RESET_ADDRESS;

/// Whether a password reset link is valid. Checking does not use it.
#[utoipa::path(
    get, path = "/patients/find-password/{token}", tag = "recovery", operation_id = "checkPasswordLink",
    params(("token" = String, Path, description = "The token in the link")),
    responses(
        (status = 200, body = EmptyResponse, description = "It is valid"),
        PublicProblems, RateLimitProblem,
        (status = 404, description = "invalid_token: unknown, used or too old; unknown_tenant"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    tenant: Tenant,
    address: ClientAddress,
    PathParams(token): PathParams<String>,
) -> Result<Json<EmptyResponse>, Problem> {
    app.limiter.count(RESET_ADDRESS, &address.network()).await?;
    let hash = LinkToken::parse(&token).ok_or(Code::InvalidToken)?.hash();
    let opens = db::recovery::exists_reset(&mut tenant.db.acquire().await?, &hash, app.clock.now()).await?;
    if opens { Ok(Json(EmptyResponse {})) } else { Err(Code::InvalidToken.into()) }
}
