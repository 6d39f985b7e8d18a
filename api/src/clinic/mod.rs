//! The features for a clinic's staff: applications, claims, payment discrepancies, the access log, the clinic's seal,
//! comment snippets, and statistics.

pub mod access_log;
pub mod applications;
pub mod claims;
pub mod comment_snippets;
pub mod payments;
pub mod seal;
pub mod statistics;

use utoipa_axum::router::OpenApiRouter;

use crate::App;

/// The routes of this feature.
#[must_use]
pub fn routes() -> OpenApiRouter<App> {
    applications::routes()
        .merge(claims::routes())
        .merge(payments::routes())
        .merge(access_log::routes())
        .merge(seal::routes())
        .merge(comment_snippets::routes())
        .merge(statistics::routes())
}
