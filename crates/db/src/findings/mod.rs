//! What comparisons with payment providers found. The list of open ones is empty when all is well.

use chrono::{DateTime, Utc};
use domain::{OrderId, Won};

use crate::{Error, Result, TenantConn};

pub mod clinic;

/// What was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FindingKind {
    /// An order was not settled in time.
    Stuck,
    /// Paid at the provider and not here.
    Unrecorded,
    /// Paid here and not at the provider.
    Unpaid,
    /// Another amount here than there.
    AmountMismatch,
    /// Paid twice.
    Duplicate,
    /// The provider paid out another amount than it took.
    SettlementMismatch,
}

impl FindingKind {
    /// Every kind.
    pub const ALL: [Self; 6] =
        [Self::Stuck, Self::Unrecorded, Self::Unpaid, Self::AmountMismatch, Self::Duplicate, Self::SettlementMismatch];

    /// The kind as the database and metrics spell it.
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

/// Something to be noted.
#[derive(Clone, Copy, Debug)]
pub struct NewFinding<'a> {
    /// What.
    pub kind: FindingKind,
    /// About which order; none when we have no such.
    pub order: Option<OrderId>,
    /// The provider's id of the movement; empty when it is about the whole order.
    pub transaction_key: &'a str,
    /// The amount here.
    pub our_amount: Option<Won>,
    /// The amount there.
    pub their_amount: Option<Won>,
}

/// A finding.
#[derive(Clone, Debug)]
pub struct Finding {
    /// Its id.
    pub id: i64,
    /// What.
    pub kind: FindingKind,
    /// About which order, as the provider knows it.
    pub oid: Option<String>,
    /// The provider's id of the movement.
    pub transaction_key: String,
    /// The amount here, KRW.
    pub our_amount: Option<i64>,
    /// The amount there, KRW.
    pub their_amount: Option<i64>,
    /// When.
    pub found_at: DateTime<Utc>,
    /// Whether somebody has to look at it.
    pub needs_person: bool,
}

/// Notes a finding that is for a person; false when the same one is open already.
///
/// # Errors
/// Only [`Error`].
pub async fn insert(conn: &mut TenantConn, new: &NewFinding<'_>, now: DateTime<Utc>) -> Result<bool> {
    let done = sqlx::query!(
        "insert into payment_findings (kind, order_id, transaction_key, our_amount, their_amount, found_at)
         values ($1, $2, $3, $4, $5, $6)
         on conflict do nothing",
        new.kind.as_str(),
        new.order.map(OrderId::get),
        new.transaction_key,
        new.our_amount.map(Won::get),
        new.their_amount.map(Won::get),
        now
    )
    .execute(conn.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Notes that the open findings about an order of these kinds were put right by themselves.
///
/// # Errors
/// Only [`Error`].
pub async fn set_repaired(
    conn: &mut TenantConn,
    order: OrderId,
    kinds: &[FindingKind],
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

/// The open findings, the newest first, at most `limit`.
///
/// # Errors
/// Only [`Error`].
pub async fn list_open(conn: &mut TenantConn, limit: i64) -> Result<Vec<Finding>> {
    let rows = sqlx::query!(
        r#"select f.id, f.kind, o.oid as "oid?", f.transaction_key, f.our_amount, f.their_amount, f.found_at, f.needs_person
           from payment_findings f left join orders o on o.id = f.order_id
           where f.repaired_at is null and f.resolved_at is null
           order by f.id desc limit $1"#,
        limit
    )
    .fetch_all(conn.connection())
    .await?;
    conn.settle();
    rows.into_iter()
        .map(|r| {
            Ok(Finding {
                id: r.id,
                kind: FindingKind::from_code(&r.kind).ok_or(Error::Stored("payment_findings.kind"))?,
                oid: r.oid,
                transaction_key: r.transaction_key,
                our_amount: r.our_amount,
                their_amount: r.their_amount,
                found_at: r.found_at,
                needs_person: r.needs_person,
            })
        })
        .collect()
}

/// How many findings of a kind are open.
///
/// # Errors
/// Only [`Error`].
pub async fn count_open(conn: &mut TenantConn, kind: FindingKind) -> Result<i64> {
    let count = sqlx::query_scalar!(
        r#"select count(*) as "count!" from payment_findings
           where tenant_id = current_tenant() and kind = $1 and repaired_at is null and resolved_at is null"#,
        kind.as_str()
    )
    .fetch_one(conn.connection())
    .await?;
    conn.settle();
    Ok(count)
}

/// Notes that somebody put a finding right; false when it is not open.
///
/// # Errors
/// Only [`Error`].
pub async fn resolve(conn: &mut TenantConn, id: i64, now: DateTime<Utc>) -> Result<bool> {
    let done = sqlx::query!(
        "update payment_findings set resolved_at = $2, needs_person = false
         where id = $1 and repaired_at is null and resolved_at is null",
        id,
        now
    )
    .execute(conn.connection())
    .await?;
    conn.settle();
    Ok(done.rows_affected() == 1)
}
