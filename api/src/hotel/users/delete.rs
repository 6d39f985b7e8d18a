//! `DELETE /hotel/users/{id}`

use axum::extract::State;
use http::StatusCode;

use super::manage::{self, Changes};
use super::put::lock;
use crate::App;
use crate::extract::HotelUserWith;
use crate::extract::hotel::ManageUsers;
use crate::http::PathParams;
use crate::problem::{HotelProblems, NotFoundProblem, Problem};

/// Deactivates an account and ends its sessions. Records keep the person's name.
#[utoipa::path(
    delete, path = "/hotel/users/{id}", tag = "hotel-accounts", operation_id = "deleteHotelUser",
    security(("hotel" = [])), params(("id" = i64, Path, description = "The account's id")),
    responses(
        (status = 204),
        HotelProblems, NotFoundProblem,
        (status = 409, description = "last_admin"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    HotelUserWith(manager, _): HotelUserWith<ManageUsers>,
    PathParams(id): PathParams<i64>,
) -> Result<StatusCode, Problem> {
    let mut tx = manager.tenant.db.begin().await?;
    let row = lock(&mut tx, id.into(), &Changes::deactivation()).await?;
    manage::change(&app, &mut tx, &manager, row, &Changes::deactivation()).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
