//! The audit of operators: their reads and actions.

pub mod check;
pub mod list;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::App;

/// The routes of this feature.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list::handle)).routes(routes!(check::handle))
}
