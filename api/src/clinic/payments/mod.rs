//! Payment discrepancies of a clinic's orders, and what was paid out for them, for its admins.

pub mod list;
pub mod put;
pub mod settlements;
pub mod shape;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::App;

/// The routes of this feature.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list::handle)).routes(routes!(put::handle)).routes(routes!(settlements::handle))
}
