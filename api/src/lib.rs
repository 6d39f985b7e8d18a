//! HTTP in; rows and jobs out.
//!
//! [`router`] is the whole API for patients and for clinics' staff; [`serve`] runs it with its operations port. Features are folders, an operation
//! is a file: its request, its answer and its handler. What a handler may touch stands in its signature.

#![expect(clippy::missing_errors_doc, reason = "a handler fails with the problems that its OpenAPI attribute lists")]

pub mod access_log;
pub mod addresses;
pub mod applications;
pub mod auth;
pub mod cli;
pub mod clinic;
pub mod clinic_claims;
pub mod clinic_payments;
pub mod config;
pub mod consents;
pub mod exports;
pub mod guard;
pub mod http;
pub mod identity;
pub mod institutions;
pub mod insurances;
pub mod invites;
pub mod model;
pub mod notifications;
pub mod openapi;
pub mod ops;
pub mod parties;
pub mod payments;
pub mod problem;
pub mod recovery;
pub mod self_checks;
mod serve;
pub mod social;
pub mod staff;
pub mod state;
pub mod tenant;
pub mod uploads;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use axum::response::Json;
use axum::routing::get;
use utoipa::OpenApi as _;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub use config::Config;
pub use serve::{connect, migrate, serve};
pub use state::{App, Parts};

/// The largest body of a request: pictures go to object storage, not through here.
const BODY_LIMIT: usize = 64 * 1024;
/// The largest body of the one request that lists hundreds of charges.
const LONG_BODY_LIMIT: usize = 1024 * 1024;

fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::with_openapi(openapi::Document::openapi()).merge(of_patients()).merge(of_claims()).merge(of_staff())
}

fn of_patients() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(tenant::get::handle))
        .routes(routes!(model::get::handle))
        .routes(routes!(auth::login::handle))
        .routes(routes!(auth::signup::handle))
        .routes(routes!(auth::valid_id::handle))
        .routes(routes!(auth::phone_code::handle))
        .routes(routes!(auth::verify_phone_code::handle))
        .routes(routes!(auth::me::handle, auth::leave::handle))
        .routes(routes!(recovery::find_id::handle))
        .routes(routes!(recovery::find_password::handle))
        .routes(routes!(recovery::check_link::handle))
        .routes(routes!(recovery::reset_password::handle))
        .routes(routes!(exports::create::handle))
        .routes(routes!(exports::get::handle))
        .routes(routes!(addresses::list::handle))
        .routes(routes!(social::start::handle))
        .routes(routes!(social::callback::handle))
        .routes(routes!(social::callback::handle_tci))
        .routes(routes!(social::profile::handle))
        .routes(routes!(identity::start::handle))
        .routes(routes!(identity::window::handle))
        .routes(routes!(identity::get::handle))
        .routes(routes!(consents::get::handle, consents::put::handle))
        .routes(routes!(uploads::create::handle))
        .routes(routes!(self_checks::create::handle, self_checks::list::handle))
        .routes(routes!(self_checks::get::handle))
        .routes(routes!(self_checks::put_picture::handle))
        .routes(routes!(notifications::list::handle))
        .routes(routes!(notifications::read::handle))
        .routes(routes!(institutions::list::handle))
        .routes(routes!(institutions::get::handle))
        .routes(routes!(applications::create::handle, applications::list::handle))
        .routes(routes!(applications::get::handle, applications::put::handle))
        .routes(routes!(applications::get_tci::handle))
        .routes(routes!(invites::accept::handle))
}

fn of_claims() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(insurances::insurers::handle))
        .routes(routes!(insurances::quote::handle))
        .routes(routes!(insurances::create::handle, insurances::list::handle))
        .routes(routes!(insurances::get::handle, insurances::delete::handle))
        .routes(routes!(insurances::pay::handle))
        .routes(routes!(insurances::document::handle))
        .routes(routes!(payments::create::handle))
        .routes(routes!(payments::get::handle))
        .routes(routes!(payments::checkout::handle))
        .routes(routes!(payments::back::handle, payments::back::handle_post))
        .routes(routes!(payments::webhook::handle))
}

fn of_staff() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(staff::login::handle))
        .routes(routes!(staff::me::handle))
        .routes(routes!(staff::password::handle))
        .routes(routes!(staff::experts::handle))
        .routes(routes!(staff::list::handle, staff::create::handle))
        .routes(routes!(staff::put::handle, staff::delete::handle))
        .routes(routes!(clinic::list::handle, clinic::create::handle))
        .routes(routes!(clinic::list_of_patient::handle))
        .routes(routes!(clinic::generate::handle))
        .routes(routes!(clinic::get::handle, clinic::put::handle))
        .routes(routes!(clinic::picture::handle))
        .routes(routes!(clinic::put_tci::handle))
        .routes(routes!(clinic_claims::list::handle))
        .routes(routes!(clinic_claims::get::handle, clinic_claims::put::handle))
        .routes(routes!(clinic_claims::upload::handle))
        .merge(
            OpenApiRouter::new()
                .routes(routes!(clinic_claims::document::handle))
                .layer(DefaultBodyLimit::max(LONG_BODY_LIMIT)),
        )
        .routes(routes!(clinic_claims::download::handle))
        .routes(routes!(clinic_payments::list::handle))
        .routes(routes!(clinic_payments::put::handle))
        .routes(routes!(access_log::list::handle))
        .routes(routes!(access_log::months::handle))
        .routes(routes!(access_log::month::handle, access_log::put_month::handle))
        .routes(routes!(invites::create::handle, invites::list::handle))
        .routes(routes!(invites::delete::handle))
}

/// The OpenAPI document of the API.
#[must_use]
pub fn openapi() -> utoipa::openapi::OpenApi {
    routes().into_openapi()
}

/// The API for patients and for clinics' staff.
pub fn router(app: App) -> Router {
    let (router, document) = routes().split_for_parts();
    Router::new()
        .nest("/api/v1", router.route("/openapi.json", get(|| async move { Json(document) })))
        .method_not_allowed_fallback(|| async { problem::Problem::new(problem::Code::MethodNotAllowed) })
        .fallback(|| async { problem::Problem::new(problem::Code::NotFound) })
        .layer(DefaultBodyLimit::max(BODY_LIMIT))
        .layer(from_fn_with_state(app.clone(), http::frame::frame))
        .with_state(app)
}
