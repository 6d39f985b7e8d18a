//! `DELETE /hotel/dispensers/{id}`

use axum::extract::State;
use db::hotel::{dispensers, rooms};
use http::StatusCode;

use crate::App;
use crate::extract::HotelUserWith;
use crate::extract::hotel::ManageRooms;
use crate::http::PathParams;
use crate::problem::{Code, HotelProblems, NotFoundProblem, Problem};

/// Removes a dispenser. Its refills stay, and its sensor becomes unassigned.
#[utoipa::path(
    delete, path = "/hotel/dispensers/{id}", tag = "hotel-rooms", operation_id = "deleteHotelDispenser",
    security(("hotel" = [])), params(("id" = i64, Path, description = "The dispenser's id")),
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
    let room = dispensers::find_room(&mut tx, user.scope(), id.into()).await?.ok_or(Code::NotFound)?;
    dispensers::remove(&mut tx, id.into(), app.clock.now()).await?;
    rooms::derive_states(&mut tx, &[room.get()]).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
