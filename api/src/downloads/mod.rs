//! Links with which a browser downloads one file without a script.
//!
//! The in-app browsers of many apps do not save files that a script fetched, and a plain URL does not carry the
//! session's token.

pub mod create;
pub mod open;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::App;

/// The routes of this feature.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(create::handle_document))
        .routes(routes!(create::handle_report))
        .routes(routes!(open::handle))
}
