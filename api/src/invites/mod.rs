//! Invitations of patients to a clinic.

pub mod accept;
pub mod applications;
pub mod create;
pub mod delete;
pub mod get;
pub mod list;
pub mod shape;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::App;

/// The routes of this feature.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(accept::handle))
        .routes(routes!(create::handle, list::handle))
        .routes(routes!(delete::handle))
        .routes(routes!(get::handle))
        .routes(routes!(applications::handle))
}
