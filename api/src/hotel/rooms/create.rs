//! `POST /hotel/hotels/{hotelId}/rooms`

use axum::extract::State;
use axum::response::{IntoResponse as _, Json, Response};
use db::hotel::rooms;
use domain::hotel::room::RoomSpec;
use http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::shape::RoomBody;
use crate::App;
use crate::extract::hotel::ManageRooms;
use crate::extract::{HotelUserWith, RequestContext};
use crate::http::{JsonBody, PathParams};
use crate::problem::{HotelProblems, IdempotencyProblems, JsonProblems, NotFoundProblem, Problem};

/// A room.
#[derive(Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(default)]
#[schema(as = HotelRoomRequest)]
pub struct RoomRequest {
    /// The number: letters, digits and hyphens, unique in the hotel.
    #[schema(required, max_length = 10)]
    pub number: String,
    /// The floor.
    #[schema(required, minimum = -9, maximum = 199)]
    pub floor: i32,
}

/// Creates a room without dispensers.
#[utoipa::path(
    post, path = "/hotel/hotels/{hotelId}/rooms", tag = "hotel-rooms", operation_id = "createHotelRoom",
    request_body = RoomRequest, security(("hotel" = [])),
    params(
        ("hotelId" = i64, Path, description = "The hotel's id"),
        ("idempotency-key" = Option<String>, Header, description = "Repeats the first response for the same key")
    ),
    responses(
        (status = 201, body = RoomBody),
        HotelProblems, JsonProblems, NotFoundProblem, IdempotencyProblems,
    )
)]
pub async fn handle(
    State(app): State<App>,
    HotelUserWith(user, _): HotelUserWith<ManageRooms>,
    PathParams(id): PathParams<i64>,
    context: RequestContext,
    JsonBody(request): JsonBody<RoomRequest>,
) -> Result<Response, Problem> {
    let now = app.clock.now();
    let call = context.key.bind(user.row.id, "POST /hotel/hotels/{hotelId}/rooms", &(id, &request))?;
    let mut tx = user.tenant.db.begin().await?;
    if let Some(earlier) = call.begin(&mut tx, now).await? {
        return Ok(earlier.into_response());
    }
    let hotel = user.hotel(&mut tx, id.into()).await?;
    let spec = RoomSpec::parse(&request.number, request.floor).map_err(Problem::validation)?;
    let room = rooms::insert(&mut tx, hotel.id, &spec, now).await.map_err(|error| super::refuse(error, "number"))?;
    let response = RoomBody::from(super::derive(&mut tx, user.scope(), room).await?);
    call.finish(&mut tx, StatusCode::CREATED, &response).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(response)).into_response())
}
