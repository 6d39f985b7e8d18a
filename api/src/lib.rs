//! The HTTP API of the product.
//!
//! [`router`] is the whole API for patients, clinic staff, hotels and operators. [`serve`] runs it together with its
//! operations port. Each feature is a folder with a `routes` function; each operation is a file with its request, its
//! response and its handler.
//!
//! Layers, from the bottom: [`problem`], [`http`], [`services`], [`state`], [`extract`], then the features.

#![expect(clippy::missing_errors_doc, reason = "a handler fails with the problems that its OpenAPI attribute lists")]

pub mod addresses;
pub mod applications;
pub mod auth;
pub mod cli;
pub mod clinic;
pub mod config;
pub mod consents;
pub mod downloads;
pub mod exports;
pub mod extract;
pub mod hotel;
pub mod http;
pub mod identity;
pub mod institutions;
pub mod insurances;
pub mod invites;
mod metrics;
pub mod middleware;
pub mod model;
pub mod notifications;
pub mod openapi;
pub mod ops;
mod order_jobs;
pub mod parties;
pub mod payments;
pub mod people;
pub mod problem;
pub mod profile;
pub mod recovery;
pub mod self_checks;
mod serve;
pub mod services;
pub mod sign_in;
pub mod social;
pub mod staff;
pub mod state;
pub mod tenant;
pub mod uploads;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use axum::routing::get;
use utoipa::OpenApi as _;
use utoipa_axum::router::OpenApiRouter;

pub use config::Config;
pub use serve::{connect, migrate, serve};
pub use state::{App, AppState};

use problem::{Code, Problem};

/// The largest body of a request. Pictures do not pass through the API: they go to object storage.
const MAX_BODY_BYTES: usize = 64 * 1024;

fn routes() -> OpenApiRouter<App> {
    let features = [
        tenant::routes,
        model::routes,
        auth::routes,
        recovery::routes,
        exports::routes,
        addresses::routes,
        social::routes,
        identity::routes,
        consents::routes,
        profile::routes,
        people::routes,
        uploads::routes,
        self_checks::routes,
        notifications::routes,
        institutions::routes,
        applications::routes,
        invites::routes,
        insurances::routes,
        downloads::routes,
        payments::routes,
        staff::routes,
        clinic::routes,
        hotel::routes,
        ops::routes,
    ];
    let document = OpenApiRouter::with_openapi(openapi::Document::openapi());
    features.into_iter().fold(document, |router, routes| router.merge(routes()))
}

/// Returns the OpenAPI document of the API.
#[must_use]
pub fn openapi() -> utoipa::openapi::OpenApi {
    openapi::complete(routes().into_openapi())
}

/// Builds the router of the API for patients, clinic staff and operators.
pub fn router(app: App) -> Router {
    let (router, _) = routes().split_for_parts();
    Router::new()
        .nest("/api/v1", router.route("/openapi.json", get(openapi::show)))
        .method_not_allowed_fallback(|| async { Problem::new(Code::MethodNotAllowed) })
        .fallback(|| async { Problem::new(Code::NotFound) })
        .layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
        .layer(from_fn_with_state(app.clone(), middleware::handle))
        .with_state(app)
}
