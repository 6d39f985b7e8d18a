//! Orders in responses.

use chrono::{DateTime, Utc};
use db::hotel::orders::{Event, Line, Order};
use serde::Serialize;
use utoipa::ToSchema;

use crate::hotel::codes::{OrderStateCode, ProductTypeCode};
use crate::hotel::shape::NameBody;

/// An order without its lines.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = HotelOrder)]
pub struct OrderBody {
    /// The id.
    id: i64,
    /// The order's number.
    #[schema(example = "HO-000042")]
    number: String,
    /// The hotel.
    hotel: NameBody,
    /// The state.
    #[schema(value_type = OrderStateCode)]
    state: &'static str,
    /// The version; send it back with a change.
    version: i32,
    /// When it was placed.
    ordered_at: DateTime<Utc>,
    /// The name of the person who ordered.
    ordered_by: String,
    /// The boxes of all lines.
    boxes: i64,
    /// Won, without VAT.
    supply_price: i64,
    /// Won.
    vat: i64,
    /// Won, with VAT.
    total: i64,
    /// The courier company, once it is shipped.
    #[schema(required)]
    courier_company: Option<String>,
    /// The tracking number, once it is shipped.
    #[schema(required)]
    tracking_number: Option<String>,
    /// Why it was canceled.
    #[schema(required)]
    cancel_reason: Option<String>,
}

impl From<Order> for OrderBody {
    fn from(order: Order) -> Self {
        Self {
            id: order.id.get(),
            number: order.number,
            hotel: order.hotel.into(),
            state: order.state.as_str(),
            version: order.version,
            ordered_at: order.ordered_at,
            ordered_by: order.ordered_by,
            boxes: order.boxes,
            supply_price: order.supply_price.get(),
            vat: order.vat.get(),
            total: order.total.get(),
            courier_company: order.courier_company,
            tracking_number: order.tracking_number,
            cancel_reason: order.cancel_reason,
        }
    }
}

/// A line of an order or a quote, with the product as it was then.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = HotelOrderLine)]
pub struct LineBody {
    /// The product.
    product_id: i64,
    /// Its code.
    product_code: String,
    /// Its name.
    product: String,
    /// Its type.
    #[serde(rename = "type")]
    #[schema(value_type = ProductTypeCode)]
    kind: &'static str,
    /// Its fragrance.
    fragrance: String,
    /// The boxes.
    boxes: i32,
    /// The bottles.
    quantity: i64,
    /// The contents of all bottles, in millilitres.
    total_ml: i64,
    /// The price of a box in won, without VAT.
    unit_price: i64,
    /// The price of the line in won, without VAT.
    amount: i64,
}

impl From<Line> for LineBody {
    fn from(line: Line) -> Self {
        Self {
            product_id: line.product_id.get(),
            product_code: line.product_code,
            product: line.product_name,
            kind: line.kind.as_str(),
            fragrance: line.fragrance,
            boxes: line.boxes,
            quantity: line.quantity,
            total_ml: line.total_ml,
            unit_price: line.unit_price.get(),
            amount: line.amount.get(),
        }
    }
}

/// An event of an order.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = HotelOrderEvent)]
pub struct EventBody {
    /// The new state.
    #[schema(value_type = OrderStateCode)]
    state: &'static str,
    /// The time.
    at: DateTime<Utc>,
    /// The name of the person who did it.
    by: String,
    /// The parcel, or why it was canceled.
    #[schema(required)]
    note: Option<String>,
}

impl From<Event> for EventBody {
    fn from(event: Event) -> Self {
        Self { state: event.state.as_str(), at: event.at, by: event.by, note: event.note }
    }
}

/// An order with its lines and history.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = HotelOrderDetail)]
pub struct OrderDetailBody {
    /// The order.
    #[serde(flatten)]
    order: OrderBody,
    /// Its lines.
    lines: Vec<LineBody>,
    /// The history, oldest first.
    events: Vec<EventBody>,
}

impl OrderDetailBody {
    /// Creates the body about an order.
    pub fn new(order: Order, lines: impl Iterator<Item = Line>, events: Vec<Event>) -> Self {
        Self {
            order: order.into(),
            lines: lines.map(LineBody::from).collect(),
            events: events.into_iter().map(EventBody::from).collect(),
        }
    }
}
