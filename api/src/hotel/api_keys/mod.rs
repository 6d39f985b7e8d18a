//! The keys with which partners' machines post readings.

pub mod create;
pub mod delete;
pub mod list;
pub mod put;
pub mod shape;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::App;

/// The routes of this feature.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list::handle, create::handle)).routes(routes!(put::handle, delete::handle))
}
