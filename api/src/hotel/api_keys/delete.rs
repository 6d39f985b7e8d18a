//! `DELETE /hotel/api-keys/{id}`

use axum::extract::State;
use db::access_log::Action;
use db::hotel::api_keys;
use http::StatusCode;

use crate::App;
use crate::extract::HotelUserWith;
use crate::extract::hotel::ManageApiKeys;
use crate::http::PathParams;
use crate::problem::{Code, HotelProblems, NotFoundProblem, Problem};

/// Revokes a key permanently. Its next call is rejected.
#[utoipa::path(
    delete, path = "/hotel/api-keys/{id}", tag = "hotel-accounts", operation_id = "revokeHotelApiKey",
    security(("hotel" = [])), params(("id" = i64, Path, description = "The key's id")),
    responses(
        (status = 204),
        HotelProblems, NotFoundProblem,
    )
)]
pub async fn handle(
    State(app): State<App>,
    HotelUserWith(user, _): HotelUserWith<ManageApiKeys>,
    PathParams(id): PathParams<i64>,
) -> Result<StatusCode, Problem> {
    let mut tx = user.tenant.db.begin().await?;
    let key = api_keys::find(&mut tx, user.scope(), id.into()).await?.ok_or(Code::NotFound)?;
    if api_keys::revoke(&mut tx, key.id, app.clock.now()).await? {
        user.log(&app, &mut tx, Action::ApiKeyRevoked, &format!("API key {id}")).await?;
    }
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
