//! Inserts of orders.

use chrono::{DateTime, Utc};
use domain::hotel::order::HotelOrderState;
use domain::hotel::price::{LinePrice, OrderPrice};
use domain::{HotelClientId, HotelOrderEventId, HotelOrderId, HotelUserId};

use super::change::{NewEvent, insert_event};
use crate::hotel::products::Product;
use crate::{Result, TenantConn, TenantTx};

/// A line of a new order.
#[derive(Clone, Debug)]
pub struct NewLine {
    /// The product.
    pub product: Product,
    /// The number of boxes.
    pub boxes: i32,
}

/// A new order.
#[derive(Clone, Debug)]
pub struct NewOrder<'a> {
    /// The hotel.
    pub hotel: HotelClientId,
    /// The user who orders.
    pub ordered_by: HotelUserId,
    /// The lines.
    pub lines: &'a [NewLine],
    /// Their prices, in the same order.
    pub price: &'a OrderPrice,
}

/// Inserts an order with its lines and its first event.
pub async fn insert(
    tx: &mut TenantTx,
    new: &NewOrder<'_>,
    now: DateTime<Utc>,
) -> Result<(HotelOrderId, HotelOrderEventId)> {
    let id = sqlx::query_scalar!(
        "insert into hotel_orders (hotel_id, ordered_by, ordered_at, supply_price, vat, total)
         values ($1, $2, $3, $4, $5, $6) returning id",
        new.hotel.get(),
        new.ordered_by.get(),
        now,
        new.price.supply_price.get(),
        new.price.vat.get(),
        new.price.total.get()
    )
    .fetch_one(tx.connection())
    .await?;
    let id = HotelOrderId::new(id);
    for (line, price) in new.lines.iter().zip(&new.price.lines) {
        insert_line(tx, id, line, price).await?;
    }
    let event = NewEvent { state: HotelOrderState::OrderRequest, user: new.ordered_by, note: None };
    let event = insert_event(tx, id, event, now).await?;
    Ok((id, event))
}

async fn insert_line(conn: &mut TenantConn, order: HotelOrderId, line: &NewLine, price: &LinePrice) -> Result<()> {
    let spec = &line.product.spec;
    sqlx::query!(
        "insert into hotel_order_lines (order_id, product_id, product_code, product_name, product_type, fragrance, boxes,
                                        quantity, total_ml, unit_price, amount)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
        order.get(),
        line.product.id.get(),
        spec.code,
        spec.name,
        spec.kind.as_str(),
        spec.fragrance,
        line.boxes,
        price.quantity,
        price.total_ml,
        spec.unit_price.get(),
        price.amount.get()
    )
    .execute(conn.connection())
    .await?;
    Ok(())
}
