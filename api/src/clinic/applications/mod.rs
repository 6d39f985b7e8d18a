//! Applications, for a clinic's staff. The access log records every read and change.

pub mod correct;
pub mod counts;
pub mod create;
pub mod generate;
pub mod get;
pub mod health_consent;
pub mod link_code;
pub mod list;
pub mod list_corrections;
pub mod list_of_patient;
pub mod list_of_person;
pub mod list_people;
pub mod name_request;
pub mod picture;
pub mod put;
pub mod put_assignee;
pub mod put_health_consent;
pub mod put_tci;
pub mod record;
pub mod report;
pub mod take;
pub mod tci_form;

use axum::extract::DefaultBodyLimit;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::App;

/// The largest body of the one request that contains a signature.
const MAX_CONSENT_BODY_BYTES: usize = 512 * 1024;

/// The routes of this feature.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list::handle, create::handle))
        .routes(routes!(list_of_patient::handle))
        .routes(routes!(list_of_person::handle))
        .routes(routes!(list_people::handle))
        .routes(routes!(counts::handle))
        .routes(routes!(take::handle))
        .routes(routes!(record::handle))
        .routes(routes!(report::handle))
        .routes(routes!(put_assignee::handle))
        .routes(routes!(generate::handle))
        .routes(routes!(get::handle, put::handle))
        .routes(routes!(picture::handle))
        .routes(routes!(link_code::handle))
        .routes(routes!(name_request::handle))
        .merge(
            OpenApiRouter::new()
                .routes(routes!(health_consent::handle, put_health_consent::handle))
                .layer(DefaultBodyLimit::max(MAX_CONSENT_BODY_BYTES)),
        )
        .routes(routes!(put_tci::handle))
        .routes(routes!(list_corrections::handle, correct::handle))
}
