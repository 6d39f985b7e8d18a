//! `GET /hotel/hotels/{hotelId}/refills`

use axum::response::Json;
use chrono::{NaiveTime, TimeDelta};
use db::hotel::refills::{self, RefillFilter};
use domain::InvalidCode;
use domain::calendar::{korean_time, parse_day};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::shape::RefillBody;
use crate::extract::HotelUserWith;
use crate::extract::hotel::ReadRefills;
use crate::hotel::cursor::CursorQuery;
use crate::http::{PathParams, Query};
use crate::problem::{HotelProblems, MalformedProblem, NotFoundProblem, Problem, ValidationProblem};

/// Which refills.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct RefillQuery {
    /// Only refills of this day in Korea, `YYYY-MM-DD`.
    #[param(format = Date)]
    day: Option<String>,
    /// Only the caller's refills.
    mine: Option<bool>,
}

/// A page of refills.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = HotelRefillsResponse)]
pub struct RefillsResponse {
    /// The newest first.
    items: Vec<RefillBody>,
    /// The cursor of the next page; null on the last one.
    #[schema(required)]
    next_cursor: Option<String>,
}

/// The refills in a hotel.
#[utoipa::path(
    get, path = "/hotel/hotels/{hotelId}/refills", tag = "hotel-rooms", operation_id = "listHotelRefills",
    security(("hotel" = [])), params(("hotelId" = i64, Path, description = "The hotel's id"), RefillQuery, CursorQuery),
    responses(
        (status = 200, body = RefillsResponse),
        HotelProblems, NotFoundProblem, MalformedProblem, ValidationProblem,
    )
)]
pub async fn handle(
    HotelUserWith(user, _): HotelUserWith<ReadRefills>,
    PathParams(id): PathParams<i64>,
    Query(query): Query<RefillQuery>,
    Query(cursor): Query<CursorQuery>,
) -> Result<Json<RefillsResponse>, Problem> {
    let day = query
        .day
        .as_deref()
        .filter(|day| !day.is_empty())
        .map(|day| parse_day(day).ok_or_else(|| Problem::field("day", InvalidCode::Format)));
    let day = day.transpose()?;
    let filter = RefillFilter {
        user: query.mine.unwrap_or(false).then_some(user.row.id),
        time: day.map(|day| {
            let start = korean_time(day, NaiveTime::MIN);
            start..start + TimeDelta::days(1)
        }),
        before: cursor.id()?.map(Into::into),
        limit: CursorQuery::FETCH_LIMIT,
    };
    let mut conn = user.tenant.db.acquire().await?;
    let hotel = user.hotel(&mut conn, id.into()).await?;
    let rows = refills::list(&mut conn, hotel.id, &filter).await?;
    let (rows, next_cursor) = CursorQuery::split(rows, |row| row.id.get());
    Ok(Json(RefillsResponse { items: rows.into_iter().map(RefillBody::from).collect(), next_cursor }))
}
