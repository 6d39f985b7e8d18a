//! `GET /hotel/hotels/{hotelId}/rooms`

use axum::response::Json;
use db::hotel::rooms::{self, RoomFilter};
use domain::InvalidCode;
use domain::hotel::room::RoomState;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::shape::RoomBody;
use crate::extract::HotelUserWith;
use crate::extract::hotel::ReadRooms;
use crate::hotel::codes::RoomStateCode;
use crate::http::{PathParams, Query};
use crate::problem::{HotelProblems, MalformedProblem, NotFoundProblem, Problem, ValidationProblem};

/// Which rooms.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct RoomQuery {
    /// Only rooms in this state.
    #[param(value_type = Option<RoomStateCode>)]
    state: Option<String>,
    /// Only rooms on this floor.
    floor: Option<i32>,
}

/// The rooms of a hotel.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = HotelRoomsResponse)]
pub struct RoomsResponse {
    /// By floor and number.
    items: Vec<RoomBody>,
}

/// The rooms of a hotel with their dispensers.
#[utoipa::path(
    get, path = "/hotel/hotels/{hotelId}/rooms", tag = "hotel-rooms", operation_id = "listHotelRooms",
    security(("hotel" = [])), params(("hotelId" = i64, Path, description = "The hotel's id"), RoomQuery),
    responses(
        (status = 200, body = RoomsResponse),
        HotelProblems, NotFoundProblem, MalformedProblem, ValidationProblem,
    )
)]
pub async fn handle(
    HotelUserWith(user, _): HotelUserWith<ReadRooms>,
    PathParams(id): PathParams<i64>,
    Query(query): Query<RoomQuery>,
) -> Result<Json<RoomsResponse>, Problem> {
    let state = query.state.as_deref().filter(|state| !state.is_empty()).map(str::parse::<RoomState>).transpose();
    let state = state.map_err(|_| Problem::field("state", InvalidCode::Unknown))?;
    let mut conn = user.tenant.db.acquire().await?;
    let hotel = user.hotel(&mut conn, id.into()).await?;
    let filter = RoomFilter { state, floor: query.floor, ..RoomFilter::default() };
    let rows = rooms::list(&mut conn, hotel.id, filter).await?;
    Ok(Json(RoomsResponse { items: rows.into_iter().map(RoomBody::from).collect() }))
}
