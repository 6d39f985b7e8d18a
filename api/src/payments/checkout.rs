//! `GET /payments/checkout/{oid}`

use axum::extract::{Path, State};
use axum::response::{Html, IntoResponse as _, Response};
use db::orders::{self, Order};
use domain::{Locale, Oid};
use http::{HeaderValue, StatusCode, header};
use partners::payment::{Checkout, Error, NewPayment, Started};
use serde::Deserialize;
use url::Url;
use utoipa::IntoParams;

use super::accounts;
use super::back::{End, go};
use super::place::Place;
use crate::App;
use crate::guard::limiter::CHECKOUT_ADDRESS;
use crate::guard::{Tenant, token};
use crate::http::html::{escape, filled};
use crate::http::{ClientAddress, Language, Query};
use crate::problem::{Catalogue, Problem, ProblemBody};

/// The page that posts a provider's form, with places in braces.
const PAGE: &str = include_str!("checkout.html");

/// What opens the page.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CheckoutQuery {
    /// The ticket of the order's `checkoutUrl`.
    #[serde(default)]
    t: String,
}

/// Who comes, from where, and in which language they read.
#[derive(Clone, Debug)]
pub struct Payer {
    place: Place,
    address: ClientAddress,
    locale: Locale,
}

impl axum::extract::FromRequestParts<App> for Payer {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut http::request::Parts, app: &App) -> Result<Self, Problem> {
        let place = Place::from_request_parts(parts, app).await?;
        let Ok(address) = ClientAddress::from_request_parts(parts, app).await;
        let Ok(Language(locale)) = Language::from_request_parts(parts, app).await;
        Ok(Self { place, address, locale })
    }
}

/// Begins the payment at the provider and sends the window there. Opened again, it begins no second one.
#[utoipa::path(
    get, path = "/payments/checkout/{oid}", tag = "payments", operation_id = "openCheckout",
    params(("oid" = String, Path, description = "The order's number"), CheckoutQuery),
    responses(
        (status = 200, description = "A page that posts the provider's form", body = String, content_type = "text/html"),
        (status = 303, description = "To the provider; or to /payment/close or /payment/mcomplete when the order is past that or the provider is away", headers(("location" = String))),
        (status = 429, description = "too_many_requests", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    tenant: Tenant,
    payer: Payer,
    Path(oid): Path<String>,
    Query(query): Query<CheckoutQuery>,
) -> Result<Response, Problem> {
    app.limiter.count(CHECKOUT_ADDRESS, &payer.address.0.to_string()).await?;
    let place = &payer.place;
    let gone = || go(place, None, &End::refused("order_closed", ""));
    let Some(oid) = Oid::parse(&oid) else { return Ok(gone()) };
    let mut conn = tenant.db.acquire().await?;
    let found = orders::find_to_check_out(&mut conn, &oid, &token::hash(&query.t)).await?;
    let Some(order) = found else { return Ok(gone()) };
    let account = db::payment_accounts::find(&mut conn, order.account_id).await?;
    let patient = db::patients::find(&mut conn, order.patient_id).await?;
    // no connection is held while the provider answers
    drop(conn);
    let (Some(account), Some(patient)) = (account, patient) else { return Ok(gone()) };
    let provider = accounts::open(&app, tenant.row.id, account)?;
    let back = format!("/payments/return/{}", provider.name().as_str());
    let new = NewPayment {
        oid: &order.oid,
        amount: order.amount,
        name: Catalogue::of(payer.locale).page("payment.order"),
        buyer: patient.name.as_str(),
        return_url: &place.api(&app, &back)?,
        mobile: order.mobile,
    };
    match provider.start(&new).await {
        Ok(started) => begun(&app, &tenant, &order, (started, payer.locale)).await,
        Err(error) => {
            tracing::warn!(order = %order.id, %error, "a payment could not be begun");
            let code = if matches!(error, Error::Refused { .. }) { "payment_refused" } else { "payment_unavailable" };
            Ok(go(place, Some(&order), &End::refused(code, "")))
        }
    }
}

async fn begun(
    app: &App,
    tenant: &Tenant,
    order: &Order,
    (started, locale): (Started, Locale),
) -> Result<Response, Problem> {
    if started.provider_key.is_some() {
        let mut conn = tenant.db.acquire().await?;
        orders::set_started(&mut conn, order.id, started.provider_key.as_deref(), app.clock.now()).await?;
    }
    match started.checkout {
        Checkout::Redirect(url) => Ok((StatusCode::SEE_OTHER, [(header::LOCATION, String::from(url))]).into_response()),
        Checkout::FormPost { action, fields, charset } => {
            let (nonce, _) = token::issue(&app.random);
            let page = page(&action, &fields, (charset, &nonce, locale));
            let policy = HeaderValue::try_from(policy(&action, &nonce)).map_err(Problem::internal)?;
            Ok(([(header::CONTENT_SECURITY_POLICY, policy)], Html(page)).into_response())
        }
    }
}

fn page(action: &Url, fields: &[(String, String)], (charset, nonce, locale): (&str, &str, Locale)) -> String {
    let text = |key: &str| escape(Catalogue::of(locale).page(key));
    let inputs = fields.iter().fold(String::new(), |mut inputs, (name, value)| {
        for part in ["<input type=\"hidden\" name=\"", &escape(name), "\" value=\"", &escape(value), "\">\n"] {
            inputs.push_str(part);
        }
        inputs
    });
    let parts = [
        ("{lang}", locale.as_str().to_owned()),
        ("{title}", text("payment.title")),
        ("{waiting}", text("payment.waiting")),
        ("{go}", text("payment.go")),
        ("{nonce}", nonce.to_owned()),
        ("{charset}", escape(charset)),
        ("{action}", escape(action.as_str())),
        // last: nothing of ours is looked for in them
        ("{fields}", inputs),
    ];
    filled(PAGE, &parts)
}

/// Lets run our own line that posts the form, and post it to the provider.
fn policy(action: &Url, nonce: &str) -> String {
    let origin = action.origin().ascii_serialization();
    format!(
        "default-src 'none'; script-src 'nonce-{nonce}'; style-src 'unsafe-inline'; form-action {origin}; base-uri 'none'; \
         frame-ancestors 'none'"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_from_outside_breaks_out_of_the_page() {
        let action = "https://mobile.inicis.com/smart/payment/?a=\"b".parse().expect("a URL");
        let fields = vec![("P_UNAME".to_owned(), "\"><script>alert(1)</script>{nonce}".to_owned())];
        let page = page(&action, &fields, ("euc-kr", "NONCE", Locale::Ko));
        assert_eq!(page.matches("<script").count(), 1);
        assert_eq!(page.matches("nonce=\"NONCE\"").count(), 1);
        assert!(page.contains("accept-charset=\"euc-kr\"") && page.contains("name=\"P_UNAME\""));
        assert!(!page.contains("{lang}") && !page.contains("{fields}") && !page.contains("{action}"));
        let policy = policy(&action, "NONCE");
        assert!(policy.contains("form-action https://mobile.inicis.com;"), "{policy}");
    }
}
