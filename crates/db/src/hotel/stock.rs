//! The stocks of hotels: a ledger of entries, whose sums the database maintains.

use chrono::{DateTime, TimeDelta, Utc};
use domain::hotel::order::HotelOrderState;
use domain::hotel::stock::{CONSUMPTION_DAYS, StockEntryKind, StockShort, apply};
use domain::{HotelClientId, HotelOrderId, HotelProductId, HotelUserId, RefillId};

use super::orders::parse_state;
use super::products::{Product, Row as ProductRow};
use crate::{Error, Result, TenantConn, TenantTx, column};

/// A hotel's stock of a product.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stock {
    /// The product.
    pub product: Product,
    /// The capacity of the storeroom, in milliliters.
    pub capacity_ml: i64,
    /// The stock, in milliliters.
    pub ml: i64,
    /// The amount refilled in the last 30 days, in milliliters.
    pub used_ml: i64,
    /// The amount ordered in the last 30 days, in milliliters.
    pub ordered_ml: i64,
    /// The amount in open orders, in milliliters.
    pub open_ml: i64,
    /// The most advanced state of an open order.
    pub open_state: Option<HotelOrderState>,
}

/// An entry of a stock's ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The id.
    pub id: i64,
    /// When it was booked.
    pub at: DateTime<Utc>,
    /// The kind of entry.
    pub kind: StockEntryKind,
    /// The change, in milliliters.
    pub ml: i64,
    /// The stock after it, in milliliters.
    pub balance_ml: i64,
    /// The name of the user who booked it.
    pub by: String,
    /// The reason why a count differs from the ledger.
    pub reason: Option<String>,
}

/// Identifies a stock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StockKey {
    /// The hotel.
    pub hotel: HotelClientId,
    /// The product.
    pub product: HotelProductId,
}

