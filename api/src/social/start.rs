//! `GET /patients/social/{provider}/start`

use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use db::social::NewState;
use http::{StatusCode, header};
use serde::Deserialize;
use utoipa::IntoParams;

use super::{callback_path, provider};
use crate::App;
use crate::extract::Tenant;
use crate::extract::browser::{SOCIAL, Visitor};
use crate::http::{PathParams, Query, site_path};
use crate::problem::{MalformedProblem, Problem, PublicProblems, RateLimitProblem};
use crate::services::limiter::SOCIAL_ADDRESS;
use crate::services::token;

/// The page whose sign-ins return on the path that ends in `/tci`.
const TCI_PAGE: &str = "/apply-tci";

/// Where to go on to.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct StartQuery {
    /// The path of the web app to continue at; anything else is dropped.
    redirect: Option<String>,
}

/// Redirects the browser to a social provider. It returns to `/patients/social/{provider}`, or to `…/tci` to continue
/// with the application for an analysis.
#[utoipa::path(
    get, path = "/patients/social/{provider}/start", tag = "social", operation_id = "startSocial",
    params(("provider" = String, Path, description = "kakao, naver or google"), StartQuery),
    responses(
        (status = 303, description = "To the provider", headers(("location" = String), ("set-cookie" = String, description = "socialBrowser, ten minutes"))),
        PublicProblems, MalformedProblem, RateLimitProblem,
        (status = 404, description = "not_found: no such provider, or not configured; unknown_tenant"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    tenant: Tenant,
    visitor: Visitor,
    PathParams(name): PathParams<String>,
    Query(query): Query<StartQuery>,
) -> Result<Response, Problem> {
    let social = provider(&app, &name)?;
    app.limiter.count(SOCIAL_ADDRESS, &visitor.address.network()).await?;
    let redirect = query.redirect.as_deref().and_then(site_path);
    let tci = redirect.as_deref().is_some_and(|path| path.starts_with(TCI_PAGE));
    let back =
        app.web_origin.address(&visitor.host, &callback_path(social.provider(), tci)).map_err(Problem::internal)?;

    let (state, state_hash) = token::issue(&app.random);
    let (browser, browser_hash) = token::issue(&app.random);
    let (verifier, _) = token::issue(&app.random);
    let new = NewState {
        state: state_hash,
        browser: browser_hash,
        provider: social.provider(),
        verifier: &verifier,
        redirect: redirect.as_deref(),
    };
    db::social::insert_state(&mut tenant.db.acquire().await?, &new, app.clock.now()).await?;
    let to = social.authorize_url(back.as_str(), &state, &verifier);
    let headers = [(header::SET_COOKIE, SOCIAL.set(&browser, &visitor.host))];
    Ok((StatusCode::SEE_OTHER, headers, [(header::LOCATION, String::from(to))]).into_response())
}
