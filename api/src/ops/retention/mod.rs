//! What the retention rules would erase, and what they erased.

pub mod list;
pub mod print;
pub mod run;
pub mod runs;
pub mod shape;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::App;

/// The routes of this feature.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list::handle)).routes(routes!(run::handle)).routes(routes!(runs::handle))
}
