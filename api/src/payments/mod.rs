//! Card payment: orders, the redirects to the provider and back, and webhooks.

pub mod accounts;
pub mod cancel;
pub mod checkout;
pub mod create;
pub mod get;
pub mod outcome;
pub mod return_from_provider;
pub mod return_url_base;
pub mod settlement;
pub mod webhook;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::App;

/// The routes of this feature.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(create::handle))
        .routes(routes!(get::handle, cancel::handle))
        .routes(routes!(checkout::handle))
        .routes(routes!(return_from_provider::handle, return_from_provider::handle_post))
        .routes(routes!(webhook::handle))
}
