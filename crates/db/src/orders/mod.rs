//! Orders: what patients are to pay, and what became of it.
//!
//! [`settle()`] is the only function that marks an order as paid; the browser's return, the provider's hints and the jobs all
//! come to it with what the provider says.

mod settle;
mod unsettled;

use chrono::{DateTime, Utc};
use domain::{ClaimId, Oid, OrderId, OrderStatus, PatientId, TokenHash, Won};
use serde_json::Value;

pub use settle::{Settled, begin_refund, settle, settle_confirmed};
pub use unsettled::{count_unsettled, expire_drafts, list_unsettled};

use crate::{Error, Result, TenantConn, TenantTx};

/// An order.
#[derive(Clone, Debug)]
pub struct Order {
    /// Its id.
    pub id: OrderId,
    /// How browser and provider know it.
    pub oid: Oid,
    /// Who pays.
    pub patient_id: PatientId,
    /// Where.
    pub account_id: i64,
    /// The claim that it pays for; none until it is paid when it brought a draft.
    pub claim_id: Option<ClaimId>,
    /// How much.
    pub amount: Won,
    /// Its state.
    pub status: OrderStatus,
    /// Whether the provider's page is opened in the app's place.
    pub mobile: bool,
    /// The provider's id of the payment.
    pub provider_key: Option<String>,
    /// Where the money is asked for, of a provider that says so each time.
    pub confirm_url: Option<String>,
    /// Why it was not paid: the provider's code and text.
    pub failure: Option<(String, String)>,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// When the payer came back.
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
            amount: Won::new(row.amount),
            status: OrderStatus::from_code(&row.status).ok_or(Error::Stored("orders.status"))?,
            mobile: row.return_mode == "mobile",
            provider_key: row.provider_key,
            confirm_url: row.confirm_url,
            failure: row.failure_code.map(|code| (code, row.failure_message.unwrap_or_default())),
            created_at: row.created_at,
            confirming_at: row.confirming_at,
        })
    }
}

/// An order to be made.
#[derive(Clone, Debug)]
pub struct NewOrder {
    /// How browser and provider are to know it.
    pub oid: Oid,
    /// Who pays.
    pub patient_id: PatientId,
    /// Where.
    pub account_id: i64,
    /// The claim that it pays for, if it is there.
    pub claim_id: Option<ClaimId>,
    /// How much.
    pub amount: Won,
    /// The quote's lines, as they are shown.
    pub lines: Value,
    /// Whether the provider's page is opened in the app's place.
    pub mobile: bool,
    /// Of what opens our own page of a provider that takes a form.
    pub checkout: TokenHash,
}

/// Makes an order.
///
/// # Errors
/// Only [`Error`].
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

/// Notes the provider's id of a payment that was begun there, if it gave one.
///
/// # Errors
/// Only [`Error`].
pub async fn set_started(conn: &mut TenantConn, id: OrderId, key: Option<&str>, now: DateTime<Utc>) -> Result<()> {
    sqlx::query!(
        "update orders set provider_key = coalesce($2, provider_key), updated_at = $3 where id = $1",
        id.get(),
        key,
        now
    )
    .execute(conn.connection())
    .await?;
    conn.settle();
    Ok(())
}

/// The order with this id.
///
/// # Errors
/// Only [`Error`].
pub async fn find(conn: &mut TenantConn, id: OrderId) -> Result<Option<Order>> {
    let row = select_orders!("where id = $1", id.get()).fetch_optional(conn.connection()).await?;
    conn.settle();
    row.map(Order::try_from).transpose()
}

/// The order that browser and provider know so.
///
/// # Errors
/// Only [`Error`].
pub async fn find_by_oid(conn: &mut TenantConn, oid: &Oid) -> Result<Option<Order>> {
    let row = select_orders!("where oid = $1", oid.as_str()).fetch_optional(conn.connection()).await?;
    conn.settle();
    row.map(Order::try_from).transpose()
}

/// A patient's own order.
///
/// # Errors
/// Only [`Error`].
pub async fn find_own(conn: &mut TenantConn, patient: PatientId, oid: &Oid) -> Result<Option<Order>> {
    Ok(find_by_oid(conn, oid).await?.filter(|order| order.patient_id == patient))
}

/// The order of a payment that the provider knows so.
///
/// # Errors
/// Only [`Error`].
pub async fn find_by_key(conn: &mut TenantConn, key: &str) -> Result<Option<Order>> {
    let row = select_orders!("where provider_key = $1 order by id desc limit 1", key)
        .fetch_optional(conn.connection())
        .await?;
    conn.settle();
    row.map(Order::try_from).transpose()
}

/// The order whose own page the holder of a ticket may open.
///
/// # Errors
/// Only [`Error`].
pub async fn find_to_check_out(conn: &mut TenantConn, oid: &Oid, ticket: &TokenHash) -> Result<Option<Order>> {
    let row = select_orders!(
        "where oid = $1 and checkout_hash = $2 and status = 'pending'",
        oid.as_str(),
        ticket.as_bytes().as_slice()
    )
    .fetch_optional(conn.connection())
    .await?;
    conn.settle();
    row.map(Order::try_from).transpose()
}

/// An order, held until the transaction ends; its claim, if it has one, is held before it.
///
/// # Errors
/// Only [`Error`].
pub async fn lock(tx: &mut TenantTx, id: OrderId) -> Result<Option<Order>> {
    sqlx::query!(
        "select c.id from claims c join orders o on o.claim_id = c.id where o.id = $1 for no key update of c",
        id.get()
    )
    .fetch_optional(tx.connection())
    .await?;
    let row = select_orders!("where id = $1 for no key update", id.get()).fetch_optional(tx.connection()).await?;
    row.map(Order::try_from).transpose()
}

/// Notes that the payer of a locked order came back and the money is asked for.
///
/// # Errors
/// Only [`Error`]; the trigger `orders_step` refuses it when the order is past that.
pub async fn set_confirming(
    tx: &mut TenantTx,
    id: OrderId,
    (key, confirm_url): (&str, Option<&str>),
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

/// Ends a locked order that no money was taken for.
///
/// # Errors
/// Only [`Error`]; the trigger `orders_step` refuses it when the order is past that.
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
        failure.map(|(_, message)| message.chars().take(LONGEST_MESSAGE).collect::<String>()),
        now
    )
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// As much of a provider's text as is kept, in characters.
const LONGEST_MESSAGE: usize = 200;
