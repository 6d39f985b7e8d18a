//! Orders: patients' payments.
//!
//! [`settle()`] is the only function that marks an order as paid. The browser's return, the provider's webhooks and the
//! jobs all call it with the payment that the provider reports.

mod cancel_claim;
mod settle;
mod unsettled;

use chrono::{DateTime, Utc};
use domain::{ClaimId, Krw, Oid, OrderId, OrderStatus, PatientId, TokenHash};
use serde_json::Value;

pub use cancel_claim::cancel_claim;
pub use settle::{Settled, begin_refund, settle, settle_confirmed};
pub use unsettled::{SWEEP_AGE, count_unsettled, expire_drafts, list_between, list_unsettled};

use crate::{Error, Result, TenantConn, TenantTx, column};

/// The maximum length of a stored text from a provider, in characters.
const MAX_MESSAGE_CHARS: usize = 200;

/// An order.
#[derive(Clone, Debug)]
pub struct Order {
    /// The id.
    pub id: OrderId,
    /// The order id at the provider and in the browser.
    pub oid: Oid,
    /// The patient who pays.
    pub patient_id: PatientId,
    /// The account at the provider.
    pub account_id: i64,
    /// The claim that it pays for. An order with a draft has none until it is paid.
    pub claim_id: Option<ClaimId>,
    /// The amount.
    pub amount: Krw,
    /// The status.
    pub status: OrderStatus,
    /// Whether the provider's page replaces the app in the browser.
    pub mobile: bool,
    /// The provider's id of the payment.
    pub provider_key: Option<String>,
    /// The URL that confirms the payment, for a provider with one per payment.
    pub confirm_url: Option<String>,
    /// The provider's code and message if the payment failed.
    pub failure: Option<(String, String)>,
    /// When it was inserted.
    pub created_at: DateTime<Utc>,
    /// When the payer returned from the provider.
    pub confirming_at: Option<DateTime<Utc>>,
}

pub(crate) struct Row {
    id: i64,
    oid: String,
    patient_id: i64,
    account_id: i64,
    claim_id: Option<i64>,
    amount: i64,
    status: String,
    return_mode: String,
    provider_key: Option<String>,
    confirm_url: Option<String>,
    failure_code: Option<String>,
    failure_message: Option<String>,
    created_at: DateTime<Utc>,
    confirming_at: Option<DateTime<Utc>>,
}

macro_rules! select_orders {
    ($which:tt $(, $argument:expr)*) => {
        sqlx::query_as!(
            $crate::orders::Row,
            "select id, oid, patient_id, account_id, claim_id, amount, status, return_mode, provider_key, confirm_url,
                    failure_code, failure_message, created_at, confirming_at
             from orders " + $which
            $(, $argument)*
        )
    };
}

pub(crate) use select_orders;

impl TryFrom<Row> for Order {
    type Error = Error;

    fn try_from(row: Row) -> Result<Self> {
        Ok(Self {
            id: OrderId::new(row.id),
            oid: Oid::from_stored(row.oid),
            patient_id: PatientId::new(row.patient_id),
            account_id: row.account_id,
            claim_id: row.claim_id.map(ClaimId::new),
            amount: Krw::new(row.amount),
            status: column("orders", "status", row.id).check(row.status.parse::<OrderStatus>())?,
            mobile: row.return_mode == "mobile",
            provider_key: row.provider_key,
            confirm_url: row.confirm_url,
            failure: row.failure_code.map(|code| (code, row.failure_message.unwrap_or_default())),
            created_at: row.created_at,
            confirming_at: row.confirming_at,
        })
    }
}

/// A new order.
#[derive(Clone, Debug)]
pub struct NewOrder {
    /// The order id at the provider and in the browser.
    pub oid: Oid,
    /// The patient who pays.
    pub patient_id: PatientId,
    /// The account at the provider.
    pub account_id: i64,
    /// The claim that it pays for, if it exists already.
    pub claim_id: Option<ClaimId>,
    /// The amount.
    pub amount: Krw,
    /// The lines of the quote.
    pub lines: Value,
    /// Whether the provider's page replaces the app in the browser.
    pub mobile: bool,
    /// The hash of the ticket for our checkout page, for a provider that receives a form.
    pub checkout: TokenHash,
}

/// Inserts an order.
pub async fn insert(tx: &mut TenantTx, new: &NewOrder, now: DateTime<Utc>) -> Result<OrderId> {
    let id = sqlx::query_scalar!(
        "insert into orders (oid, patient_id, account_id, claim_id, amount, lines, return_mode, checkout_hash, created_at,
                             updated_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)
         returning id",
        new.oid.as_str(),
        new.patient_id.get(),
        new.account_id,
        new.claim_id.map(ClaimId::get),
        new.amount.get(),
        new.lines,
        if new.mobile { "mobile" } else { "window" },
        new.checkout.as_bytes().as_slice(),
        now
    )
    .fetch_one(tx.connection())
    .await?;
    Ok(OrderId::new(id))
}

