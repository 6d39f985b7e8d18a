//! `GET /hotel/hotels/{hotelId}/sensors`

use axum::response::Json;
use db::hotel::sensors::{self, SensorFilter};
use domain::InvalidCode;
use domain::hotel::sensor::SensorState;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::shape::SensorBody;
use crate::extract::HotelUserWith;
use crate::extract::hotel::ReadSensors;
use crate::hotel::codes::SensorStateCode;
use crate::hotel::cursor::CursorQuery;
use crate::http::{PathParams, Query, parse_search_text};
use crate::problem::{HotelProblems, MalformedProblem, NotFoundProblem, Problem, ValidationProblem};

/// Which sensors.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct SensorQuery {
    /// Only sensors in this state.
    #[param(value_type = Option<SensorStateCode>)]
    state: Option<String>,
    /// Only sensors whose serial number or location contains this text, or whose room has this number.
    q: Option<String>,
}

/// A page of sensors.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = HotelSensorsResponse)]
pub struct SensorsResponse {
    /// Ordered by id.
    items: Vec<SensorBody>,
    /// The cursor of the next page; null on the last one.
    #[schema(required)]
    next_cursor: Option<String>,
}

/// The sensors of a hotel.
#[utoipa::path(
    get, path = "/hotel/hotels/{hotelId}/sensors", tag = "hotel-rooms", operation_id = "listHotelSensors",
    security(("hotel" = [])), params(("hotelId" = i64, Path, description = "The hotel's id"), SensorQuery, CursorQuery),
    responses(
        (status = 200, body = SensorsResponse),
        HotelProblems, NotFoundProblem, MalformedProblem, ValidationProblem,
    )
)]
pub async fn handle(
    HotelUserWith(user, _): HotelUserWith<ReadSensors>,
    PathParams(id): PathParams<i64>,
    Query(query): Query<SensorQuery>,
    Query(cursor): Query<CursorQuery>,
) -> Result<Json<SensorsResponse>, Problem> {
    let state = query.state.as_deref().filter(|state| !state.is_empty()).map(str::parse::<SensorState>).transpose();
    let state = state.map_err(|_| Problem::field("state", InvalidCode::Unknown))?;
    let text = parse_search_text(query.q.as_deref().unwrap_or_default())?;
    let after = cursor.id()?.map(Into::into);
    let mut conn = user.tenant.db.acquire().await?;
    let hotel = user.hotel(&mut conn, id.into()).await?;
    let filter = SensorFilter { state, text: &text, after, limit: CursorQuery::FETCH_LIMIT };
    let rows = sensors::list(&mut conn, hotel.id, &filter).await?;
    let (rows, next_cursor) = CursorQuery::split(rows, |row| row.id.get());
    Ok(Json(SensorsResponse { items: rows.into_iter().map(SensorBody::from).collect(), next_cursor }))
}
