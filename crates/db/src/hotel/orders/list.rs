//! Reads of orders.

use domain::hotel::HotelScope;
use domain::hotel::order::HotelOrderState;
use domain::{HotelClientId, HotelOrderId, HotelProductId, Krw};

use super::{Event, Line, Order, parse_state, select_orders};
use crate::hotel::products::parse_type;
use crate::{Result, TenantConn};

/// Selects the orders of a list.
#[derive(Clone, Copy, Debug, Default)]
pub struct OrderFilter<'a> {
    /// Orders of this hotel.
    pub hotel: Option<HotelClientId>,
    /// Orders in this state.
    pub state: Option<HotelOrderState>,
    /// Orders whose number, hotel or product contains this text.
    pub text: &'a str,
    /// Orders before this one.
    pub before: Option<HotelOrderId>,
    /// The maximum number of orders.
    pub limit: i64,
}

/// Finds an order of a hotel in the scope.
pub async fn find(conn: &mut TenantConn, scope: HotelScope, id: HotelOrderId) -> Result<Option<Order>> {
    let row =
        select_orders!("where o.id = $1 and o.hotel_id in (select hotels_in_scope($2))", id.get(), scope.client())
            .fetch_optional(conn.connection())
            .await?;
    row.map(Order::try_from).transpose()
}

/// Lists orders of the hotels in the scope, the newest first.
pub async fn list(conn: &mut TenantConn, scope: HotelScope, filter: &OrderFilter<'_>) -> Result<Vec<Order>> {
    let rows = select_orders!(
        "where o.hotel_id in (select hotels_in_scope($1)) and ($2::bigint is null or o.hotel_id = $2)
           and ($3::text is null or o.state = $3)
           and ($4 = '' or position(lower($4) in lower(o.number)) > 0 or position(lower($4) in lower(c.name)) > 0
                or exists (select from hotel_order_lines l where l.order_id = o.id
                           and position(lower($4) in lower(l.product_name || ' ' || l.product_code)) > 0))
           and ($5::bigint is null or o.id < $5)
         order by o.id desc limit $6",
        scope.client(),
        filter.hotel.map(HotelClientId::get),
        filter.state.map(HotelOrderState::as_str),
        filter.text,
        filter.before.map(HotelOrderId::get),
        filter.limit
    )
    .fetch_all(conn.connection())
    .await?;
    rows.into_iter().map(Order::try_from).collect()
}

/// Lists the open orders of one hotel or of all hotels in the scope, the oldest first.
pub async fn list_open(
    conn: &mut TenantConn,
    scope: HotelScope,
    hotel: Option<HotelClientId>,
    limit: i64,
) -> Result<Vec<Order>> {
    let rows = select_orders!(
        "where o.hotel_id in (select hotels_in_scope($1)) and ($2::bigint is null or o.hotel_id = $2)
           and o.state not in ('delivery_complete', 'canceled')
         order by o.id limit $3",
        scope.client(),
        hotel.map(HotelClientId::get),
        limit
    )
    .fetch_all(conn.connection())
    .await?;
    rows.into_iter().map(Order::try_from).collect()
}

/// Lists the lines of orders, by order and in the order of entry.
pub async fn list_lines(conn: &mut TenantConn, ids: &[HotelOrderId]) -> Result<Vec<(HotelOrderId, Line)>> {
    let ids: Vec<i64> = ids.iter().map(|id| id.get()).collect();
    let rows = sqlx::query!(
        "select order_id, product_id, product_code, product_name, product_type, fragrance, boxes, quantity, total_ml, unit_price,
                amount
         from hotel_order_lines where order_id = any($1) order by order_id, id",
        &ids
    )
    .fetch_all(conn.connection())
    .await?;
    rows.into_iter()
        .map(|row| {
            let line = Line {
                product_id: HotelProductId::new(row.product_id),
                product_code: row.product_code,
                product_name: row.product_name,
                kind: parse_type(row.product_id, &row.product_type)?,
                fragrance: row.fragrance,
                boxes: row.boxes,
                quantity: row.quantity,
                total_ml: row.total_ml,
                unit_price: Krw::new(row.unit_price),
                amount: Krw::new(row.amount),
            };
            Ok((HotelOrderId::new(row.order_id), line))
        })
        .collect()
}

/// Lists the events of an order, the oldest first.
pub async fn list_events(conn: &mut TenantConn, id: HotelOrderId) -> Result<Vec<Event>> {
    let rows = sqlx::query!(
        "select e.state, e.at, u.name as by, e.note from hotel_order_events e join hotel_users u on u.id = e.user_id
         where e.order_id = $1 order by e.id",
        id.get()
    )
    .fetch_all(conn.connection())
    .await?;
    rows.into_iter()
        .map(|row| Ok(Event { state: parse_state(id.get(), &row.state)?, at: row.at, by: row.by, note: row.note }))
        .collect()
}

/// Returns a hotel's receivable.
pub async fn sum_receivable(conn: &mut TenantConn, hotel: HotelClientId) -> Result<Krw> {
    let sum = sqlx::query_scalar!(
        r#"select coalesce(sum(amount), 0)::bigint as "sum!" from hotel_money_entries
           where hotel_id = $1 and account = 'receivable'"#,
        hotel.get()
    )
    .fetch_one(conn.connection())
    .await?;
    Ok(Krw::new(sum))
}
