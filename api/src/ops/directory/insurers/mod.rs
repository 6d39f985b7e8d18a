//! Insurers that a tenant's claims can choose.

pub mod create;
pub mod list;
pub mod put;
pub mod shape;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::App;

/// The routes of this feature.
#[must_use]
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list::handle, create::handle)).routes(routes!(put::handle))
}
