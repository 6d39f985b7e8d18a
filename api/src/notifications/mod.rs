//! Notifications in the app, and the settings of those that are also sent outside it.

pub mod list;
pub mod read;
pub mod read_all;
pub mod settings;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::App;

/// The routes of this feature.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list::handle))
        .routes(routes!(read::handle))
        .routes(routes!(read_all::handle))
        .routes(routes!(settings::get, settings::put))
}
