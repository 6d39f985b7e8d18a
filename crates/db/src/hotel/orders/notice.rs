//! The recipients and the content of mails about changes of orders.

use domain::hotel::HotelRole;
use domain::hotel::order::HotelOrderState;
use domain::{HotelOrderEventId, HotelOrderId, HotelUserId, Krw};

use super::parse_state;
use crate::{Result, TenantConn, column};

/// Lists the accounts to notify of a change of an order: the hotel's managers and the user who ordered, for a new or
/// canceled order also the super admins, but not the user who caused it. Only accounts that can see the order and have
/// an e-mail address as their contact are listed: the hotel may have left the headquarters that ordered.
pub async fn list_recipients(conn: &mut TenantConn, event: HotelOrderEventId) -> Result<Vec<HotelUserId>> {
    let ids = sqlx::query_scalar!(
        "select u.id from hotel_order_events e
         join hotel_orders o on o.id = e.order_id
         join hotel_users u on (u.client_id = o.hotel_id and u.role = 'hotel_client') or u.id = o.ordered_by
             or (u.role = 'super_admin' and e.state in ('order_request', 'canceled') and u.id <> e.user_id)
         where e.id = $1 and u.active and position('@' in u.contact) > 1
           and o.hotel_id in (select hotels_in_scope(u.client_id))
         order by u.id",
        event.get()
    )
    .fetch_all(conn.connection())
    .await?;
    Ok(ids.into_iter().map(HotelUserId::new).collect())
}

/// The recipient of a mail about an event.
#[derive(Clone)]
pub struct Recipient {
    /// The name.
    pub name: String,
    /// The role.
    pub role: HotelRole,
    /// The contact, which may be an e-mail address.
    pub contact: String,
}

// logs must not contain personal data
impl std::fmt::Debug for Recipient {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Recipient(..)")
    }
}

/// An event of an order with the data for its mail.
#[derive(Clone, Debug)]
pub struct Notice {
    /// The recipient of the mail.
    pub recipient: Recipient,
    /// The order's number.
    pub number: String,
    /// The order.
    pub order: HotelOrderId,
    /// The hotel's name.
    pub hotel: String,
    /// The state after the event.
    pub state: HotelOrderState,
    /// The parcel, or the reason of the cancellation.
    pub note: Option<String>,
    /// The order's total, which the hotel owes after the invoice.
    pub total: Krw,
}

/// Finds an event's notice to an active account that can see the order.
pub async fn find_notice(conn: &mut TenantConn, event: HotelOrderEventId, user: HotelUserId) -> Result<Option<Notice>> {
    let row = sqlx::query!(
        "select e.state, e.note, e.order_id, o.number, o.total, c.name as hotel, u.name, u.role, u.contact
         from hotel_order_events e
         join hotel_orders o on o.id = e.order_id
         join hotel_clients c on c.id = o.hotel_id
         join hotel_users u on u.id = $2 and u.active
         where e.id = $1 and o.hotel_id in (select hotels_in_scope(u.client_id))",
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
