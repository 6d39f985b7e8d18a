//! A refill in responses.

use chrono::{DateTime, Utc};
use db::hotel::refills::Refill;
use serde::Serialize;
use utoipa::ToSchema;

use crate::hotel::products::shape::ProductNameBody;

/// A refill.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = HotelRefill)]
pub struct RefillBody {
    /// The id.
    id: i64,
    /// The time.
    at: DateTime<Utc>,
    /// The name of the person who refilled.
    by: String,
    /// The number of the room.
    room_number: String,
    /// The dispenser.
    dispenser_id: i64,
    /// The product.
    product: ProductNameBody,
    /// How much, in millilitres; 0 where somebody found the dispenser full.
    ml: i32,
}

impl From<Refill> for RefillBody {
    fn from(refill: Refill) -> Self {
        Self {
            id: refill.id.get(),
            at: refill.at,
            by: refill.by,
            room_number: refill.room_number,
            dispenser_id: refill.dispenser.get(),
            product: refill.product.into(),
            ml: refill.ml,
        }
    }
}
