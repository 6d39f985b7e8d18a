//! Queues, their jobs, and the operators' actions on them.

pub mod bulk;
pub mod bulk_audit;
pub mod cancel;
pub mod cancel_bulk;
pub mod change;
pub mod dead_letters;
pub mod delete;
pub mod filter;
pub mod history;
pub mod job;
pub mod jobs;
pub mod list;
pub mod list_bulk;
pub mod pause;
pub mod resume;
pub mod retry;
pub mod run_now;
pub mod run_schedule;
pub mod schedules;
pub mod shape;
pub mod start_bulk;
pub mod workers;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::App;

/// The routes of this feature.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list::handle))
        .routes(routes!(history::handle))
        .routes(routes!(pause::handle))
        .routes(routes!(resume::handle))
        .routes(routes!(jobs::handle))
        .routes(routes!(job::handle, delete::handle))
        .routes(routes!(retry::handle))
        .routes(routes!(run_now::handle))
        .routes(routes!(cancel::handle))
        .routes(routes!(list_bulk::handle, start_bulk::handle))
        .routes(routes!(bulk::handle))
        .routes(routes!(cancel_bulk::handle))
        .routes(routes!(dead_letters::handle))
        .routes(routes!(schedules::handle))
        .routes(routes!(run_schedule::handle))
        .routes(routes!(workers::handle))
}
