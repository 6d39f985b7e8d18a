//! The people of a patient's account.

pub mod choose;
pub mod create;
pub mod delete;
pub mod list;
pub mod put;
pub mod request;
pub mod shape;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::App;

/// The routes of this feature.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list::handle, create::handle)).routes(routes!(put::handle, delete::handle))
}
