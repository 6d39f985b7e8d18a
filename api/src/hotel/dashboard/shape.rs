//! Figures in responses.

use chrono::{DateTime, Utc};
use db::hotel::dashboard::HotelFigures;
use db::hotel::orders::Order;
use db::hotel::sensors::SensorCounts;
use serde::Serialize;
use utoipa::ToSchema;

use crate::hotel::codes::OrderStateCode;
use crate::hotel::shape::NameBody;

/// How many rooms require somebody.
#[derive(Clone, Copy, Debug, Default, Serialize, ToSchema)]
#[schema(as = HotelRoomCounts)]
pub struct RoomCounts {
    /// All rooms.
    pub total: i64,
    /// Those that require somebody.
    pub require: i64,
}

/// How many sensors are in each state.
#[derive(Clone, Copy, Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = HotelSensorCounts)]
pub struct SensorCountsBody {
    /// Those that work.
    pub normal: i64,
    /// Those whose battery is nearly empty.
    pub abnormal: i64,
    /// Those that are silent or due to be replaced.
    pub need_check: i64,
}

impl From<SensorCounts> for SensorCountsBody {
    fn from(counts: SensorCounts) -> Self {
        Self { normal: counts.normal, abnormal: counts.abnormal, need_check: counts.need_check }
    }
}

impl From<&HotelFigures> for RoomCounts {
    fn from(figures: &HotelFigures) -> Self {
        Self { total: figures.rooms, require: figures.require }
    }
}

/// An order under way.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = HotelOpenOrder)]
pub struct OpenOrderBody {
    /// The id.
    id: i64,
    /// What people call it by.
    number: String,
    /// The hotel.
    hotel: NameBody,
    /// The state.
    #[schema(value_type = OrderStateCode)]
    state: &'static str,
    /// When it was ordered.
    ordered_at: DateTime<Utc>,
    /// The boxes of all lines.
    boxes: i64,
    /// Won, with VAT.
    total: i64,
}

impl From<Order> for OpenOrderBody {
    fn from(order: Order) -> Self {
        Self {
            id: order.id.get(),
            number: order.number,
            hotel: order.hotel.into(),
            state: order.state.as_str(),
            ordered_at: order.ordered_at,
            boxes: order.boxes,
            total: order.total.get(),
        }
    }
}
