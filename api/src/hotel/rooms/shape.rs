//! Rooms in responses.

use db::hotel::rooms::{Dispenser, Room, RoomSensor};
use serde::Serialize;
use utoipa::ToSchema;

use crate::hotel::codes::{RequireReasonCode, RoomStateCode, SensorStateCode};
use crate::hotel::products::shape::ProductNameBody;

/// A room with its dispensers.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = HotelRoom)]
pub struct RoomBody {
    /// The id.
    id: i64,
    /// The number.
    #[schema(example = "1204")]
    number: String,
    /// The floor.
    floor: i32,
    /// Whether the room needs attention.
    #[schema(value_type = RoomStateCode)]
    state: &'static str,
    /// Why the room needs attention.
    reasons: Vec<ReasonBody>,
    /// Its dispensers, by type.
    dispensers: Vec<DispenserBody>,
}

impl From<Room> for RoomBody {
    fn from(room: Room) -> Self {
        Self {
            id: room.id.get(),
            reasons: reasons(&room),
            number: room.number,
            floor: room.floor,
            state: room.state.as_str(),
            dispensers: room.dispensers.into_iter().map(DispenserBody::from).collect(),
        }
    }
}

/// Why a room needs attention.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = HotelRoomReason)]
pub struct ReasonBody {
    /// The dispenser.
    dispenser_id: i64,
    /// What is wrong with it.
    #[schema(value_type = RequireReasonCode)]
    kind: &'static str,
}

/// Returns why a room needs attention.
pub(in crate::hotel) fn reasons(room: &Room) -> Vec<ReasonBody> {
    room.reasons().map(|(id, reason)| ReasonBody { dispenser_id: id.get(), kind: reason.as_str() }).collect()
}

/// A dispenser.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = HotelDispenser)]
pub struct DispenserBody {
    /// The id.
    id: i64,
    /// The product.
    product: ProductNameBody,
    /// The capacity, in millilitres.
    capacity_ml: i32,
    /// The level, in millilitres.
    level_ml: i32,
    /// The level in percent of the capacity.
    percent: i32,
    /// The level below which it must be refilled, in percent.
    threshold_percent: i32,
    /// Its sensor; null without one.
    #[schema(required)]
    sensor: Option<RoomSensorBody>,
}

impl From<Dispenser> for DispenserBody {
    fn from(dispenser: Dispenser) -> Self {
        let status = dispenser.status;
        Self {
            id: dispenser.id.get(),
            product: dispenser.product.into(),
            capacity_ml: status.capacity_ml,
            level_ml: status.level_ml,
            percent: status.percent(),
            threshold_percent: status.threshold_percent,
            sensor: dispenser.sensor.map(RoomSensorBody::from),
        }
    }
}

/// The sensor of a dispenser.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = HotelRoomSensor)]
pub struct RoomSensorBody {
    /// The id.
    id: i64,
    /// The serial number.
    serial: String,
    /// The state.
    #[schema(value_type = SensorStateCode)]
    state: &'static str,
}

impl From<RoomSensor> for RoomSensorBody {
    fn from(sensor: RoomSensor) -> Self {
        Self { id: sensor.id.get(), serial: sensor.serial, state: sensor.state.as_str() }
    }
}
