//! The end of records of contracts and payments, when the period that the law has them kept for is over.
//!
//! A claim ends with its orders and all that is about them, an order without a claim by itself: neither before its last change and
//! its last movement of money are older than the period, nor while its money may still move. A claim that a later one builds on (a
//! discount, a letter of documents issued before) is a part of that one's record and ends after it.

use chrono::{DateTime, Utc};

use crate::{Result, TenantTx, issued_documents};

/// What ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ended {
    /// Claims, with their documents.
    pub claims: u64,
    /// Orders.
    pub orders: u64,
    /// Rows of the ledger.
    pub movements: u64,
    /// Payments to the tenant.
    pub settlements: u64,
    /// Findings about payments.
    pub findings: u64,
}

impl Ended {
    /// Whether nothing was due.
    #[must_use]
    pub fn is_nothing(&self) -> bool {
        *self == Self::default()
    }
}

impl std::ops::AddAssign for Ended {
    fn add_assign(&mut self, other: Self) {
        self.claims += other.claims;
        self.orders += other.orders;
        self.movements += other.movements;
        self.settlements += other.settlements;
        self.findings += other.findings;
    }
}

/// Deletes records whose last change was before `before`: at most `limit` of each kind, and what belongs to them. Call it until
/// nothing is due.
///
/// # Errors
/// Only [`crate::Error`]; the triggers `ledger_stays` and `settlements_stay` refuse what is younger than five years by the database's
/// own clock.
pub async fn end(tx: &mut TenantTx, before: DateTime<Utc>, limit: i64, now: DateTime<Utc>) -> Result<Ended> {
    let mut ended = end_claims(tx, before, limit, now).await?;
    let alone = list_orders_alone(tx, before, limit).await?;
    ended += end_orders(tx, &alone).await?;
    let settlements = sqlx::query!(
        "delete from settlements where id in (select id from settlements where created_at < $1 order by created_at limit $2)",
        before,
        limit
    )
    .execute(tx.connection())
    .await?;
    ended.settlements += settlements.rows_affected();
    // of no order of ours
    let findings = sqlx::query!(
        "delete from payment_findings where id in
         (select id from payment_findings where order_id is null and found_at < $1 order by found_at limit $2)",
        before,
        limit
    )
    .execute(tx.connection())
    .await?;
    ended.findings += findings.rows_affected();
    Ok(ended)
}

async fn end_claims(tx: &mut TenantTx, before: DateTime<Utc>, limit: i64, now: DateTime<Utc>) -> Result<Ended> {
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
    // each refers to the other: the order lets go first, for a claim keeps what paid for it
    let orders =
        sqlx::query_scalar!("update orders set claim_id = null where claim_id = any($1) returning id", &claims)
            .fetch_all(tx.connection())
            .await?;
    issued_documents::erase_for(tx, &claims, now).await?;
    sqlx::query!("delete from notifications where claim_id = any($1)", &claims).execute(tx.connection()).await?;
    let done = sqlx::query!("delete from claims where id = any($1)", &claims).execute(tx.connection()).await?;
    let mut ended = end_orders(tx, &orders).await?;
    ended.claims += done.rows_affected();
    Ok(ended)
}

/// Orders that no claim was made of, or whose claim was erased.
async fn list_orders_alone(tx: &mut TenantTx, before: DateTime<Utc>, limit: i64) -> Result<Vec<i64>> {
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

/// Deletes orders that no claim names any more, with what is about them.
async fn end_orders(tx: &mut TenantTx, orders: &[i64]) -> Result<Ended> {
    sqlx::query!("delete from claim_drafts where order_id = any($1)", orders).execute(tx.connection()).await?;
    let findings =
        sqlx::query!("delete from payment_findings where order_id = any($1)", orders).execute(tx.connection()).await?;
    let movements =
        sqlx::query!("delete from ledger where order_id = any($1)", orders).execute(tx.connection()).await?;
    let done = sqlx::query!("delete from orders where id = any($1)", orders).execute(tx.connection()).await?;
    Ok(Ended {
        orders: done.rows_affected(),
        movements: movements.rows_affected(),
        findings: findings.rows_affected(),
        ..Ended::default()
    })
}
