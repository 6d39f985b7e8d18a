//! `PUT /hotel/rooms/{id}`

use axum::response::Json;
use db::hotel::rooms;
use domain::hotel::room::RoomSpec;

use super::create::RoomRequest;
use super::shape::RoomBody;
use crate::extract::HotelUserWith;
use crate::extract::hotel::ManageRooms;
use crate::http::{JsonBody, PathParams};
use crate::problem::{Code, HotelProblems, JsonProblems, NotFoundProblem, Problem, ValidationProblem};

/// Changes the number and floor of a room.
#[utoipa::path(
    put, path = "/hotel/rooms/{id}", tag = "hotel-rooms", operation_id = "putHotelRoom", request_body = RoomRequest,
    security(("hotel" = [])), params(("id" = i64, Path, description = "The room's id")),
    responses(
        (status = 200, body = RoomBody),
        HotelProblems, JsonProblems, NotFoundProblem, ValidationProblem,
    )
)]
pub async fn handle(
    HotelUserWith(user, _): HotelUserWith<ManageRooms>,
    PathParams(id): PathParams<i64>,
    JsonBody(request): JsonBody<RoomRequest>,
) -> Result<Json<RoomBody>, Problem> {
    let mut tx = user.tenant.db.begin().await?;
    let room = rooms::find(&mut tx, user.scope(), id.into()).await?.ok_or(Code::NotFound)?;
    let spec = RoomSpec::parse(&request.number, request.floor).map_err(Problem::validation)?;
    rooms::set(&mut tx, room.id, &spec).await.map_err(|error| super::refuse(error, "number"))?;
    let room = super::derive(&mut tx, user.scope(), room.id).await?;
    tx.commit().await?;
    Ok(Json(room.into()))
}
