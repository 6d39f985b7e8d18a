//! `PUT /hotel/sensors/{id}`

use axum::extract::State;
use axum::response::Json;
use db::hotel::sensors::NewState;
use db::hotel::{rooms, sensors};
use domain::calendar::korean_day;
use domain::hotel::sensor::{SensorState, SensorStatus};
use domain::{HotelRoomId, InvalidCode};
use serde::Deserialize;
use utoipa::ToSchema;

use super::request::{ParsedSensor, SensorRequest};
use super::shape::SensorBody;
use crate::App;
use crate::extract::HotelUserWith;
use crate::extract::hotel::ManageSensors;
use crate::hotel::codes::SensorStateCode;
use crate::http::{JsonBody, PathParams};
use crate::problem::{Code, HotelProblems, JsonProblems, NotFoundProblem, Problem, ValidationProblem};

/// A change of a sensor.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(untagged)]
#[schema(as = HotelSensorChange)]
pub enum SensorChange {
    /// Records a check. The settings stay, which somebody else may have changed meanwhile.
    Check(CheckRequest),
    /// Replaces the settings.
    Settings(PutSensorRequest),
}

/// The record of a check: the body without settings.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = CheckHotelSensorRequest)]
pub struct CheckRequest {
    /// `normal`: the next reading of a silent sensor is due within a day.
    #[schema(value_type = SensorStateCode)]
    state: String,
}

/// The new settings of a sensor. Omitted ones become empty.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
#[schema(as = PutHotelSensorRequest)]
pub struct PutSensorRequest {
    /// The sensor.
    #[serde(flatten)]
    sensor: SensorRequest,
    /// `normal` records a check: the next reading of a silent sensor is due within a day.
    #[schema(value_type = Option<SensorStateCode>)]
    state: Option<String>,
}

impl SensorChange {
    /// Returns whether it records a check.
    fn is_check(&self) -> Result<bool, Problem> {
        let state = match self {
            Self::Check(check) => Some(&check.state),
            Self::Settings(settings) => settings.state.as_ref().filter(|state| !state.is_empty()),
        };
        match state.map(|state| state.parse::<SensorState>()) {
            None => Ok(false),
            Some(Ok(SensorState::Normal)) => Ok(true),
            Some(_) => Err(Problem::field("state", InvalidCode::Unknown)),
        }
    }
}

/// Changes a sensor, or with only `state` records a check. Its state follows from its readings and that check.
#[utoipa::path(
    put, path = "/hotel/sensors/{id}", tag = "hotel-rooms", operation_id = "putHotelSensor",
    request_body = SensorChange, security(("hotel" = [])), params(("id" = i64, Path, description = "The sensor's id")),
    responses(
        (status = 200, body = SensorBody),
        HotelProblems, JsonProblems, NotFoundProblem, ValidationProblem,
    )
)]
pub async fn handle(
    State(app): State<App>,
    HotelUserWith(user, _): HotelUserWith<ManageSensors>,
    PathParams(id): PathParams<i64>,
    JsonBody(change): JsonBody<SensorChange>,
) -> Result<Json<SensorBody>, Problem> {
    let now = app.clock.now();
    let is_checked = change.is_check()?;
    let mut tx = user.tenant.db.begin().await?;
    let before = sensors::lock(&mut tx, user.scope(), id.into()).await?.ok_or(Code::NotFound)?;
    let parsed = match &change {
        SensorChange::Check(_) => ParsedSensor::from(&before),
        SensorChange::Settings(request) => request.sensor.parse(&mut tx, before.hotel).await?,
    };
    let checked_at = if is_checked { now } else { before.status.checked_at };
    let status = SensorStatus { checked_at, replace_date: parsed.form.replace_date, ..before.status };
    let new = NewState { checked_at, state: SensorState::derive(&status, now, korean_day(now)) };
    sensors::set(&mut tx, before.id, &parsed.form, new).await?;
    let rooms: Vec<i64> = before.room.map(|(id, _)| id).into_iter().chain(parsed.room).map(HotelRoomId::get).collect();
    rooms::derive_states(&mut tx, &rooms).await?;
    let sensor = sensors::find(&mut tx, user.scope(), before.id).await?.ok_or(Code::Internal)?;
    tx.commit().await?;
    Ok(Json(sensor.into()))
}
