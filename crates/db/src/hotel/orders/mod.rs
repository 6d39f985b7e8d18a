//! The orders of hotels.

mod change;
mod insert;
mod list;
mod notice;

use chrono::{DateTime, Utc};
use domain::hotel::HotelClientName;
use domain::hotel::order::HotelOrderState;
use domain::hotel::product::ProductType;
use domain::{HotelClientId, HotelOrderId, HotelProductId, Krw};

use crate::{Result, column};

pub use change::{Actor, ChangeError, Step, cancel, change};
pub use insert::{NewLine, NewOrder, insert};
pub use list::{OrderFilter, find, list, list_events, list_lines, list_open, sum_receivable};
pub use notice::{Notice, Recipient, find_notice, list_recipients};

/// An order without its lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    /// The id.
    pub id: HotelOrderId,
    /// The human-readable order number.
    pub number: String,
    /// The hotel.
    pub hotel: HotelClientName,
    /// The state.
    pub state: HotelOrderState,
    /// The number of changes so far.
    pub version: i32,
    /// When it was ordered.
    pub ordered_at: DateTime<Utc>,
    /// The name of the user who ordered.
    pub ordered_by: String,
    /// The number of boxes of all lines.
    pub boxes: i64,
    /// The price without VAT.
    pub supply_price: Krw,
    /// The VAT.
    pub vat: Krw,
    /// The total that the hotel owes after the invoice.
    pub total: Krw,
    /// The courier company, once it is shipped.
    pub courier_company: Option<String>,
    /// The tracking number, once it is shipped.
    pub tracking_number: Option<String>,
    /// The reason of the cancellation.
    pub cancel_reason: Option<String>,
}

/// A line of an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The product.
    pub product_id: HotelProductId,
    /// Its code at that time.
    pub product_code: String,
    /// Its name at that time.
    pub product_name: String,
    /// Its type at that time.
    pub kind: ProductType,
    /// Its fragrance at that time.
    pub fragrance: String,
    /// The number of boxes.
    pub boxes: i32,
    /// The number of bottles.
    pub quantity: i64,
    /// The contents of all bottles, in milliliters.
    pub total_ml: i64,
    /// The price per box.
    pub unit_price: Krw,
    /// The price of the line.
    pub amount: Krw,
}

/// An event of an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// The state after the event.
    pub state: HotelOrderState,
    /// When it happened.
    pub at: DateTime<Utc>,
    /// The name of the user who caused it.
    pub by: String,
    /// The parcel, or the reason of the cancellation.
    pub note: Option<String>,
}

struct Row {
    id: i64,
    number: String,
    hotel_id: i64,
    hotel_name: String,
    state: String,
    version: i32,
    ordered_at: DateTime<Utc>,
    ordered_by: String,
    boxes: i64,
    supply_price: i64,
    vat: i64,
    total: i64,
    courier_company: Option<String>,
    tracking_number: Option<String>,
    cancel_reason: Option<String>,
}

macro_rules! select_orders {
    ($which:tt, $($argument:expr),+) => {
        sqlx::query_as!(
            crate::hotel::orders::Row,
            r#"select o.id, o.number, o.hotel_id, c.name as hotel_name, o.state, o.version, o.ordered_at, u.name as ordered_by,
                      (select coalesce(sum(l.boxes), 0) from hotel_order_lines l where l.order_id = o.id) as "boxes!",
                      o.supply_price, o.vat, o.total, o.courier_company, o.tracking_number, o.cancel_reason
               from hotel_orders o
               join hotel_clients c on c.id = o.hotel_id
               join hotel_users u on u.id = o.ordered_by "# + $which,
            $($argument),+
        )
    };
}
use select_orders;

impl TryFrom<Row> for Order {
    type Error = crate::Error;

    fn try_from(row: Row) -> Result<Self> {
        Ok(Self {
            id: HotelOrderId::new(row.id),
            number: row.number,
            hotel: HotelClientName { id: HotelClientId::new(row.hotel_id), name: row.hotel_name },
            state: parse_state(row.id, &row.state)?,
            version: row.version,
            ordered_at: row.ordered_at,
            ordered_by: row.ordered_by,
            boxes: row.boxes,
            supply_price: Krw::new(row.supply_price),
            vat: Krw::new(row.vat),
            total: Krw::new(row.total),
            courier_company: row.courier_company,
            tracking_number: row.tracking_number,
            cancel_reason: row.cancel_reason,
        })
    }
}

/// Parses the state of an order.
pub(super) fn parse_state(id: i64, state: &str) -> Result<HotelOrderState> {
    column("hotel_orders", "state", id).check(state.parse::<HotelOrderState>())
}
