//! `DELETE /hotel/rooms/{id}`

use axum::extract::State;
use db::hotel::rooms;
use http::StatusCode;

use crate::App;
use crate::extract::HotelUserWith;
use crate::extract::hotel::ManageRooms;
use crate::http::PathParams;
use crate::problem::{Code, HotelProblems, NotFoundProblem, Problem};

/// Removes a room with its dispensers. Its refills stay, and its sensors become unassigned.
#[utoipa::path(
    delete, path = "/hotel/rooms/{id}", tag = "hotel-rooms", operation_id = "deleteHotelRoom", security(("hotel" = [])),
    params(("id" = i64, Path, description = "The room's id")),
    responses(
        (status = 204),
        HotelProblems, NotFoundProblem,
    )
)]
pub async fn handle(
    State(app): State<App>,
    HotelUserWith(user, _): HotelUserWith<ManageRooms>,
    PathParams(id): PathParams<i64>,
) -> Result<StatusCode, Problem> {
    let mut tx = user.tenant.db.begin().await?;
    let room = rooms::find(&mut tx, user.scope(), id.into()).await?.ok_or(Code::NotFound)?;
    rooms::remove(&mut tx, room.id, app.clock.now()).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
