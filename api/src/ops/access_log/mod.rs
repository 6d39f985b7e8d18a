//! The access logs of all tenants.

pub mod check;
pub mod report;
pub mod search;
pub mod shape;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::App;

/// The routes of this feature.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(search::handle)).routes(routes!(check::handle)).routes(routes!(report::handle))
}
