//! Lists of orders for the jobs that settle and compare them.

use std::ops::Range;

use chrono::{DateTime, TimeDelta, Utc};
use domain::OrderId;

use super::{Order, select_orders};
use crate::{Result, TenantConn, TenantTx};

/// The age from which unsettled orders are swept and monitored, because their own checks have ended.
pub const SWEEP_AGE: TimeDelta = TimeDelta::minutes(15);

/// Lists the unsettled orders from before a time, after the order `after`, the oldest first, at most `limit`.
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
    rows.into_iter().map(Order::try_from).collect()
}

/// Lists an account's orders of a time range, after the order `after`, by id, at most `limit`: those created in it or
/// on the day before, and those with a charge or refund in it.
pub async fn list_between(
    conn: &mut TenantConn,
    account: i64,
    time: Range<DateTime<Utc>>,
    after: Option<OrderId>,
    limit: i64,
) -> Result<Vec<Order>> {
    let rows = select_orders!(
        "o where account_id = $1 and id > $4
               and ((created_at >= $2::timestamptz - interval '1 day' and created_at < $3)
                    or exists (select from ledger l where l.order_id = o.id and l.at >= $2 and l.at < $3 and l.kind <> 'fee'))
         order by id limit $5",
        account,
        time.start,
        time.end,
        after.map_or(0, OrderId::get),
        limit
    )
    .fetch_all(conn.connection())
    .await?;
    rows.into_iter().map(Order::try_from).collect()
}

/// Counts the unsettled orders from before a time.
pub async fn count_unsettled(conn: &mut TenantConn, before: DateTime<Utc>) -> Result<i64> {
    let count = sqlx::query_scalar!(
        r#"select count(*) as "count!" from orders
           where status in ('pending', 'confirming', 'refunding') and created_at < $1"#,
        before
    )
    .fetch_one(conn.connection())
    .await?;
    Ok(count)
}

/// Expires the pending orders from before a time, deletes their drafts and those of other closed orders, and returns
/// the number of drafts. An order whose payment is being confirmed keeps its draft.
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
