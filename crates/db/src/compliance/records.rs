//! Deletion of records of contracts and payments after the legal retention period.
//!
//! A claim is deleted with its orders and their rows, an order without a claim by itself. Neither is deleted before its
//! last change and its last movement of money are older than the period, nor while its money may still move. A claim
//! that a later claim depends on (a discount, documents issued before) is part of that claim's record and is deleted
//! after it.

use chrono::{DateTime, Utc};

use crate::{Result, TenantTx, issued_documents};

/// The numbers of deleted records.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PurgedRecords {
    /// Claims, with their documents.
    pub claims: u64,
    /// Orders.
    pub orders: u64,
    /// Rows of the ledger.
    pub movements: u64,
    /// Settlements.
    pub settlements: u64,
    /// Discrepancies.
    pub discrepancies: u64,
}

impl PurgedRecords {
    /// Returns whether nothing was deleted.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl std::ops::AddAssign for PurgedRecords {
    fn add_assign(&mut self, other: Self) {
        self.claims += other.claims;
        self.orders += other.orders;
        self.movements += other.movements;
        self.settlements += other.settlements;
        self.discrepancies += other.discrepancies;
    }
}

/// Deletes records whose last change was before `before`, at most `limit` of each kind, with their dependent rows. Call
/// it until it deletes none.
///
/// # Errors
/// When a row is less than five years old by the database's clock, which the triggers `ledger_stays` and
/// `settlements_stay` reject.
pub async fn purge_records(
    tx: &mut TenantTx,
    before: DateTime<Utc>,
    limit: i64,
    now: DateTime<Utc>,
) -> Result<PurgedRecords> {
    let mut purged = purge_claims(tx, before, limit, now).await?;
    let orders = list_orders_without_claim(tx, before, limit).await?;
    purged += purge_orders(tx, &orders).await?;
    let settlements = sqlx::query!(
        "delete from settlements where id in (select id from settlements where created_at < $1 order by created_at limit $2)",
        before,
        limit
    )
    .execute(tx.connection())
    .await?;
    purged.settlements += settlements.rows_affected();
    // discrepancies without an order
    let discrepancies = sqlx::query!(
        "delete from payment_findings where id in
         (select id from payment_findings where order_id is null and found_at < $1 order by found_at limit $2)",
        before,
        limit
    )
    .execute(tx.connection())
    .await?;
    purged.discrepancies += discrepancies.rows_affected();
    Ok(purged)
}

async fn purge_claims(
    tx: &mut TenantTx,
    before: DateTime<Utc>,
    limit: i64,
    now: DateTime<Utc>,
) -> Result<PurgedRecords> {
    let claims = sqlx::query_scalar!(
        "select c.id from claims c
         where c.updated_at < $1
           and not exists (select from orders o
                           where o.claim_id = c.id
                             and (o.updated_at >= $1 or o.status in ('pending', 'confirming', 'refunding')
                                  or exists (select from ledger l where l.order_id = o.id and l.at >= $1)))
           and not exists (select from claims later where later.prior_claim_id = c.id)
           and not exists (select from claim_drafts d where d.prior_claim_id = c.id)
         order by c.updated_at limit $2 for update of c",
        before,
        limit
    )
    .fetch_all(tx.connection())
    .await?;
    // each refers to the other; the order is changed first, because a claim must keep the order that paid for it
    let orders =
        sqlx::query_scalar!("update orders set claim_id = null where claim_id = any($1) returning id", &claims)
            .fetch_all(tx.connection())
            .await?;
    issued_documents::erase_for_claims(tx, &claims, now).await?;
    sqlx::query!("delete from notifications where claim_id = any($1)", &claims).execute(tx.connection()).await?;
    let done = sqlx::query!("delete from claims where id = any($1)", &claims).execute(tx.connection()).await?;
    let mut purged = purge_orders(tx, &orders).await?;
    purged.claims += done.rows_affected();
    Ok(purged)
}

/// Lists the orders without a claim, including those whose claim was erased.
async fn list_orders_without_claim(tx: &mut TenantTx, before: DateTime<Utc>, limit: i64) -> Result<Vec<i64>> {
    Ok(sqlx::query_scalar!(
        "select o.id from orders o
         where o.updated_at < $1 and o.claim_id is null and o.status not in ('pending', 'confirming', 'refunding')
           and not exists (select from ledger l where l.order_id = o.id and l.at >= $1)
           and not exists (select from claims c where c.paid_order_id = o.id)
         order by o.updated_at limit $2 for update of o",
        before,
        limit
    )
    .fetch_all(tx.connection())
    .await?)
}

/// Deletes orders that no claim refers to, with their dependent rows.
async fn purge_orders(tx: &mut TenantTx, orders: &[i64]) -> Result<PurgedRecords> {
    sqlx::query!("delete from notifications where order_id = any($1)", orders).execute(tx.connection()).await?;
    sqlx::query!("delete from claim_drafts where order_id = any($1)", orders).execute(tx.connection()).await?;
    let discrepancies =
        sqlx::query!("delete from payment_findings where order_id = any($1)", orders).execute(tx.connection()).await?;
    let movements =
        sqlx::query!("delete from ledger where order_id = any($1)", orders).execute(tx.connection()).await?;
    let done = sqlx::query!("delete from orders where id = any($1)", orders).execute(tx.connection()).await?;
    Ok(PurgedRecords {
        orders: done.rows_affected(),
        movements: movements.rows_affected(),
        discrepancies: discrepancies.rows_affected(),
        ..PurgedRecords::default()
    })
}
