//! Every movement of money, only added to.

use chrono::{DateTime, Utc};
use domain::{OrderId, Won};

use crate::{Result, TenantConn, TenantTx};

/// A movement.
#[derive(Clone, Copy, Debug)]
pub struct Movement<'a> {
    /// The order that it is of.
    pub order: OrderId,
    /// charge, refund or fee.
    pub kind: &'static str,
    /// Positive for charges, negative for the others.
    pub amount: Won,
    /// The provider's id of it.
    pub transaction_key: &'a str,
    /// When the provider moved it.
    pub at: DateTime<Utc>,
}

/// Writes a movement; one that stands there already stays as it is. False then.
///
/// # Errors
/// Only [`crate::Error`].
pub async fn insert(tx: &mut TenantTx, movement: &Movement<'_>, now: DateTime<Utc>) -> Result<bool> {
    let done = sqlx::query!(
        "insert into ledger (order_id, kind, amount, transaction_key, at, created_at) values ($1, $2, $3, $4, $5, $6)
         on conflict do nothing",
        movement.order.get(),
        movement.kind,
        movement.amount.get(),
        movement.transaction_key,
        movement.at,
        now
    )
    .execute(tx.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}

/// A movement as it stands in the ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its id.
    pub id: i64,
    /// The order that it is of.
    pub order: OrderId,
    /// The provider's id of it.
    pub transaction_key: String,
    /// Positive for charges, negative for refunds.
    pub amount: Won,
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
            amount: Won::new(row.amount),
        }
    }
}

/// The charges and refunds that the provider knows so; those that are not there are left out.
///
/// # Errors
/// Only [`crate::Error`].
pub async fn list_by_keys(conn: &mut TenantConn, keys: &[String]) -> Result<Vec<Entry>> {
    let rows = sqlx::query_as!(
        Row,
        "select id, order_id, transaction_key, amount from ledger
         where tenant_id = current_tenant() and transaction_key = any($1) and kind <> 'fee'",
        keys
    )
    .fetch_all(conn.connection())
    .await?;
    conn.settle();
    Ok(rows.into_iter().map(Entry::from).collect())
}

/// A page of the charges and refunds of an account from one moment on and before another, after the entry `after`.
///
/// # Errors
/// Only [`crate::Error`].
pub async fn list_between(
    conn: &mut TenantConn,
    account: i64,
    (from, to): (DateTime<Utc>, DateTime<Utc>),
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
        from,
        to,
        after,
        limit
    )
    .fetch_all(conn.connection())
    .await?;
    conn.settle();
    Ok(rows.into_iter().map(Entry::from).collect())
}

/// Orders whose ledger does not say what their state says: paid without a charge, refunded with money left, money without
/// either. Empty when all is well.
///
/// # Errors
/// Only [`crate::Error`].
pub async fn list_unbalanced(conn: &mut TenantConn) -> Result<Vec<OrderId>> {
    let ids = sqlx::query_scalar!(
        "select o.id from orders o
         left join (select order_id, sum(amount) as sum from ledger where kind <> 'fee' group by order_id) l
                on l.order_id = o.id
         where coalesce(l.sum, 0) <> case when o.status in ('paid', 'refunding') then o.amount else 0 end
         order by o.id"
    )
    .fetch_all(conn.connection())
    .await?;
    conn.settle();
    Ok(ids.into_iter().map(OrderId::new).collect())
}
