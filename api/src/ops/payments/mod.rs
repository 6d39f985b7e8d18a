//! Payments of all tenants: differences between our orders and a provider, and the settlements.

pub mod list;
pub mod resolve;
pub mod settlements;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::App;

/// The routes of this feature.
#[must_use]
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list::handle))
        .routes(routes!(resolve::handle))
        .routes(routes!(settlements::handle))
}
