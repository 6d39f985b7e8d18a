//! A sensor in responses.

use chrono::{DateTime, NaiveDate, Utc};
use db::hotel::sensors::Sensor;
use domain::DispenserId;
use serde::Serialize;
use utoipa::ToSchema;

use crate::hotel::codes::{SensorStateCode, SensorTypeCode};

/// A sensor.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = HotelSensor)]
pub struct SensorBody {
    /// The id.
    id: i64,
    /// The serial number.
    #[schema(example = "HB-00017")]
    serial: String,
    /// Its measuring method.
    #[serde(rename = "type")]
    #[schema(value_type = SensorTypeCode)]
    kind: &'static str,
    /// The installation location; may be empty.
    location: String,
    /// The room that it is in; null while it is in none.
    #[schema(required)]
    room: Option<SensorRoomBody>,
    /// The dispenser that it is in; null while it is in none.
    #[schema(required)]
    dispenser_id: Option<i64>,
    /// The day of its replacement.
    #[schema(required)]
    replace_date: Option<NaiveDate>,
    /// The state.
    #[schema(value_type = SensorStateCode)]
    state: &'static str,
    /// The time of the newest reading.
    #[schema(required)]
    last_reading_at: Option<DateTime<Utc>>,
    /// The level in it, in percent.
    #[schema(required)]
    level_percent: Option<f32>,
    /// The battery's charge, in percent.
    #[schema(required)]
    battery_percent: Option<f64>,
}

/// The room of a sensor.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = HotelSensorRoom)]
pub struct SensorRoomBody {
    /// The id.
    id: i64,
    /// The number.
    number: String,
}

impl From<Sensor> for SensorBody {
    fn from(sensor: Sensor) -> Self {
        Self {
            id: sensor.id.get(),
            serial: sensor.serial,
            kind: sensor.kind.as_str(),
            location: sensor.location,
            room: sensor.room.map(|(id, number)| SensorRoomBody { id: id.get(), number }),
            dispenser_id: sensor.dispenser.map(DispenserId::get),
            replace_date: sensor.status.replace_date,
            state: sensor.state.as_str(),
            last_reading_at: sensor.status.last_reading_at,
            level_percent: sensor.level_percent,
            battery_percent: sensor.status.battery_percent,
        }
    }
}
