//! Claims for insurance documents: their price, their creation and their progress.

pub mod create;
pub mod delete;
pub mod document;
mod draft;
pub mod get;
pub mod insurers;
pub mod lines;
pub mod list;
pub mod offer;
pub mod parts;
pub mod pay;
pub mod quote;
pub mod request;
pub mod shape;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::App;
pub(crate) use document::{DOCUMENT_CONTENT_TYPE, download, download_document, find_downloadable};
pub(crate) use draft::{check_claim, check_existing};

/// The routes of this feature.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(insurers::handle))
        .routes(routes!(quote::handle))
        .routes(routes!(offer::handle))
        .routes(routes!(create::handle, list::handle))
        .routes(routes!(get::handle, delete::handle))
        .routes(routes!(pay::handle))
        .routes(routes!(document::handle))
}
