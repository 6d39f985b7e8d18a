//! `GET /patients/identity/start`

use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use http::{StatusCode, header};
use serde::Deserialize;
use utoipa::IntoParams;

use super::provider;
use crate::App;
use crate::extract::Tenant;
use crate::extract::browser::{IDENTITY, Visitor};
use crate::http::{Query, site_path};
use crate::problem::{MalformedProblem, Problem, PublicProblems, RateLimitProblem};
use crate::services::limiter::IDENTITY_ADDRESS;
use crate::services::token;

/// Where to go on to.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct StartQuery {
    /// A path of the web app that is passed to the sign-up form; anything else is dropped.
    redirect: Option<String>,
}

/// Starts an identity verification and redirects the browser to the page that opens the provider's window.
#[utoipa::path(
    get, path = "/patients/identity/start", tag = "identity", operation_id = "startIdentity", params(StartQuery),
    responses(
        (status = 303, description = "To the page", headers(("location" = String), ("set-cookie" = String, description = "identityBrowser, thirty minutes"))),
        PublicProblems, MalformedProblem, RateLimitProblem,
        (status = 404, description = "not_found: not configured; unknown_tenant"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    tenant: Tenant,
    visitor: Visitor,
    Query(query): Query<StartQuery>,
) -> Result<Response, Problem> {
    provider(&app)?;
    app.limiter.count(IDENTITY_ADDRESS, &visitor.address.network()).await?;
    let redirect = query.redirect.as_deref().and_then(site_path);
    // an id rather than a secret token, because it is sent to the provider
    let (id, _) = token::issue(&app.random);
    let (browser, browser_hash) = token::issue(&app.random);
    let mut conn = tenant.db.acquire().await?;
    db::identities::insert(&mut conn, &id, &browser_hash, redirect.as_deref(), app.clock.now()).await?;
    let headers = [(header::SET_COOKIE, IDENTITY.set(&browser, &visitor.host))];
    let to = [(header::LOCATION, format!("/api/v1/patients/identity/{id}/window"))];
    Ok((StatusCode::SEE_OTHER, headers, to).into_response())
}
