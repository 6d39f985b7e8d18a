//! The amenity management of hotels, served on the hosts of hotel tenants.

pub mod api_keys;
pub mod auth;
pub mod clients;
pub mod codes;
pub mod cursor;
pub mod dashboard;
pub mod environment;
pub mod housekeepers;
pub mod orders;
pub mod products;
pub mod readings;
pub mod refills;
pub mod rooms;
pub mod sensors;
pub mod shape;
pub mod stock;
pub mod users;

use utoipa_axum::router::OpenApiRouter;

use crate::App;

/// The routes of this feature. Each path begins with `/hotel/`, by which the tenant's kind is checked.
#[must_use]
pub fn routes() -> OpenApiRouter<App> {
    auth::routes()
        .merge(clients::routes())
        .merge(users::routes())
        .merge(housekeepers::routes())
        .merge(api_keys::routes())
        .merge(products::routes())
        .merge(orders::routes())
        .merge(stock::routes())
        .merge(rooms::routes())
        .merge(sensors::routes())
        .merge(refills::routes())
        .merge(environment::routes())
        .merge(dashboard::routes())
        .merge(readings::routes())
}