/// Why a stock was not changed.
#[derive(Debug, thiserror::Error)]
pub enum BookError {
    /// The stock would become negative.
    #[error(transparent)]
    Short(#[from] StockShort),
    /// The database failed.
    #[error(transparent)]
    Db(#[from] Error),
}

impl From<sqlx::Error> for BookError {
    #[track_caller]
    fn from(error: sqlx::Error) -> Self {
        Self::Db(error.into())
    }
}

/// Lists a hotel's stock of every product that can be ordered or is in stock.
pub async fn list(conn: &mut TenantConn, hotel: HotelClientId, now: DateTime<Utc>) -> Result<Vec<Stock>> {
    let rows = sqlx::query!(
        r#"with used as (
               select product_id, sum(ml) as ml from hotel_refills where hotel_id = $1 and at >= $2 group by product_id
           ), ordered as (
               select l.product_id, sum(l.total_ml) filter (where o.ordered_at >= $2) as ml,
                      sum(l.total_ml) filter (where o.state <> 'delivery_complete') as open_ml,
                      max(array_position(array['order_request', 'product_preparation', 'electronic_invoice', 'shipping'],
                                         o.state)) as step
               from hotel_orders o join hotel_order_lines l on l.order_id = o.id
               where o.hotel_id = $1 and o.state <> 'canceled' and (o.ordered_at >= $2 or o.state <> 'delivery_complete')
               group by l.product_id
           )
           select p.id, p.code, p.type as kind, p.name, p.fragrance, p.bottle_ml, p.bottles_per_box, p.unit_price, p.active,
                  coalesce(s.capacity_ml, 60000) as "capacity_ml!", coalesce(s.ml, 0) as "ml!",
                  coalesce(u.ml, 0)::bigint as "used_ml!", coalesce(o.ml, 0)::bigint as "ordered_ml!",
                  coalesce(o.open_ml, 0)::bigint as "open_ml!",
                  (array['order_request', 'product_preparation', 'electronic_invoice', 'shipping'])[o.step] as open_state
           from hotel_products p
           left join hotel_stocks s on s.hotel_id = $1 and s.product_id = p.id
           left join used u on u.product_id = p.id
           left join ordered o on o.product_id = p.id
           where p.active or s.ml > 0
           order by p.type, p.name, p.id"#,
        hotel.get(),
        now - TimeDelta::days(CONSUMPTION_DAYS)
    )
    .fetch_all(conn.connection())
    .await?;
    rows.into_iter()
        .map(|row| {
            let product = ProductRow {
                id: row.id,
                code: row.code,
                kind: row.kind,
                name: row.name,
                fragrance: row.fragrance,
                bottle_ml: row.bottle_ml,
                bottles_per_box: row.bottles_per_box,
                unit_price: row.unit_price,
                active: row.active,
            };
            Ok(Stock {
                product: product.try_into()?,
                capacity_ml: row.capacity_ml,
                ml: row.ml,
                used_ml: row.used_ml,
                ordered_ml: row.ordered_ml,
                open_ml: row.open_ml,
                open_state: row.open_state.map(|state| parse_state(row.id, &state)).transpose()?,
            })
        })
        .collect()
}

/// Sets the capacity of a storeroom.
pub async fn set_capacity(conn: &mut TenantConn, key: StockKey, capacity_ml: i64) -> Result<()> {
    sqlx::query!(
        "insert into hotel_stocks (hotel_id, product_id, capacity_ml) values ($1, $2, $3)
         on conflict (hotel_id, product_id) do update set capacity_ml = excluded.capacity_ml",
        key.hotel.get(),
        key.product.get(),
        capacity_ml
    )
    .execute(conn.connection())
    .await?;
    Ok(())
}

/// Finds a stock and locks it until the transaction ends. A stock without entries gets its row here, so that of two
/// first counts the second waits for the first.
async fn lock(conn: &mut TenantConn, key: StockKey) -> Result<i64> {
    let ml = sqlx::query_scalar!(
        "insert into hotel_stocks as s (hotel_id, product_id) values ($1, $2)
         on conflict (hotel_id, product_id) do update set capacity_ml = s.capacity_ml returning ml",
        key.hotel.get(),
        key.product.get()
    )
    .fetch_one(conn.connection())
    .await?;
    Ok(ml)
}

/// Books a count as the difference to the ledger.
pub async fn book_count(tx: &mut TenantTx, key: StockKey, count: &Count<'_>, now: DateTime<Utc>) -> Result<()> {
    let present = lock(tx, key).await?;
    sqlx::query!(
        "insert into hotel_stock_entries (hotel_id, product_id, kind, ml, user_id, reason, at)
         values ($1, $2, 'count', $3, $4, $5, $6)",
        key.hotel.get(),
        key.product.get(),
        count.ml - present,
        count.user.get(),
        count.reason,
        now
    )
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// A counted stock.
#[derive(Clone, Copy, Debug)]
pub struct Count<'a> {
    /// The stock, in millilitres.
    pub ml: i64,
    /// The user who counted.
    pub user: HotelUserId,
    /// The reason why the count differs.
    pub reason: &'a str,
}

/// Books the lines of a delivered order. The unique index on the line prevents a second booking.
pub(super) async fn book_delivery(
    tx: &mut TenantTx,
    order: HotelOrderId,
    user: HotelUserId,
    now: DateTime<Utc>,
) -> Result<()> {
    // in the order of products, so that two deliveries to a hotel cannot deadlock
    sqlx::query!(
        "insert into hotel_stock_entries (hotel_id, product_id, kind, ml, order_line_id, user_id, at)
         select o.hotel_id, l.product_id, 'delivery', l.total_ml, l.id, $2, $3
         from hotel_orders o join hotel_order_lines l on l.order_id = o.id
         where o.id = $1 order by l.product_id",
        order.get(),
        user.get(),
        now
    )
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// A refill that reduces a stock.
#[derive(Clone, Copy, Debug)]
pub(super) struct RefillBooking {
    /// The refill.
    pub refill: RefillId,
    /// The user who refilled.
    pub user: HotelUserId,
    /// The amount, in milliliters.
    pub ml: i64,
}

/// Books the amount of a refill.
///
/// # Errors
/// [`BookError::Short`] when the stock is too low.
pub(super) async fn book_refill(
    tx: &mut TenantTx,
    key: StockKey,
    taken: RefillBooking,
    now: DateTime<Utc>,
) -> Result<(), BookError> {
    apply(lock(tx, key).await?, -taken.ml)?;
    sqlx::query!(
        "insert into hotel_stock_entries (hotel_id, product_id, kind, ml, refill_id, user_id, at)
         values ($1, $2, 'refill', $3, $4, $5, $6)",
        key.hotel.get(),
        key.product.get(),
        -taken.ml,
        taken.refill.get(),
        taken.user.get(),
        now
    )
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// Lists the entries of a stock before an entry, the newest first.
pub async fn list_entries(conn: &mut TenantConn, key: StockKey, before: Option<i64>, limit: i64) -> Result<Vec<Entry>> {
    let rows = sqlx::query!(
        "select e.id, e.at, e.kind, e.ml, e.balance_ml, u.name as by, e.reason
         from hotel_stock_entries e join hotel_users u on u.id = e.user_id
         where e.hotel_id = $1 and e.product_id = $2 and ($3::bigint is null or e.id < $3)
         order by e.id desc limit $4",
        key.hotel.get(),
        key.product.get(),
        before,
        limit
    )
    .fetch_all(conn.connection())
    .await?;
    rows.into_iter()
        .map(|row| {
            Ok(Entry {
                id: row.id,
                at: row.at,
                kind: column("hotel_stock_entries", "kind", row.id).check(row.kind.parse::<StockEntryKind>())?,
                ml: row.ml,
                balance_ml: row.balance_ml,
                by: row.by,
                reason: row.reason,
            })
        })
        .collect()
}

/// Lists the stocks that differ from the sum of their entries. The database's triggers keep this list empty.
pub async fn list_unbalanced(conn: &mut TenantConn) -> Result<Vec<StockKey>> {
    let rows = sqlx::query!(
        "select s.hotel_id, s.product_id from hotel_stocks s
         where s.ml <> (select coalesce(sum(e.ml), 0) from hotel_stock_entries e
                        where e.hotel_id = s.hotel_id and e.product_id = s.product_id)"
    )
    .fetch_all(conn.connection())
    .await?;
    let key =
        |hotel: i64, product: i64| StockKey { hotel: HotelClientId::new(hotel), product: HotelProductId::new(product) };
    Ok(rows.into_iter().map(|row| key(row.hotel_id, row.product_id)).collect())
}
