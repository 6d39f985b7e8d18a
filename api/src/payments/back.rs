//! `GET` and `POST /payments/return/{provider}`

use std::time::Duration;

use axum::extract::{Path, RawQuery, State};
use axum::response::{IntoResponse as _, Response};
use bytes::Bytes;
use db::orders::{self, Order, Settled};
use db::{claims, payment_accounts};
use domain::{ClaimStatus, Oid, OrderStatus, ProviderName, Won};
use http::{StatusCode, header};
use partners::payment::{Confirm, ConfirmError, Provider, Returned, read_form};
use url::Url;

use super::place::Place;
use super::{accounts, jobs, settling};
use crate::App;
use crate::guard::Tenant;
use crate::guard::limiter::RETURN_ADDRESS;
use crate::http::{ClientAddress, RequestId};
use crate::problem::{Code, Problem, ProblemBody};

/// How long the payer's window waits for the provider; after that the job `reconcile_order` asks what became of it.
const PATIENCE: Duration = Duration::from_secs(8);
/// As much of a provider's text as is put into an address, in characters.
const LONGEST_MESSAGE: usize = 200;

/// How a return ends for the payer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The money was taken, or that is open: the page asks for the order.
    Complete,
    /// The payer gave up.
    Canceled,
    /// It was not paid, and why.
    Refused {
        /// The provider's code, or ours.
        code: String,
        /// The provider's words.
        message: String,
    },
}

impl End {
    /// It was not paid.
    #[must_use]
    pub fn refused(code: &str, message: &str) -> Self {
        Self::Refused { code: code.to_owned(), message: message.to_owned() }
    }
}

/// Sends the payer to the page that the outcome and the way of paying ask for.
#[must_use]
pub fn go(place: &Place, order: Option<&Order>, end: &End) -> Response {
    let to = location(place, order, end);
    (StatusCode::SEE_OTHER, [(header::LOCATION, to)]).into_response()
}

fn location(place: &Place, order: Option<&Order>, end: &End) -> String {
    let mobile = order.is_some_and(|order| order.mobile);
    let mut pairs: Vec<(&str, &str)> = Vec::new();
    let text: String;
    if mobile {
        pairs.push(("status", if *end == End::Complete { "0" } else { "1" }));
    }
    match end {
        End::Complete => {}
        End::Canceled => pairs.push(("code", "01")),
        End::Refused { code, message } => {
            text = message.chars().take(LONGEST_MESSAGE).collect();
            pairs.extend([("code", code.as_str()), ("msg", text.as_str())]);
        }
    }
    if let Some(order) = order {
        pairs.push(("oid", order.oid.as_str()));
    }
    let page = match (mobile, end) {
        (true, _) => "/payment/mcomplete",
        (false, End::Complete) => "/payment/complete",
        (false, _) => "/payment/close",
    };
    place.page(page, &pairs)
}

/// A payer who comes back.
#[derive(Debug)]
pub struct Back {
    tenant: Tenant,
    place: Place,
    address: ClientAddress,
    request_id: RequestId,
    query: String,
}

impl axum::extract::FromRequestParts<App> for Back {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut http::request::Parts, app: &App) -> Result<Self, Problem> {
        let tenant = Tenant::from_request_parts(parts, app).await?;
        let place = Place::from_request_parts(parts, app).await?;
        let Ok(address) = ClientAddress::from_request_parts(parts, app).await;
        let request_id = RequestId::from_request_parts(parts, app).await?;
        let Ok(RawQuery(query)) = RawQuery::from_request_parts(parts, app).await;
        Ok(Self { tenant, place, address, request_id, query: query.unwrap_or_default() })
    }
}

