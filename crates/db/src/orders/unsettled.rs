//! Orders that nobody came back for.

use chrono::{DateTime, Utc};
use domain::OrderId;

use super::{Order, select_orders};
use crate::{Result, TenantConn, TenantTx};

/// Orders made before a moment that something is still expected of, those after `after` in the list: the oldest first.
///
/// # Errors
/// Only [`crate::Error`].
pub async fn list_unsettled(
    conn: &mut TenantConn,
    before: DateTime<Utc>,
    after: Option<OrderId>,
    limit: i64,
) -> Result<Vec<Order>> {
    let rows = select_orders!(
        "where status in ('pending', 'confirming', 'refunding') and created_at < $1 and id > $2 order by id limit $3",
        before,
        after.map_or(0, OrderId::get),
        limit
    )
    .fetch_all(conn.connection())
    .await?;
    conn.settle();
    rows.into_iter().map(Order::try_from).collect()
}

/// How many orders made before a moment something is still expected of.
///
/// # Errors
/// Only [`crate::Error`].
pub async fn count_unsettled(conn: &mut TenantConn, before: DateTime<Utc>) -> Result<i64> {
    let count = sqlx::query_scalar!(
        r#"select count(*) as "count!" from orders
           where status in ('pending', 'confirming', 'refunding') and created_at < $1"#,
        before
    )
    .fetch_one(conn.connection())
    .await?;
    conn.settle();
    Ok(count)
}

/// Forgets the drafts made before a moment, and lets the orders that brought them expire; answers how many. An order whose
/// money is being taken keeps its draft.
///
/// # Errors
/// Only [`crate::Error`].
pub async fn expire_drafts(tx: &mut TenantTx, before: DateTime<Utc>, now: DateTime<Utc>) -> Result<u64> {
    sqlx::query!(
        "update orders set status = 'expired', updated_at = $2 where status = 'pending' and created_at < $1",
        before,
        now
    )
    .execute(tx.connection())
    .await?;
    let done = sqlx::query!(
        "delete from claim_drafts d using orders o
         where o.id = d.order_id and d.created_at < $1 and o.status in ('failed', 'canceled', 'expired')",
        before
    )
    .execute(tx.connection())
    .await?;
    Ok(done.rows_affected())
}
