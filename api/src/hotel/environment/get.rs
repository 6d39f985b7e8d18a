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

/// The savings of refilling.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = HotelEnvironmentResponse)]
pub struct EnvironmentResponse {
    /// How bottles and plastic are computed from the refills.
    formula: &'static str,
    /// The source of the formula's figures.
    source: &'static str,
    /// The totals of all hotels, by month.
    months: Vec<MonthBody>,
    /// By hotel and month.
    by_hotel: Vec<HotelSavingsBody>,
}

/// The savings of refilling by month and hotel: single-use bottles and their plastic.
#[utoipa::path(
    get, path = "/hotel/environment", tag = "hotel-rooms", operation_id = "getHotelEnvironment", security(("hotel" = [])),
    params(EnvironmentQuery),
    responses(
        (status = 200, body = EnvironmentResponse),
        HotelProblems, NotFoundProblem, MalformedProblem, ValidationProblem,
    )
)]
pub async fn handle(
    State(app): State<App>,
    HotelUserWith(user, _): HotelUserWith<ReadEnvironment>,
    Query(query): Query<EnvironmentQuery>,
) -> Result<Json<EnvironmentResponse>, Problem> {
    let months = query.months(app.clock.now())?;
    let hotel = query.hotel_id.map(HotelClientId::new);
    let mut conn = user.tenant.db.acquire().await?;
    if let Some(hotel) = hotel {
        user.hotel(&mut conn, hotel).await?;
    }
    let rows = db::hotel::environment::list(&mut conn, user.scope(), hotel, months).await?;
    Ok(Json(EnvironmentResponse {
        formula: FORMULA,
        source: SOURCE,
        months: by_month(&rows),
        by_hotel: by_hotel(&rows),
    }))
}