/// Takes a payer back from a provider, and the money that they agreed to. It works without any cookie or session, once or
/// again: the order is known by its number, the amount is ours, and each order is charged once.
#[utoipa::path(
    get, path = "/payments/return/{provider}", tag = "payments", operation_id = "returnFromPayment",
    params(("provider" = String, Path, description = "toss or inicis")),
    responses(
        (status = 303, description = "To /payment/complete, /payment/close or /payment/mcomplete with the outcome", headers(("location" = String))),
        (status = 404, description = "not_found: no such provider, or the tenant has no account there", body = ProblemBody, content_type = "application/problem+json"),
        (status = 429, description = "too_many_requests", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub async fn handle(State(app): State<App>, back: Back, Path(provider): Path<String>) -> Result<Response, Problem> {
    let pairs = read_form(back.query.as_bytes());
    back.answer(&app, &provider, &pairs).await
}

/// The same, for a provider that posts a form.
#[utoipa::path(
    post, path = "/payments/return/{provider}", tag = "payments", operation_id = "returnFromPaymentByForm",
    params(("provider" = String, Path, description = "toss or inicis")),
    request_body(content = String, content_type = "application/x-www-form-urlencoded"),
    responses(
        (status = 303, description = "As by GET", headers(("location" = String))),
        (status = 404, description = "not_found: no such provider, or the tenant has no account there", body = ProblemBody, content_type = "application/problem+json"),
        (status = 429, description = "too_many_requests", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub async fn handle_post(
    State(app): State<App>,
    back: Back,
    Path(provider): Path<String>,
    body: Bytes,
) -> Result<Response, Problem> {
    let mut pairs = read_form(&body);
    pairs.extend(read_form(back.query.as_bytes()));
    back.answer(&app, &provider, &pairs).await
}

impl Back {
    async fn answer(&self, app: &App, provider: &str, pairs: &[(String, String)]) -> Result<Response, Problem> {
        app.limiter.count(RETURN_ADDRESS, &self.address.0.to_string()).await?;
        let name = ProviderName::from_code(provider).ok_or(Code::NotFound)?;
        let mut conn = self.tenant.db.acquire().await?;
        let account = payment_accounts::find_at(&mut conn, name.as_str()).await?.ok_or(Code::NotFound)?;
        let account_id = account.id;
        let provider = accounts::open(app, self.tenant.row.id, account)?;
        let told = provider.read_return(pairs);
        // our own number, which the way back carries: a provider may leave it out when the payer gives up
        let ours = pairs.iter().rev().find(|(name, _)| name == "oid").and_then(|(_, value)| Oid::parse(value));
        let theirs = told.as_ref().ok().and_then(oid_of).cloned();
        let agree = ours.is_none() || theirs.is_none() || ours == theirs;
        let order = match ours.or(theirs).filter(|_| agree) {
            Some(oid) => orders::find_by_oid(&mut conn, &oid).await?,
            None => None,
        };
        drop(conn);
        let Some(order) = order.filter(|order| order.account_id == account_id) else {
            return Ok(go(&self.place, None, &End::refused("unknown_order", "")));
        };
        let end = match told {
            Ok(told) => self.finish(app, &provider, &order, told).await?,
            Err(_) => End::refused("malformed", ""),
        };
        Ok(go(&self.place, Some(&order), &end))
    }

    async fn finish(&self, app: &App, provider: &Provider, order: &Order, told: Returned) -> Result<End, Problem> {
        match told {
            Returned::Canceled { .. } => self.close(app, order, End::Canceled).await,
            Returned::Refused { code, message, .. } => self.close(app, order, End::Refused { code, message }).await,
            Returned::Authorized { amount, provider_key, confirm_at, .. } => {
                let agreed = Agreed { amount, key: &provider_key, confirm_at: confirm_at.as_ref() };
                match self.begin(app, order, &agreed).await? {
                    Some(end) => Ok(end),
                    // from here on money may move: whatever fails, the page asks for the order and the job settles it
                    None => Ok(self.confirm(app, provider, order, &agreed).await),
                }
            }
        }
    }

    /// Ends an order that is still open; one that is past that is as it is.
    async fn close(&self, app: &App, order: &Order, end: End) -> Result<End, Problem> {
        let mut tx = self.tenant.db.begin().await?;
        let order = orders::lock(&mut tx, order.id).await?.ok_or(Code::NotFound)?;
        if order.status != OrderStatus::Pending {
            return Ok(past(&order).unwrap_or(End::Complete));
        }
        let (to, failure) = match &end {
            End::Refused { code, message } => (OrderStatus::Failed, Some((code.as_str(), message.as_str()))),
            End::Canceled | End::Complete => (OrderStatus::Canceled, None),
        };
        orders::close(&mut tx, order.id, to, failure, app.clock.now()).await?;
        tx.commit().await?;
        Ok(end)
    }

    /// Notes that the money is about to be asked for; an end when it must not be.
    async fn begin(&self, app: &App, order: &Order, agreed: &Agreed<'_>) -> Result<Option<End>, Problem> {
        let now = app.clock.now();
        let mut tx = self.tenant.db.begin().await?;
        let order = orders::lock(&mut tx, order.id).await?.ok_or(Code::NotFound)?;
        if let Some(end) = past(&order) {
            return Ok(Some(end));
        }
        if order.provider_key.as_deref().is_some_and(|key| key != agreed.key) {
            // another payment's: the order itself is still open
            return Ok(Some(End::refused("malformed", "")));
        }
        let wrong_amount = agreed.amount.is_some_and(|amount| amount != order.amount);
        let claim = match order.claim_id {
            Some(claim) => claims::lock(&mut tx, claim).await?,
            None => None,
        };
        let gone = claim.is_some_and(|claim| claim.status != ClaimStatus::Requested || claim.paid_order.is_some());
        if wrong_amount || gone {
            let code = if wrong_amount { "amount_mismatch" } else { "claim_closed" };
            orders::close(&mut tx, order.id, OrderStatus::Failed, Some((code, "")), now).await?;
            tx.commit().await?;
            return Ok(Some(End::refused(code, "")));
        }
        if order.status == OrderStatus::Pending {
            let confirm_at = agreed.confirm_at.map(Url::as_str);
            orders::set_confirming(&mut tx, order.id, (agreed.key, confirm_at), now).await?;
        }
        jobs::look(&mut tx, order.id, now + jobs::FIRST_LOOK, &self.request_id).await?;
        tx.commit().await?;
        Ok(None)
    }

    async fn confirm(&self, app: &App, provider: &Provider, order: &Order, agreed: &Agreed<'_>) -> End {
        let confirm =
            Confirm { oid: &order.oid, amount: order.amount, provider_key: agreed.key, confirm_at: agreed.confirm_at };
        // no connection is held meanwhile
        let end = match tokio::time::timeout(PATIENCE, provider.confirm(&confirm)).await {
            Ok(Ok(seen)) => {
                let settled = settling::settle(app, &self.tenant, order.id, (&seen, &self.request_id)).await;
                settled.map(|settled| match settled {
                    Settled::Refund(_) => End::refused("claim_closed", ""),
                    Settled::Closed(_) => End::refused("not_paid", ""),
                    _ => End::Complete,
                })
            }
            Ok(Err(ConfirmError::Declined { code, message })) => self.decline(app, order, (code, message)).await,
            Ok(Err(ConfirmError::Unknown(outage))) => {
                tracing::warn!(order = %order.id, %outage, "whether an order is paid is open");
                Ok(End::Complete)
            }
            Err(_) => {
                tracing::warn!(order = %order.id, "whether an order is paid is open: the provider is slow");
                Ok(End::Complete)
            }
        };
        end.unwrap_or_else(|problem| {
            let cause = problem.cause.map(|cause| cause.to_string()).unwrap_or_default();
            tracing::warn!(order = %order.id, cause, "an order is left to its job");
            End::Complete
        })
    }

    /// Ends an order that the provider declined, unless somebody settled it meanwhile.
    async fn decline(&self, app: &App, order: &Order, (code, message): (String, String)) -> Result<End, Problem> {
        let mut tx = self.tenant.db.begin().await?;
        let order = orders::lock(&mut tx, order.id).await?.ok_or(Code::NotFound)?;
        if let Some(end) = past(&order) {
            return Ok(end);
        }
        orders::close(&mut tx, order.id, OrderStatus::Failed, Some((&code, &message)), app.clock.now()).await?;
        tx.commit().await?;
        Ok(End::Refused { code, message })
    }
}

/// What a payer agreed to.
struct Agreed<'a> {
    amount: Option<Won>,
    key: &'a str,
    confirm_at: Option<&'a Url>,
}

/// The end of an order that is past being paid; none while it is open.
fn past(order: &Order) -> Option<End> {
    match order.status {
        OrderStatus::Pending | OrderStatus::Confirming => None,
        OrderStatus::Paid => Some(End::Complete),
        OrderStatus::Canceled => Some(End::Canceled),
        OrderStatus::Failed => {
            let (code, message) = order.failure.clone().unwrap_or_default();
            Some(End::Refused { code, message })
        }
        OrderStatus::Expired => Some(End::refused("order_closed", "")),
        OrderStatus::Refunding | OrderStatus::Refunded => Some(End::refused("claim_closed", "")),
    }
}

fn oid_of(told: &Returned) -> Option<&Oid> {
    match told {
        Returned::Authorized { oid, .. } => Some(oid),
        Returned::Canceled { oid } | Returned::Refused { oid, .. } => oid.as_ref(),
    }
}
