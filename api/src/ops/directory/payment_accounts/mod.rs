//! Accounts at payment providers. A secret is encrypted on arrival and never shown again.

pub mod create;
pub mod list;
pub mod put;
pub mod shape;
pub mod test;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::App;

/// The routes of this feature.
#[must_use]
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list::handle, create::handle))
        .routes(routes!(put::handle))
        .routes(routes!(test::handle))
}
