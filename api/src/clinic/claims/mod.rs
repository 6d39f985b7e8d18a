//! Claims for insurance documents, for a clinic's staff. The access log records every read, change and download.

pub mod document;
pub mod download;
pub(crate) mod file;
pub mod forwarding;
pub mod generate;
pub mod get;
pub mod list;
pub mod list_of_record;
pub mod payout;
pub mod put;
pub mod shape;
pub mod upload;

use axum::extract::DefaultBodyLimit;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::App;

/// The largest body of the one request that lists hundreds of charges.
const MAX_DOCUMENT_BODY_BYTES: usize = 1024 * 1024;

/// The routes of this feature.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list::handle))
        .routes(routes!(list_of_record::handle))
        .routes(routes!(get::handle, put::handle))
        .routes(routes!(upload::handle))
        .routes(routes!(download::handle))
        .routes(routes!(forwarding::handle))
        .routes(routes!(payout::handle))
        .merge(
            OpenApiRouter::new()
                .routes(routes!(document::handle))
                .layer(DefaultBodyLimit::max(MAX_DOCUMENT_BODY_BYTES)),
        )
}
