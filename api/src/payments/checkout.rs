//! `GET /payments/checkout/{oid}`

use askama::Template;
use axum::extract::State;
use axum::response::{Html, IntoResponse as _, Response};
use db::orders;
use domain::{Locale, Oid};
use http::{HeaderValue, StatusCode, header};
use partners::payment::{Checkout, Error, NewCheckout};
use serde::Deserialize;
use url::Url;
use utoipa::IntoParams;

use super::accounts;
use super::outcome::PaymentOutcome;
use super::return_url_base::ReturnUrlBase;
use crate::App;
use crate::extract::{AnyTenant, Language};
use crate::http::{ClientAddress, PathParams, Query};
use crate::problem::{Catalogue, MalformedProblem, Problem, PublicProblems, RateLimitProblem};
use crate::services::limiter::CHECKOUT_ADDRESS;
use crate::services::token;

/// The ticket that opens the page.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CheckoutQuery {
    /// The ticket of the order's `checkoutUrl`.
    #[serde(default)]
    t: String,
}

/// The payer's browser.
#[derive(Clone, Debug)]
pub struct Payer {
    return_urls: ReturnUrlBase,
    address: ClientAddress,
    locale: Locale,
}

impl axum::extract::FromRequestParts<App> for Payer {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut http::request::Parts, app: &App) -> Result<Self, Problem> {
        let return_urls = ReturnUrlBase::from_request_parts(parts, app).await?;
        let Ok(address) = ClientAddress::from_request_parts(parts, app).await;
        let Ok(Language(locale)) = Language::from_request_parts(parts, app).await;
        Ok(Self { return_urls, address, locale })
    }
}

/// Starts the payment at the provider and redirects the window there. Opening it again starts no second payment.
#[utoipa::path(
    get, path = "/payments/checkout/{oid}", tag = "payments", operation_id = "openCheckout",
    params(("oid" = String, Path, description = "The order's number (`oid`)"), CheckoutQuery),
    responses(
        (status = 200, description = "A page that posts the provider's form", body = String, content_type = "text/html"),
        (status = 303, description = "To the provider; or to /payment/close or /payment/mcomplete when the order is closed or the provider is unavailable", headers(("location" = String))),
        PublicProblems, MalformedProblem, RateLimitProblem,
    )
)]
pub async fn handle(
    State(app): State<App>,
    AnyTenant(tenant): AnyTenant,
    payer: Payer,
    PathParams(oid): PathParams<String>,
    Query(query): Query<CheckoutQuery>,
) -> Result<Response, Problem> {
    app.limiter.count(CHECKOUT_ADDRESS, &payer.address.network()).await?;
    let return_urls = &payer.return_urls;
    let order_closed = || PaymentOutcome::refused("order_closed").redirect(return_urls, None);
    let Some(oid) = Oid::parse(&oid) else { return Ok(order_closed()) };
    let mut conn = tenant.db.acquire().await?;
    let found = orders::find_to_check_out(&mut conn, &oid, &token::hash(&query.t)).await?;
    let Some(order) = found else { return Ok(order_closed()) };
    let account = db::payment_accounts::find(&mut conn, order.account_id).await?;
    let patient = db::patients::find(&mut conn, order.patient_id).await?;
    // no connection is held during the call to the provider
    drop(conn);
    let (Some(account), Some(patient)) = (account, patient) else { return Ok(order_closed()) };
    let provider = accounts::open(&app, tenant.row.id, account)?;
    let back = format!("/payments/return/{}", provider.name().as_str());
    let new = NewCheckout {
        oid: &order.oid,
        amount: order.amount,
        name: Catalogue::for_locale(payer.locale).page("payment.order"),
        buyer: patient.name.as_str(),
        return_url: &return_urls.api(&app, &back)?,
        mobile: order.mobile,
    };
    match provider.start(&new).await {
        Ok(started) => {
            if started.provider_key.is_some() {
                let mut conn = tenant.db.acquire().await?;
                let key = started.provider_key.as_deref();
                orders::set_started(&mut conn, order.id, key, app.clock.now()).await?;
            }
            let (nonce, _) = token::issue(&app.random);
            send_to_provider(started.checkout, &nonce, payer.locale)
        }
        Err(error) => {
            tracing::warn!(order = %order.id, %error, "a payment could not be started");
            let code = if matches!(error, Error::Refused { .. }) { "payment_refused" } else { "payment_unavailable" };
            Ok(PaymentOutcome::refused(code).redirect(return_urls, Some(&order)))
        }
    }
}

/// Redirects to the provider, or shows the page that posts the provider's form.
///
/// # Errors
/// An internal problem.
pub fn send_to_provider(checkout: Checkout, nonce: &str, locale: Locale) -> Result<Response, Problem> {
    match checkout {
        Checkout::Redirect(url) => Ok((StatusCode::SEE_OTHER, [(header::LOCATION, String::from(url))]).into_response()),
        Checkout::FormPost { action, fields, charset } => {
            let page = FormPage::new(&action, &fields, charset, nonce, locale).render().map_err(Problem::internal)?;
            let policy = HeaderValue::try_from(policy(&action, nonce)).map_err(Problem::internal)?;
            Ok(([(header::CONTENT_SECURITY_POLICY, policy)], Html(page)).into_response())
        }
    }
}

/// The page that posts a provider's form.
#[derive(Template)]
#[template(path = "checkout.html")]
struct FormPage<'a> {
    lang: &'a str,
    title: &'a str,
    waiting: &'a str,
    submit: &'a str,
    nonce: &'a str,
    charset: &'a str,
    action: &'a str,
    fields: &'a [(String, String)],
}

impl<'a> FormPage<'a> {
    fn new(action: &'a Url, fields: &'a [(String, String)], charset: &'a str, nonce: &'a str, locale: Locale) -> Self {
        let catalogue = Catalogue::for_locale(locale);
        Self {
            lang: locale.as_str(),
            title: catalogue.page("payment.title"),
            waiting: catalogue.page("payment.waiting"),
            submit: catalogue.page("payment.go"),
            nonce,
            charset,
            action: action.as_str(),
            fields,
        }
    }
}

/// Returns the page's `Content-Security-Policy`: only our own script runs, and the form is posted to the provider only.
fn policy(action: &Url, nonce: &str) -> String {
    let origin = action.origin().ascii_serialization();
    format!(
        "default-src 'none'; script-src 'nonce-{nonce}'; style-src 'unsafe-inline'; form-action {origin}; base-uri 'none'; \
         frame-ancestors 'none'"
    )
}
