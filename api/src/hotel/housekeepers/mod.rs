//! The housekeepers of a hotel, managed by the hotel itself.

pub mod create;
pub mod delete;
pub mod list;
pub mod put;
pub mod reset_password;

use db::TenantTx;
use domain::HotelUserId;
use domain::hotel::{HotelRole, HotelUser as Account};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::App;
use crate::extract::HotelUser;
use crate::problem::{Code, Problem};

/// The routes of this feature.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list::handle, create::handle))
        .routes(routes!(put::handle, delete::handle))
        .routes(routes!(reset_password::handle))
}

/// Locks a housekeeper of a hotel in the manager's scope.
async fn lock(tx: &mut TenantTx, manager: &HotelUser, id: HotelUserId) -> Result<Account, Problem> {
    let row = db::hotel::users::lock(tx, id).await?.filter(|row| row.role == HotelRole::Housekeeper);
    let row = row.ok_or(Code::NotFound)?;
    let hotel = row.client.as_ref().ok_or(Code::NotFound)?.client.id;
    manager.hotel(tx, hotel).await?;
    Ok(row)
}
