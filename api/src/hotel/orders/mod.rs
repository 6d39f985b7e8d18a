//! Orders of hotels: pricing, placing, advancing and canceling them.

pub mod advance;
pub mod cancel;
pub mod create;
pub mod csv;
pub mod get;
pub mod list;
pub mod quote;
pub mod request;
pub mod shape;

use db::hotel::orders::ChangeError;
use db::{TenantConn, TenantTx};
use domain::hotel::HotelScope;
use domain::hotel::order::OrderActor;
use domain::{HotelOrderEventId, HotelOrderId};
use queue::jobs::AnnounceOrder;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::App;
use crate::extract::HotelUser;
use crate::problem::{Code, Problem};
use shape::{OrderBody, OrderDetailBody};

/// The routes of this feature.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(quote::handle))
        .routes(routes!(list::handle, create::handle))
        .routes(routes!(csv::handle))
        .routes(routes!(get::handle))
        .routes(routes!(advance::handle))
        .routes(routes!(cancel::handle))
}

/// Returns the role in which a user acts on orders.
fn actor(user: &HotelUser) -> OrderActor {
    if user.is_super_admin() { OrderActor::SuperAdmin } else { OrderActor::Hotel }
}

/// Reads an order with its lines and events.
async fn read(conn: &mut TenantConn, scope: HotelScope, id: HotelOrderId) -> Result<OrderDetailBody, Problem> {
    let order = db::hotel::orders::find(conn, scope, id).await?.ok_or(Code::NotFound)?;
    let lines = db::hotel::orders::list_lines(conn, &[id]).await?;
    let events = db::hotel::orders::list_events(conn, id).await?;
    Ok(OrderDetailBody::new(order, lines.into_iter().map(|(_, line)| line), events))
}

/// Enqueues the mails about an event, one for each recipient.
async fn announce(tx: &mut TenantTx, event_id: HotelOrderEventId) -> Result<Vec<queue::EnqueuedJob>, Problem> {
    let mut jobs = Vec::new();
    for user_id in db::hotel::orders::list_recipients(tx, event_id).await? {
        jobs.push(queue::enqueue(tx, AnnounceOrder { event_id, user_id }).await?);
    }
    Ok(jobs)
}

impl From<ChangeError> for Problem {
    fn from(error: ChangeError) -> Self {
        match error {
            ChangeError::NotFound => Code::NotFound.into(),
            ChangeError::VersionConflict(order) => {
                Self::new(Code::VersionConflict).with_extension("order", &OrderBody::from(*order))
            }
            ChangeError::IllegalStep(state) => {
                Self::new(Code::IllegalTransition).with_extension("state", &state.as_str())
            }
            ChangeError::Db(error) => error.into(),
        }
    }
}
