//! A sensor in requests.

use db::TenantTx;
use db::hotel::dispensers;
use db::hotel::sensors::{Sensor, SensorForm};
use domain::calendar::parse_day;
use domain::hotel::HotelScope;
use domain::hotel::sensor::{SensorType, parse_serial};
use domain::text::parse_line;
use domain::{DispenserId, HotelClientId, HotelRoomId, Invalid, InvalidCode};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::hotel::codes::SensorTypeCode;
use crate::problem::{Code, FieldErrors, Problem};

/// The longest location, in characters.
const MAX_LOCATION_CHARS: usize = 80;

/// A sensor.
#[derive(Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(default, rename_all = "camelCase")]
#[schema(as = HotelSensorRequest)]
pub struct SensorRequest {
    /// The serial number: letters, digits and hyphens, unique in the tenant.
    #[schema(required, max_length = 40)]
    serial: String,
    /// Its measuring method.
    #[serde(rename = "type")]
    #[schema(required, value_type = SensorTypeCode)]
    kind: String,
    /// The installation location; may be empty.
    #[schema(max_length = 80)]
    location: String,
    /// The dispenser that it is in; null for an unassigned sensor.
    dispenser_id: Option<i64>,
    /// The day of its replacement, `YYYY-MM-DD`.
    #[schema(format = Date)]
    replace_date: Option<String>,
}

/// A parsed sensor.
pub(super) struct ParsedSensor {
    pub form: SensorForm,
    /// The room of its dispenser.
    pub room: Option<HotelRoomId>,
}

impl From<&Sensor> for ParsedSensor {
    /// The settings that a sensor has.
    fn from(sensor: &Sensor) -> Self {
        let form = SensorForm {
            serial: sensor.serial.clone(),
            kind: sensor.kind,
            location: sensor.location.clone(),
            dispenser: sensor.dispenser,
            replace_date: sensor.status.replace_date,
        };
        Self { form, room: sensor.room.as_ref().map(|(id, _)| *id) }
    }
}

impl SensorRequest {
    /// Parses the sensor, whose dispenser must be in the hotel. Call [`db::hotel::sensors::lock_states`] before, so
    /// that the dispenser is not removed.
    pub(super) async fn parse(&self, tx: &mut TenantTx, hotel: HotelClientId) -> Result<ParsedSensor, Problem> {
        let mut errors = FieldErrors::default();
        let serial = errors.check(parse_serial(&self.serial));
        let kind = self.kind.parse::<SensorType>().map_err(|_| Invalid::new("type", InvalidCode::Unknown));
        let kind = errors.check(kind);
        let location = self.location.trim();
        let location = if location.is_empty() {
            Some(String::new())
        } else {
            errors.check(parse_line("location", location, MAX_LOCATION_CHARS))
        };
        let date = self.replace_date.as_deref().filter(|date| !date.is_empty());
        let date = date.map(|date| parse_day(date).ok_or(Invalid::new("replaceDate", InvalidCode::Format)));
        let date = errors.check(date.transpose());
        errors.finish()?;
        let dispenser = self.dispenser_id.map(DispenserId::new);
        let room = match dispenser {
            Some(id) => {
                let room = dispensers::find_room(tx, HotelScope::for_client(hotel), id).await?;
                Some(room.ok_or_else(|| Problem::field("dispenserId", InvalidCode::Unknown))?)
            }
            None => None,
        };
        let (Some(serial), Some(kind), Some(location), Some(replace_date)) = (serial, kind, location, date) else {
            return Err(Code::Internal.into());
        };
        Ok(ParsedSensor { form: SensorForm { serial, kind, location, dispenser, replace_date }, room })
    }
}
