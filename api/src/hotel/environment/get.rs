//! `GET /hotel/environment`

use axum::extract::State;
use axum::response::Json;
use domain::HotelClientId;
use domain::hotel::environment::{FORMULA, SOURCE};
use serde::Serialize;
use utoipa::ToSchema;

use super::EnvironmentQuery;
use super::shape::{HotelSavingsBody, MonthBody, by_hotel, by_month};
use crate::App;
use crate::extract::HotelUserWith;
use crate::extract::hotel::ReadEnvironment;
use crate::http::Query;
use crate::problem::{HotelProblems, MalformedProblem, NotFoundProblem, Problem, ValidationProblem};

/// What refilling saved.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = HotelEnvironmentAnswer)]
pub struct EnvironmentAnswer {
    /// How bottles and plastic follow from what was refilled.
    formula: &'static str,
    /// Where the figures of the formula come from.
    source: &'static str,
    /// All hotels together, by month.
    months: Vec<MonthBody>,
    /// By hotel and month.
    by_hotel: Vec<HotelSavingsBody>,
}

/// What refilling saved, by month and hotel: single-use bottles and their plastic.
#[utoipa::path(
    get, path = "/hotel/environment", tag = "hotel-rooms", operation_id = "getHotelEnvironment", security(("hotel" = [])),
    params(EnvironmentQuery),
    responses(
        (status = 200, body = EnvironmentAnswer),
        HotelProblems, NotFoundProblem, MalformedProblem, ValidationProblem,
    )
)]
pub async fn handle(
    State(app): State<App>,
    HotelUserWith(user, _): HotelUserWith<ReadEnvironment>,
    Query(query): Query<EnvironmentQuery>,
) -> Result<Json<EnvironmentAnswer>, Problem> {
    let months = query.months(app.clock.now())?;
    let hotel = query.hotel_id.map(HotelClientId::new);
    let mut conn = user.tenant.db.acquire().await?;
    if let Some(hotel) = hotel {
        user.hotel(&mut conn, hotel).await?;
    }
    let rows = db::hotel::environment::list(&mut conn, user.scope(), hotel, months).await?;
    Ok(Json(EnvironmentAnswer { formula: FORMULA, source: SOURCE, months: by_month(&rows), by_hotel: by_hotel(&rows) }))
}
