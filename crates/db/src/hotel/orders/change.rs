//! Steps and cancellation of orders, with their bookings: money at the invoice, stock at the delivery.

use chrono::{DateTime, Utc};
use domain::hotel::HotelScope;
use domain::hotel::order::{HotelOrderState, OrderActor, Parcel};
use domain::{HotelOrderEventId, HotelOrderId, HotelUserId, Krw};

use super::{Order, select_orders};
use crate::hotel::stock;
use crate::{Error, Result, TenantConn, TenantTx};

/// Why an order was not changed.
#[derive(Debug, thiserror::Error)]
pub enum ChangeError {
    /// The scope has no such order.
    #[error("there is no such order")]
    NotFound,
    /// Another user changed it in the meantime.
    #[error("the order has another version")]
    VersionConflict(Box<Order>),
    /// Its state does not allow the step, or not by this person.
    #[error("the order's state does not allow the step")]
    IllegalStep(HotelOrderState),
    /// The database failed.
    #[error(transparent)]
    Db(#[from] Error),
}

impl From<sqlx::Error> for ChangeError {
    #[track_caller]
    fn from(error: sqlx::Error) -> Self {
        Self::Db(error.into())
    }
}

/// The person who changes an order, and the version that the person saw.
#[derive(Clone, Copy, Debug)]
pub struct Actor {
    /// The hotels that the person can access.
    pub scope: HotelScope,
    /// The person.
    pub user: HotelUserId,
    /// The party that the person acts for.
    pub role: OrderActor,
    /// The version that the person saw.
    pub version: i32,
}

/// A step of an order.
#[derive(Clone, Debug)]
pub enum Step {
    /// To a state that needs no further data.
    To(HotelOrderState),
    /// Shipped with this parcel.
    Ship(Parcel),
}

impl Step {
    /// Returns the state after the step.
    #[must_use]
    pub const fn state(&self) -> HotelOrderState {
        match self {
            Self::To(state) => *state,
            Self::Ship(_) => HotelOrderState::Shipping,
        }
    }
}

/// Moves an order one step forward. An invoice books the receivable, a delivery books the stock.
///
/// # Errors
/// [`ChangeError`] when the scope has no such order, its version differs, or its state does not allow the step.
pub async fn change(
    tx: &mut TenantTx,
    actor: Actor,
    id: HotelOrderId,
    step: &Step,
    now: DateTime<Utc>,
) -> Result<HotelOrderEventId, ChangeError> {
    let order = lock(tx, actor, id).await?;
    let to = step.state();
    if to == HotelOrderState::Canceled || !order.state.allows(to) {
        return Err(ChangeError::IllegalStep(order.state));
    }
    let parcel = match step {
        Step::Ship(parcel) => Some(parcel),
        Step::To(_) => None,
    };
    sqlx::query!(
        "update hotel_orders
         set state = $2, version = version + 1, courier_company = coalesce($3, courier_company),
             tracking_number = coalesce($4, tracking_number),
             invoiced_at = case when $2 = 'electronic_invoice' then $5 else invoiced_at end,
             shipped_at = case when $2 = 'shipping' then $5 else shipped_at end,
             delivered_at = case when $2 = 'delivery_complete' then $5 else delivered_at end
         where id = $1",
        id.get(),
        to.as_str(),
        parcel.map(|parcel| parcel.courier_company.as_str()),
        parcel.map(|parcel| parcel.tracking_number.as_str()),
        now
    )
    .execute(tx.connection())
    .await?;
    match to {
        HotelOrderState::ElectronicInvoice => book_money(tx, &order, Booking::Invoice, now).await?,
        HotelOrderState::DeliveryComplete => stock::book_delivery(tx, id, actor.user, now).await?,
        _ => {}
    }
    let note = parcel.map(|parcel| format!("{} {}", parcel.courier_company, parcel.tracking_number));
    let event = NewEvent { state: to, user: actor.user, note: note.as_deref() };
    Ok(insert_event(tx, id, event, now).await?)
}

/// Cancels an order before it is shipped. An invoice is reversed.
///
/// # Errors
/// [`ChangeError`] when the scope has no such order, its version differs, or its state does not allow it.
pub async fn cancel(
    tx: &mut TenantTx,
    actor: Actor,
    id: HotelOrderId,
    reason: &str,
    now: DateTime<Utc>,
) -> Result<HotelOrderEventId, ChangeError> {
    let order = lock(tx, actor, id).await?;
    if !order.state.may_be_canceled_by(actor.role) {
        return Err(ChangeError::IllegalStep(order.state));
    }
    sqlx::query!(
        "update hotel_orders set state = 'canceled', version = version + 1, canceled_at = $2, cancel_reason = $3 where id = $1",
        id.get(),
        now,
        reason
    )
    .execute(tx.connection())
    .await?;
    if order.state.is_invoiced() {
        book_money(tx, &order, Booking::Reversal, now).await?;
    }
    let event = NewEvent { state: HotelOrderState::Canceled, user: actor.user, note: Some(reason) };
    Ok(insert_event(tx, id, event, now).await?)
}

/// Locks an order until the transaction ends, and checks its version.
async fn lock(tx: &mut TenantTx, actor: Actor, id: HotelOrderId) -> Result<Order, ChangeError> {
    let row = select_orders!(
        "where o.id = $1 and o.hotel_id in (select hotels_in_scope($2)) for no key update of o",
        id.get(),
        actor.scope.client()
    )
    .fetch_optional(tx.connection())
    .await?;
    let order = Order::try_from(row.ok_or(ChangeError::NotFound)?)?;
    if order.version == actor.version { Ok(order) } else { Err(ChangeError::VersionConflict(Box::new(order))) }
}

/// The reason for a booking of money.
#[derive(Clone, Copy, Debug)]
enum Booking {
    Invoice,
    Reversal,
}

/// Books an order's money: debit the receivable, credit sales and VAT, or the reverse.
async fn book_money(conn: &mut TenantConn, order: &Order, booking: Booking, now: DateTime<Utc>) -> Result<()> {
    let (name, sign) = match booking {
        Booking::Invoice => ("invoice", 1),
        Booking::Reversal => ("reversal", -1),
    };
    let amount = |amount: Krw| amount.get() * sign;
    sqlx::query!(
        "insert into hotel_money_entries (hotel_id, order_id, booking, account, amount, at)
         values ($1, $2, $3, 'receivable', $4, $7), ($1, $2, $3, 'sales', $5, $7), ($1, $2, $3, 'vat', $6, $7)",
        order.hotel.id.get(),
        order.id.get(),
        name,
        amount(order.total),
        -amount(order.supply_price),
        -amount(order.vat),
        now
    )
    .execute(conn.connection())
    .await?;
    Ok(())
}

/// An event of an order.
#[derive(Clone, Copy)]
pub(super) struct NewEvent<'a> {
    /// The state after the event.
    pub state: HotelOrderState,
    /// The user who caused it.
    pub user: HotelUserId,
    /// The parcel, or the reason of the cancellation.
    pub note: Option<&'a str>,
}

/// Inserts an event of an order.
pub(super) async fn insert_event(
    conn: &mut TenantConn,
    order: HotelOrderId,
    event: NewEvent<'_>,
    now: DateTime<Utc>,
) -> Result<HotelOrderEventId> {
    let id = sqlx::query_scalar!(
        "insert into hotel_order_events (order_id, state, at, user_id, note) values ($1, $2, $3, $4, $5) returning id",
        order.get(),
        event.state.as_str(),
        now,
        event.user.get(),
        event.note
    )
    .fetch_one(conn.connection())
    .await?;
    Ok(HotelOrderEventId::new(id))
}
