//! `DELETE /hotel/housekeepers/{id}`

use axum::extract::State;
use http::StatusCode;

use super::lock;
use crate::App;
use crate::extract::HotelUserWith;
use crate::extract::hotel::ManageHousekeepers;
use crate::hotel::users::manage::{self, Changes};
use crate::http::PathParams;
use crate::problem::{HotelProblems, NotFoundProblem, Problem};

/// Deactivates a housekeeper's account and ends its sessions. Records keep the person's name.
#[utoipa::path(
    delete, path = "/hotel/housekeepers/{id}", tag = "hotel-accounts", operation_id = "deleteHousekeeper",
    security(("hotel" = [])), params(("id" = i64, Path, description = "The account's id")),
    responses(
        (status = 204),
        HotelProblems, NotFoundProblem,
    )
)]
pub async fn handle(
    State(app): State<App>,
    HotelUserWith(manager, _): HotelUserWith<ManageHousekeepers>,
    PathParams(id): PathParams<i64>,
) -> Result<StatusCode, Problem> {
    let mut tx = manager.tenant.db.begin().await?;
    let row = lock(&mut tx, &manager, id.into()).await?;
    manage::change(&app, &mut tx, &manager, row, &Changes::deactivation()).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
