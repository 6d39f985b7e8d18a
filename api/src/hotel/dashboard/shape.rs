//! Figures in responses.

use chrono::{DateTime, Utc};
use db::hotel::dashboard::HotelStatistics;
use db::hotel::orders::Order;
use db::hotel::sensors::SensorCounts;
use serde::Serialize;
use utoipa::ToSchema;

use crate::hotel::codes::OrderStateCode;
use crate::hotel::shape::NameBody;

/// The number of rooms that need attention.
#[derive(Clone, Copy, Debug, Default, Serialize, ToSchema)]
#[schema(as = HotelRoomCounts)]
pub struct RoomCounts {
    /// All rooms.
    pub total: i64,
    /// The rooms that need attention.
    pub require: i64,
}

/// How many sensors are in each state.
#[derive(Clone, Copy, Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = HotelSensorCounts)]
pub struct SensorCountsBody {
    /// Working sensors.
    pub normal: i64,
    /// Sensors with a low battery.
    pub abnormal: i64,
    /// Sensors that are silent or due for replacement.
    pub need_check: i64,
}

impl From<SensorCounts> for SensorCountsBody {
    fn from(counts: SensorCounts) -> Self {
        Self { normal: counts.normal, abnormal: counts.abnormal, need_check: counts.need_check }
    }
}

impl From<&HotelStatistics> for RoomCounts {
    fn from(figures: &HotelStatistics) -> Self {
        Self { total: figures.rooms, require: figures.require }
    }
}

/// An open order.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = HotelOpenOrder)]
pub struct OpenOrderBody {
    /// The id.
    id: i64,
    /// The order's number.
    number: String,
    /// The hotel.
    hotel: NameBody,
    /// The state.
    #[schema(value_type = OrderStateCode)]
    state: &'static str,
    /// When it was placed.
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
