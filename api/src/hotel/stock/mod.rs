//! The stocks of hotels.

pub mod count;
pub mod entries;
pub mod list;
pub mod put;
pub mod shape;

use db::TenantConn;
use db::hotel::stock::StockKey;
use domain::{HotelClientId, HotelProductId};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::App;
use crate::extract::hotel::HotelUser;
use crate::problem::{Code, Problem};

/// The routes of this feature.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list::handle))
        .routes(routes!(put::handle))
        .routes(routes!(count::handle))
        .routes(routes!(entries::handle))
}

/// Finds the stock of a path: the hotel in the caller's scope, and a product.
async fn find_key(user: &HotelUser, conn: &mut TenantConn, ids: (i64, i64)) -> Result<StockKey, Problem> {
    let hotel = user.hotel(conn, HotelClientId::new(ids.0)).await?.id;
    let product = HotelProductId::new(ids.1);
    if !db::hotel::products::exists(conn, product).await? {
        return Err(Code::NotFound.into());
    }
    Ok(StockKey { hotel, product })
}
