//! Whom a change of an order is announced to, and what the mail says.

use domain::hotel::HotelRole;
use domain::hotel::order::HotelOrderState;
use domain::{HotelOrderEventId, HotelOrderId, HotelUserId, Krw};

use super::parse_state;
use crate::{Result, TenantConn, column};

/// Lists the accounts that a change of an order is announced to: the hotel's managers and the person who ordered, and for a
/// new or canceled order the super admins, except the one who did it. All have an e-mail address as their contact.
pub async fn list_recipients(conn: &mut TenantConn, event: HotelOrderEventId) -> Result<Vec<HotelUserId>> {
    let ids = sqlx::query_scalar!(
        "select u.id from hotel_order_events e
         join hotel_orders o on o.id = e.order_id
         join hotel_users u on (u.client_id = o.hotel_id and u.role = 'hotel_client') or u.id = o.ordered_by
             or (u.role = 'super_admin' and e.state in ('order_request', 'canceled') and u.id <> e.user_id)
         where e.id = $1 and u.active and position('@' in u.contact) > 1
         order by u.id",
        event.get()
    )
    .fetch_all(conn.connection())
    .await?;
    Ok(ids.into_iter().map(HotelUserId::new).collect())
}

/// The recipients of an event's mail.
#[derive(Clone)]
pub struct Recipient {
    /// The name.
    pub name: String,
    /// The role.
    pub role: HotelRole,
    /// The contact, perhaps an e-mail address.
    pub contact: String,
}

// logs must not contain personal data
impl std::fmt::Debug for Recipient {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Recipient(..)")
    }
}

/// An event of an order, as it is announced.
#[derive(Clone, Debug)]
pub struct Notice {
    /// To whom.
    pub recipient: Recipient,
    /// The order's number.
    pub number: String,
    /// The order.
    pub order: HotelOrderId,
    /// The hotel's name.
    pub hotel: String,
    /// The state that the order got.
    pub state: HotelOrderState,
    /// The parcel, or why it was canceled.
    pub note: Option<String>,
    /// What the hotel owes, or will owe.
    pub total: Krw,
}

/// Finds an event as it is announced to an active account.
pub async fn find_notice(conn: &mut TenantConn, event: HotelOrderEventId, user: HotelUserId) -> Result<Option<Notice>> {
    let row = sqlx::query!(
        "select e.state, e.note, e.order_id, o.number, o.total, c.name as hotel, u.name, u.role, u.contact
         from hotel_order_events e
         join hotel_orders o on o.id = e.order_id
         join hotel_clients c on c.id = o.hotel_id
         join hotel_users u on u.id = $2 and u.active
         where e.id = $1",
        event.get(),
        user.get()
    )
    .fetch_optional(conn.connection())
    .await?;
    row.map(|row| {
        Ok(Notice {
            recipient: Recipient {
                name: row.name,
                role: column("hotel_users", "role", user.get()).check(row.role.parse::<HotelRole>())?,
                contact: row.contact,
            },
            number: row.number,
            order: HotelOrderId::new(row.order_id),
            hotel: row.hotel,
            state: parse_state(row.order_id, &row.state)?,
            note: row.note,
            total: Krw::new(row.total),
        })
    })
    .transpose()
}
