//! `GET /patients/identity/{verificationId}/window`

use askama::Template;
use axum::extract::State;
use axum::response::{Html, IntoResponse as _, Response};
use domain::Locale;
use http::{HeaderValue, header};
use serde_json::{Value, json};
use url::Url;

use super::{check_id_format, provider};
use crate::App;
use crate::extract::browser::{IDENTITY, Visitor};
use crate::extract::{Language, Tenant};
use crate::http::PathParams;
use crate::http::site_path::with_redirect;
use crate::parties::IdentityWindow;
use crate::problem::{Catalogue, Code, Problem, PublicProblems};
use crate::services::token;

/// The hosts that the provider's script calls, frames and posts to, apart from its own origin.
const PROVIDER_HOSTS: &str = "https://*.portone.io https://*.iamport.co";

/// The page that loads the provider's script and opens its window. It returns to
/// `/auth/success?identityVerificationId=…`, with `code` and `message` when it failed.
#[utoipa::path(
    get, path = "/patients/identity/{verificationId}/window", tag = "identity", operation_id = "openIdentityWindow",
    params(("verificationId" = String, Path, description = "The verification that the start created")),
    responses(
        (status = 200, description = "The page", body = String, content_type = "text/html"),
        PublicProblems,
        (status = 404, description = "not_found: unknown, expired, or another browser's; unknown_tenant"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    tenant: Tenant,
    visitor: Visitor,
    Language(locale): Language,
    PathParams(id): PathParams<String>,
) -> Result<Response, Problem> {
    let window = &provider(&app)?.window;
    check_id_format(&id)?;
    let browser = token::hash(IDENTITY.read(&visitor).ok_or(Code::NotFound)?);
    let found = db::identities::find(&mut tenant.db.acquire().await?, &id, &browser, app.clock.now()).await?;
    let redirect = found.ok_or(Code::NotFound)?.redirect;
    let redirect_url = with_redirect("/auth/success".to_owned(), redirect.as_deref());
    let redirect_url = app.web_origin.address(&visitor.host, &redirect_url).map_err(Problem::internal)?;
    let back = with_redirect("/auth/signup".to_owned(), redirect.as_deref());
    let (nonce, _) = token::issue(&app.random);
    let request = verification_request(window, &id, &redirect_url);
    render_page(window, &request, &nonce, locale, &back)
}

/// Renders the page. `request` is the argument of the provider's script, `back` the path that the page leads back to.
///
/// # Errors
/// An internal problem.
pub fn render_page(
    window: &IdentityWindow,
    request: &Value,
    nonce: &str,
    locale: Locale,
    back: &str,
) -> Result<Response, Problem> {
    let page = Page::new(window, request, nonce, locale, back).render().map_err(Problem::internal)?;
    let policy = HeaderValue::try_from(policy(&window.script, nonce)).map_err(Problem::internal)?;
    Ok(([(header::CONTENT_SECURITY_POLICY, policy)], Html(page)).into_response())
}

/// The page that opens the provider's window.
#[derive(Template)]
#[template(path = "identity_window.html")]
struct Page<'a> {
    lang: &'a str,
    title: &'a str,
    waiting: &'a str,
    script_required: &'a str,
    return_label: &'a str,
    back: &'a str,
    nonce: &'a str,
    sdk: &'a str,
    request: &'a Value,
}

impl<'a> Page<'a> {
    fn new(window: &'a IdentityWindow, request: &'a Value, nonce: &'a str, locale: Locale, back: &'a str) -> Self {
        let catalogue = Catalogue::for_locale(locale);
        Self {
            lang: locale.as_str(),
            title: catalogue.page("identity.title"),
            waiting: catalogue.page("identity.waiting"),
            script_required: catalogue.page("identity.script"),
            return_label: catalogue.page("identity.return"),
            back,
            nonce,
            sdk: window.script.as_str(),
            request,
        }
    }
}

/// Returns the argument of the provider's script.
#[must_use]
pub fn verification_request(window: &IdentityWindow, id: &str, redirect_url: &Url) -> Value {
    json!({
        "storeId": window.store_id,
        "channelKey": window.channel_key,
        "identityVerificationId": id,
        "redirectUrl": redirect_url,
        "forceRedirect": true,
        // this page already fills the window, and a pop-up without a click would be blocked
        "windowType": { "pc": "REDIRECTION", "mobile": "REDIRECTION" },
    })
}

/// Returns the page's `Content-Security-Policy`: only the provider's script and our own lines run.
fn policy(script: &Url, nonce: &str) -> String {
    let origin = script.origin().ascii_serialization();
    format!(
        "default-src 'none'; script-src 'nonce-{nonce}' {script}; style-src 'unsafe-inline'; img-src {origin} {PROVIDER_HOSTS}; \
         connect-src {origin} {PROVIDER_HOSTS}; frame-src {origin} {PROVIDER_HOSTS}; form-action {origin} {PROVIDER_HOSTS}; base-uri 'none'; \
         frame-ancestors 'none'"
    )
}
