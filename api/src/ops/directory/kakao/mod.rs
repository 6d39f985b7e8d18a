//! A tenant's `KakaoTalk` channel. A tenant without one sends text messages.

pub mod get;
pub mod put;
pub mod shape;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::App;

/// The routes of this feature.
#[must_use]
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(get::handle, put::handle))
}
