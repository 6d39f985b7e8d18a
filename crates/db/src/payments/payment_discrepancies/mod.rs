//! Discrepancies between our orders and payment providers, in the table `payment_findings`.

use chrono::{DateTime, Utc};
use domain::{Krw, OrderId};

use crate::{Result, TenantConn, column};

pub mod clinic;

/// The kind of a discrepancy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DiscrepancyKind {
    /// An order was not settled in time.
    Stuck,
    /// Paid at the provider but not here.
    Unrecorded,
    /// Paid here but not at the provider.
    Unpaid,
    /// The amounts differ.
    AmountMismatch,
    /// Paid twice.
    Duplicate,
    /// The payout differs from the charge.
    SettlementMismatch,
}

impl DiscrepancyKind {
    /// Every kind.
    pub const ALL: [Self; 6] =
        [Self::Stuck, Self::Unrecorded, Self::Unpaid, Self::AmountMismatch, Self::Duplicate, Self::SettlementMismatch];

    /// Returns the kind's name in the database and the metrics.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Stuck => "stuck",
            Self::Unrecorded => "unrecorded",
            Self::Unpaid => "unpaid",
            Self::AmountMismatch => "amount_mismatch",
            Self::Duplicate => "duplicate",
            Self::SettlementMismatch => "settlement_mismatch",
        }
    }

    fn from_code(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == text)
    }
}

/// A new discrepancy.
#[derive(Clone, Copy, Debug)]
pub struct NewDiscrepancy<'a> {
    /// The kind.
    pub kind: DiscrepancyKind,
    /// The order. None when there is no such order here.
    pub order: Option<OrderId>,
    /// The provider's id of the movement. Empty when the whole order is concerned.
    pub transaction_key: &'a str,
    /// Our amount.
    pub our_amount: Option<Krw>,
    /// The provider's amount.
    pub provider_amount: Option<Krw>,
}

/// A discrepancy.
#[derive(Clone, Debug)]
pub struct Discrepancy {
    /// The id.
    pub id: i64,
    /// The kind.
    pub kind: DiscrepancyKind,
    /// The order id at the provider.
    pub oid: Option<String>,
    /// The provider's id of the movement.
    pub transaction_key: String,
    /// Our amount, in KRW.
    pub our_amount: Option<i64>,
    /// The provider's amount, in KRW.
    pub provider_amount: Option<i64>,
    /// When it was found.
    pub found_at: DateTime<Utc>,
    /// Whether a person must resolve it.
    pub needs_person: bool,
}

/// Inserts a discrepancy. Returns false when the same one is already open.
pub async fn insert(conn: &mut TenantConn, new: &NewDiscrepancy<'_>, now: DateTime<Utc>) -> Result<bool> {
    let done = sqlx::query!(
        "insert into payment_findings (kind, order_id, transaction_key, our_amount, their_amount, found_at)
         values ($1, $2, $3, $4, $5, $6)
         on conflict do nothing",
        new.kind.as_str(),
        new.order.map(OrderId::get),
        new.transaction_key,
        new.our_amount.map(Krw::get),
        new.provider_amount.map(Krw::get),
        now
    )
    .execute(conn.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Returns whether an order has a discrepancy of one of these kinds that was not repaired automatically, open or resolved.
pub async fn exists(conn: &mut TenantConn, order: OrderId, kinds: &[DiscrepancyKind]) -> Result<bool> {
    let kinds: Vec<String> = kinds.iter().map(|kind| kind.as_str().to_owned()).collect();
    let exists = sqlx::query_scalar!(
        r#"select exists(select from payment_findings
                         where order_id = $1 and kind = any($2) and repaired_at is null) as "exists!""#,
        order.get(),
        &kinds
    )
    .fetch_one(conn.connection())
    .await?;
    Ok(exists)
}

/// Marks an order's open discrepancies of these kinds as repaired automatically, and returns how many.
pub async fn set_repaired(
    conn: &mut TenantConn,
    order: OrderId,
    kinds: &[DiscrepancyKind],
    now: DateTime<Utc>,
) -> Result<u64> {
    let kinds: Vec<String> = kinds.iter().map(|kind| kind.as_str().to_owned()).collect();
    let done = sqlx::query!(
        "update payment_findings set repaired_at = $3, needs_person = false
         where order_id = $1 and kind = any($2) and repaired_at is null and resolved_at is null",
        order.get(),
        &kinds,
        now
    )
    .execute(conn.connection())
    .await?;
    Ok(done.rows_affected())
}

/// Lists the open discrepancies, the newest first, at most `limit`.
pub async fn list_open(conn: &mut TenantConn, limit: i64) -> Result<Vec<Discrepancy>> {
    let rows = sqlx::query!(
        r#"select f.id, f.kind, o.oid as "oid?", f.transaction_key, f.our_amount, f.their_amount, f.found_at, f.needs_person
           from payment_findings f left join orders o on o.id = f.order_id
           where f.repaired_at is null and f.resolved_at is null
           order by f.id desc limit $1"#,
        limit
    )
    .fetch_all(conn.connection())
    .await?;
    rows.into_iter()
        .map(|r| {
            Ok(Discrepancy {
                id: r.id,
                kind: column("payment_findings", "kind", r.id).require(DiscrepancyKind::from_code(&r.kind))?,
                oid: r.oid,
                transaction_key: r.transaction_key,
                our_amount: r.our_amount,
                provider_amount: r.their_amount,
                found_at: r.found_at,
                needs_person: r.needs_person,
            })
        })
        .collect()
}

/// Counts the open discrepancies of a kind.
pub async fn count_open(conn: &mut TenantConn, kind: DiscrepancyKind) -> Result<i64> {
    let count = sqlx::query_scalar!(
        r#"select count(*) as "count!" from payment_findings
           where tenant_id = current_tenant() and kind = $1 and repaired_at is null and resolved_at is null"#,
        kind.as_str()
    )
    .fetch_one(conn.connection())
    .await?;
    Ok(count)
}

/// Resolves a discrepancy for an operator. Returns false when it is not open.
pub async fn resolve(conn: &mut TenantConn, id: i64, note: &str, now: DateTime<Utc>) -> Result<bool> {
    let done = sqlx::query!(
        "update payment_findings set resolved_at = $2, needs_person = false, note = $3
         where id = $1 and repaired_at is null and resolved_at is null",
        id,
        now,
        note
    )
    .execute(conn.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}