/// Sets the provider's id of a started payment, if there is one.
pub async fn set_started(conn: &mut TenantConn, id: OrderId, key: Option<&str>, now: DateTime<Utc>) -> Result<()> {
    sqlx::query!(
        "update orders set provider_key = coalesce($2, provider_key), updated_at = $3 where id = $1",
        id.get(),
        key,
        now
    )
    .execute(conn.connection())
    .await?;
    Ok(())
}

/// Finds the order with this id.
pub async fn find(conn: &mut TenantConn, id: OrderId) -> Result<Option<Order>> {
    let row = select_orders!("where id = $1", id.get()).fetch_optional(conn.connection()).await?;
    row.map(Order::try_from).transpose()
}

/// Finds the order with this id at the provider.
pub async fn find_by_oid(conn: &mut TenantConn, oid: &Oid) -> Result<Option<Order>> {
    let row = select_orders!("where oid = $1", oid.as_str()).fetch_optional(conn.connection()).await?;
    row.map(Order::try_from).transpose()
}

/// Finds a patient's own order.
pub async fn find_own(conn: &mut TenantConn, patient: PatientId, oid: &Oid) -> Result<Option<Order>> {
    Ok(find_by_oid(conn, oid).await?.filter(|order| order.patient_id == patient))
}

/// Finds the order of a payment by the provider's id.
pub async fn find_by_provider_key(conn: &mut TenantConn, key: &str) -> Result<Option<Order>> {
    let row = select_orders!("where provider_key = $1 order by id desc limit 1", key)
        .fetch_optional(conn.connection())
        .await?;
    row.map(Order::try_from).transpose()
}

/// Finds the pending order of a checkout page's ticket.
pub async fn find_to_check_out(conn: &mut TenantConn, oid: &Oid, ticket: &TokenHash) -> Result<Option<Order>> {
    let row = select_orders!(
        "where oid = $1 and checkout_hash = $2 and status = 'pending'",
        oid.as_str(),
        ticket.as_bytes().as_slice()
    )
    .fetch_optional(conn.connection())
    .await?;
    row.map(Order::try_from).transpose()
}

/// Locks an order until the transaction ends. The patient's account is locked first, as the deletion of an account does,
/// which prevents deadlocks with it, then the claim, if there is one.
pub async fn lock(tx: &mut TenantTx, id: OrderId) -> Result<Option<Order>> {
    sqlx::query!(
        "select p.id from patients p join orders o on o.patient_id = p.id where o.id = $1 for share of p",
        id.get()
    )
    .fetch_optional(tx.connection())
    .await?;
    sqlx::query!(
        "select c.id from claims c join orders o on o.claim_id = c.id where o.id = $1 for no key update of c",
        id.get()
    )
    .fetch_optional(tx.connection())
    .await?;
    let row = select_orders!("where id = $1 for no key update", id.get()).fetch_optional(tx.connection()).await?;
    row.map(Order::try_from).transpose()
}

/// Sets a locked order to confirming: the payer returned, and the payment is confirmed next.
///
/// # Errors
/// When the order is past that status, which the trigger `orders_step` rejects.
pub async fn set_confirming(
    tx: &mut TenantTx,
    id: OrderId,
    key: &str,
    confirm_url: Option<&str>,
    now: DateTime<Utc>,
) -> Result<()> {
    sqlx::query!(
        "update orders set status = 'confirming', provider_key = $2, confirm_url = $3,
                confirming_at = coalesce(confirming_at, $4), updated_at = $4
         where id = $1",
        id.get(),
        key,
        confirm_url,
        now
    )
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// Closes a locked order without a charge.
///
/// # Errors
/// When the order is past that status, which the trigger `orders_step` rejects.
pub async fn close(
    tx: &mut TenantTx,
    id: OrderId,
    to: OrderStatus,
    failure: Option<(&str, &str)>,
    now: DateTime<Utc>,
) -> Result<()> {
    sqlx::query!(
        "update orders set status = $2, failure_code = $3, failure_message = $4, updated_at = $5 where id = $1",
        id.get(),
        to.as_str(),
        failure.map(|(code, _)| code),
        failure.map(|(_, message)| message.chars().take(MAX_MESSAGE_CHARS).collect::<String>()),
        now
    )
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// Cancels an order that nobody is paying, and deletes its draft, so that a payment that is settled later makes no claim
/// and is refunded. Returns false when the payment is being confirmed, or the order was paid.
pub async fn cancel(tx: &mut TenantTx, id: OrderId, now: DateTime<Utc>) -> Result<bool> {
    match lock(tx, id).await?.map(|order| order.status) {
        Some(OrderStatus::Pending) => close(tx, id, OrderStatus::Canceled, None, now).await?,
        Some(OrderStatus::Failed | OrderStatus::Canceled | OrderStatus::Expired) => {}
        _ => return Ok(false),
    }
    sqlx::query!("delete from claim_drafts where order_id = $1", id.get()).execute(tx.connection()).await?;
    Ok(true)
}
