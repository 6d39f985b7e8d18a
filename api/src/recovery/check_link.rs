//! `GET /patients/find-password/{token}`

use axum::extract::{Path, State};
use axum::response::Json;
use domain::LinkToken;

use super::Done;
use crate::App;
use crate::guard::Tenant;
use crate::guard::limiter::RESET_ADDRESS;
use crate::http::ClientAddress;
use crate::problem::{Code, Problem, ProblemBody};

/// Whether a link of a password reset opens. Looking does not use it.
#[utoipa::path(
    get, path = "/patients/find-password/{token}", tag = "recovery", operation_id = "checkPasswordLink",
    params(("token" = String, Path, description = "The token in the link")),
    responses(
        (status = 200, body = Done, description = "It opens"),
        (status = 404, description = "invalid_token: unknown, used or too old", body = ProblemBody, content_type = "application/problem+json"),
        (status = 429, description = "too_many_requests", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    tenant: Tenant,
    address: ClientAddress,
    Path(token): Path<String>,
) -> Result<Json<Done>, Problem> {
    app.limiter.count(RESET_ADDRESS, &address.0.to_string()).await?;
    let hash = LinkToken::parse(&token).ok_or(Code::InvalidToken)?.hash();
    let opens = db::recovery::exists_reset(&mut tenant.db.acquire().await?, &hash, app.clock.now()).await?;
    if opens { Ok(Json(Done {})) } else { Err(Code::InvalidToken.into()) }
}
