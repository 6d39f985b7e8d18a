//! The ledger: every movement of money, append-only.

use std::ops::Range;

use chrono::{DateTime, Utc};
use domain::{Krw, OrderId};

use crate::{Result, TenantConn, TenantTx};

/// A new entry.
#[derive(Clone, Copy, Debug)]
pub struct LedgerEntry<'a> {
    /// The order.
    pub order: OrderId,
    /// `charge`, `refund` or `fee`.
    pub kind: &'static str,
    /// The amount: positive for charges, negative for the others.
    pub amount: Krw,
    /// The provider's id of the entry.
    pub transaction_key: &'a str,
    /// The provider's time of the entry.
    pub at: DateTime<Utc>,
}

/// Inserts a entry. Returns false when it exists already.
pub async fn insert(tx: &mut TenantTx, entry: &LedgerEntry<'_>, now: DateTime<Utc>) -> Result<bool> {
    let done = sqlx::query!(
        "insert into ledger (order_id, kind, amount, transaction_key, at, created_at) values ($1, $2, $3, $4, $5, $6)
         on conflict do nothing",
        entry.order.get(),
        entry.kind,
        entry.amount.get(),
        entry.transaction_key,
        entry.at,
        now
    )
    .execute(tx.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}

/// A movement in the ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The id.
    pub id: i64,
    /// The order.
    pub order: OrderId,
    /// The provider's id of the entry.
    pub transaction_key: String,
    /// The amount: positive for charges, negative for refunds.
    pub amount: Krw,
}

struct Row {
    id: i64,
    order_id: i64,
    transaction_key: String,
    amount: i64,
}

impl From<Row> for Entry {
    fn from(row: Row) -> Self {
        Self {
            id: row.id,
            order: OrderId::new(row.order_id),
            transaction_key: row.transaction_key,
            amount: Krw::new(row.amount),
        }
    }
}

/// Lists the charges and refunds in the ledger that have one of these provider ids.
pub async fn list_by_keys(conn: &mut TenantConn, keys: &[String]) -> Result<Vec<Entry>> {
    let rows = sqlx::query_as!(
        Row,
        "select id, order_id, transaction_key, amount from ledger
         where tenant_id = current_tenant() and transaction_key = any($1) and kind <> 'fee'",
        keys
    )
    .fetch_all(conn.connection())
    .await?;
    Ok(rows.into_iter().map(Entry::from).collect())
}

/// Lists the charges and refunds of an account in a time range, after the entry `after`, at most `limit`.
pub async fn list_between(
    conn: &mut TenantConn,
    account: i64,
    time: Range<DateTime<Utc>>,
    after: i64,
    limit: i64,
) -> Result<Vec<Entry>> {
    let rows = sqlx::query_as!(
        Row,
        "select l.id, l.order_id, l.transaction_key, l.amount from ledger l join orders o on o.id = l.order_id
         where l.tenant_id = current_tenant() and l.at >= $2 and l.at < $3 and l.id > $4 and l.kind <> 'fee'
               and o.account_id = $1
         order by l.id limit $5",
        account,
        time.start,
        time.end,
        after,
        limit
    )
    .fetch_all(conn.connection())
    .await?;
    Ok(rows.into_iter().map(Entry::from).collect())
}

/// Lists the orders whose ledger contradicts their status: paid without a charge, refunded with a remaining amount, or
/// an amount without either status. The list is empty if all orders are consistent.
pub async fn list_unbalanced_orders(conn: &mut TenantConn) -> Result<Vec<OrderId>> {
    let ids = sqlx::query_scalar!(
        "select o.id from orders o
         left join (select order_id, sum(amount) as sum from ledger where kind <> 'fee' group by order_id) l
                on l.order_id = o.id
         where coalesce(l.sum, 0) <> case when o.status in ('paid', 'refunding') then o.amount else 0 end
         order by o.id"
    )
    .fetch_all(conn.connection())
    .await?;
    Ok(ids.into_iter().map(OrderId::new).collect())
}
