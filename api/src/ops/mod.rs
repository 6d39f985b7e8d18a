//! Operators' calls, on the host `OPS_HOST` alone: `/api/v1/ops/…`. What machines read on the operations port is in
//! [`machine`].

pub mod access_log;
pub mod audit;
pub mod auth;
pub mod directory;
pub mod machine;
pub mod model;
pub mod operators;
pub mod payments;
pub mod queues;
pub mod reseal;
pub mod retention;

use utoipa_axum::router::OpenApiRouter;

use crate::App;

/// Returns the routes of operators.
#[must_use]
pub fn routes() -> OpenApiRouter<App> {
    [
        auth::routes,
        operators::routes,
        audit::routes,
        access_log::routes,
        retention::routes,
        queues::routes,
        directory::routes,
        payments::routes,
        model::routes,
    ]
    .into_iter()
    .fold(OpenApiRouter::new(), |router, routes| router.merge(routes()))
}
