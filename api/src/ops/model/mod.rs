//! The model: its versions, the deployed one, and its agreement with the clinics' experts.
//!
//! The API never reads the registry: a worker records its state, and applies the changes that are requested here
//! (`adr/0064`).

pub mod agreement;
pub mod get;
pub mod promote;
pub mod rollback;
pub mod shadow;
pub mod shape;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::App;

/// The routes of this feature.
#[must_use]
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(get::handle))
        .routes(routes!(promote::handle))
        .routes(routes!(shadow::handle))
        .routes(routes!(rollback::handle))
        .routes(routes!(agreement::handle))
}
