//! `POST /hotel/housekeepers/{id}/reset-password`

use axum::extract::State;
use axum::response::Json;

use super::lock;
use crate::App;
use crate::extract::HotelUserWith;
use crate::extract::hotel::ManageHousekeepers;
use crate::hotel::shape::TemporaryPasswordResponse;
use crate::hotel::users::manage;
use crate::http::PathParams;
use crate::problem::{HotelProblems, NotFoundProblem, Problem};
use crate::staff::reset_password::TemporaryPassword;

/// Resets a housekeeper's password to a temporary one, which is returned only once. The account's sessions end.
#[utoipa::path(
    post, path = "/hotel/housekeepers/{id}/reset-password", tag = "hotel-accounts",
    operation_id = "resetHousekeeperPassword", security(("hotel" = [])),
    params(("id" = i64, Path, description = "The account's id")),
    responses(
        (status = 200, body = TemporaryPasswordResponse),
        HotelProblems, NotFoundProblem,
        (status = 409, description = "illegal_transition: the account is ended"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    HotelUserWith(manager, _): HotelUserWith<ManageHousekeepers>,
    PathParams(id): PathParams<i64>,
) -> Result<Json<TemporaryPasswordResponse>, Problem> {
    let password = TemporaryPassword::generate(&app).await?;
    let mut tx = manager.tenant.db.begin().await?;
    let row = lock(&mut tx, &manager, id.into()).await?;
    manage::reset_password(&app, tx, &manager, &row, &password).await?;
    Ok(Json(TemporaryPasswordResponse { temporary_password: password.reveal() }))
}
