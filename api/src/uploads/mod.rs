//! Presigned forms that store one picture in object storage.

pub mod claim;
pub mod copy;
pub mod create;
pub mod inspect;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::App;

/// The routes of this feature.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(create::handle))
}
