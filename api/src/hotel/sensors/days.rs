//! `GET /hotel/sensors/{id}/days`

use axum::extract::State;
use axum::response::Json;
use chrono::{NaiveDate, TimeDelta};
use db::hotel::readings::{self, Day};
use db::hotel::sensors;
use domain::calendar::korean_day;
use serde::Serialize;
use utoipa::ToSchema;

use super::shape::SensorBody;
use crate::App;
use crate::extract::HotelUserWith;
use crate::extract::hotel::ReadSensors;
use crate::http::PathParams;
use crate::problem::{Code, HotelProblems, NotFoundProblem, Problem};

/// The period of the listed days.
const LISTED_PERIOD: TimeDelta = TimeDelta::days(90);

/// The readings of a sensor on a day.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = HotelSensorDay)]
pub struct DayBody {
    /// The day in Korea.
    day: NaiveDate,
    /// The number of readings.
    readings: i32,
    /// The lowest level, in percent.
    min_percent: f32,
    /// The highest level, in percent.
    max_percent: f32,
    /// The last level, in percent.
    last_percent: f32,
}

impl From<Day> for DayBody {
    fn from(day: Day) -> Self {
        let Day { day, readings, min_percent, max_percent, last_percent } = day;
        Self { day, readings, min_percent, max_percent, last_percent }
    }
}

/// A sensor and its readings by day.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = HotelSensorDaysResponse)]
pub struct DaysResponse {
    /// The sensor.
    sensor: SensorBody,
    /// The last 90 days, oldest first, without days that have no readings.
    items: Vec<DayBody>,
}

/// A sensor, and its levels over the last 90 days.
#[utoipa::path(
    get, path = "/hotel/sensors/{id}/days", tag = "hotel-rooms", operation_id = "listHotelSensorDays",
    security(("hotel" = [])), params(("id" = i64, Path, description = "The sensor's id")),
    responses(
        (status = 200, body = DaysResponse),
        HotelProblems, NotFoundProblem,
    )
)]
pub async fn handle(
    State(app): State<App>,
    HotelUserWith(user, _): HotelUserWith<ReadSensors>,
    PathParams(id): PathParams<i64>,
) -> Result<Json<DaysResponse>, Problem> {
    let mut conn = user.tenant.db.acquire().await?;
    let sensor = sensors::find(&mut conn, user.scope(), id.into()).await?.ok_or(Code::NotFound)?;
    let since = korean_day(app.clock.now() - LISTED_PERIOD);
    let rows = readings::list_days(&mut conn, sensor.id, since).await?;
    Ok(Json(DaysResponse { sensor: sensor.into(), items: rows.into_iter().map(DayBody::from).collect() }))
}
