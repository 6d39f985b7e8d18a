//! `GET` and `POST /payments/return/{provider}`

use std::time::Duration;

use axum::extract::{RawQuery, State};
use axum::response::Response;
use db::orders::{self, Order, Settled};
use db::{claims, payment_accounts};
use domain::{ClaimStatus, Krw, Oid, OrderStatus, ProviderName};
use partners::payment::{CheckoutResult, ConfirmError, ConfirmRequest, Provider, parse_form};
use url::Url;

use super::outcome::PaymentOutcome;
use super::return_url_base::ReturnUrlBase;
use super::{accounts, settlement};
use crate::App;
use crate::extract::{AnyTenant, Tenant};
use crate::http::{ClientAddress, PathParams, RawBody, RequestId};
use crate::order_jobs;
use crate::problem::{Code, Problem, PublicProblems, RateLimitProblem};
use crate::services::limiter::RETURN_ADDRESS;

/// How long the payer waits for the provider. After that the job `reconcile_order` queries the order's state.
const CONFIRM_TIMEOUT: Duration = Duration::from_secs(8);

/// The request of a payer who returns from a provider.
#[derive(Debug)]
pub struct PaymentReturn {
    tenant: Tenant,
    return_urls: ReturnUrlBase,
    address: ClientAddress,
    request_id: RequestId,
    query: String,
}

impl axum::extract::FromRequestParts<App> for PaymentReturn {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut http::request::Parts, app: &App) -> Result<Self, Problem> {
        let AnyTenant(tenant) = AnyTenant::from_request_parts(parts, app).await?;
        let return_urls = ReturnUrlBase::from_request_parts(parts, app).await?;
        let Ok(address) = ClientAddress::from_request_parts(parts, app).await;
        let request_id = RequestId::from_request_parts(parts, app).await?;
        let Ok(RawQuery(query)) = RawQuery::from_request_parts(parts, app).await;
        Ok(Self { tenant, return_urls, address, request_id, query: query.unwrap_or_default() })
    }
}

/// Handles the redirect back from a provider and confirms the payment. It requires no cookie and no session, and may be
/// repeated: the order is identified by its number, the amount is the order's, and each order is charged once.
#[utoipa::path(
    get, path = "/payments/return/{provider}", tag = "payments", operation_id = "returnFromPayment",
    params(("provider" = String, Path, description = "toss or inicis")),
    responses(
        (status = 303, description = "To /payment/complete, /payment/close or /payment/mcomplete with the outcome", headers(("location" = String))),
        PublicProblems, RateLimitProblem,
        (status = 404, description = "not_found: no such provider, or the tenant has no account there; unknown_tenant"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    payment_return: PaymentReturn,
    PathParams(provider): PathParams<String>,
) -> Result<Response, Problem> {
    let pairs = parse_form(payment_return.query.as_bytes());
    payment_return.respond(&app, &provider, &pairs).await
}

/// The same, for a provider that posts a form.
#[utoipa::path(
    post, path = "/payments/return/{provider}", tag = "payments", operation_id = "returnFromPaymentByForm",
    params(("provider" = String, Path, description = "toss or inicis")),
    request_body(content = String, content_type = "application/x-www-form-urlencoded"),
    responses(
        (status = 303, description = "As by GET", headers(("location" = String))),
        PublicProblems, RateLimitProblem,
        (status = 404, description = "not_found: no such provider, or the tenant has no account there; unknown_tenant"),
    )
)]
pub async fn handle_post(
    State(app): State<App>,
    payment_return: PaymentReturn,
    PathParams(provider): PathParams<String>,
    RawBody(body): RawBody,
) -> Result<Response, Problem> {
    let mut pairs = parse_form(&body);
    pairs.extend(parse_form(payment_return.query.as_bytes()));
    payment_return.respond(&app, &provider, &pairs).await
}

impl PaymentReturn {
    async fn respond(&self, app: &App, provider: &str, pairs: &[(String, String)]) -> Result<Response, Problem> {
        app.limiter.count(RETURN_ADDRESS, &self.address.network()).await?;
        let name = provider.parse::<ProviderName>().map_err(|_| Code::NotFound)?;
        let mut conn = self.tenant.db.acquire().await?;
        let account = payment_accounts::find_by_provider(&mut conn, name.as_str()).await?.ok_or(Code::NotFound)?;
        let account_id = account.id;
        let provider = accounts::open(app, self.tenant.row.id, account)?;
        let returned = provider.parse_return(pairs);
        // the return URL carries our own number, because a provider may leave it out when the payer cancels
        let ours = pairs.iter().rev().find(|(name, _)| name == "oid").and_then(|(_, value)| Oid::parse(value));
        let theirs = returned.as_ref().ok().and_then(find_oid).cloned();
        let agree = ours.is_none() || theirs.is_none() || ours == theirs;
        let order = match ours.or(theirs).filter(|_| agree) {
            Some(oid) => orders::find_by_oid(&mut conn, &oid).await?,
            None => None,
        };
        drop(conn);
        let Some(order) = order.filter(|order| order.account_id == account_id) else {
            return Ok(PaymentOutcome::refused("unknown_order").redirect(&self.return_urls, None));
        };
        let outcome = match returned {
            Ok(returned) => self.settle_return(app, &provider, &order, returned).await?,
            Err(_) => PaymentOutcome::refused("malformed"),
        };
        Ok(outcome.redirect(&self.return_urls, Some(&order)))
    }

    async fn settle_return(
        &self,
        app: &App,
        provider: &Provider,
        order: &Order,
        returned: CheckoutResult,
    ) -> Result<PaymentOutcome, Problem> {
        match returned {
            CheckoutResult::Canceled { .. } => self.close(app, order, PaymentOutcome::Canceled).await,
            CheckoutResult::Refused { code, message, .. } => {
                self.close(app, order, PaymentOutcome::Refused { code, message }).await
            }
            CheckoutResult::Authorized { amount, provider_key, confirm_at, .. } => {
                let authorization = Authorization { amount, key: &provider_key, confirm_at: confirm_at.as_ref() };
                match self.begin_confirmation(app, order, &authorization).await? {
                    Some(outcome) => Ok(outcome),
                    // money may move from here on: after any failure, the page polls the order and the job settles it
                    None => Ok(self.confirm(app, provider, order, &authorization).await),
                }
            }
        }
    }

    /// Closes an order that is still pending. Any other order stays as it is.
    async fn close(&self, app: &App, order: &Order, outcome: PaymentOutcome) -> Result<PaymentOutcome, Problem> {
        let mut tx = self.tenant.db.begin().await?;
        let order = orders::lock(&mut tx, order.id).await?.ok_or(Code::NotFound)?;
        if order.status != OrderStatus::Pending {
            return Ok(PaymentOutcome::from_settled(&order).unwrap_or(PaymentOutcome::Complete));
        }
        let (to, failure) = match &outcome {
            PaymentOutcome::Refused { code, message } => (OrderStatus::Failed, Some((code.as_str(), message.as_str()))),
            PaymentOutcome::Canceled | PaymentOutcome::Complete => (OrderStatus::Canceled, None),
        };
        orders::close(&mut tx, order.id, to, failure, app.clock.now()).await?;
        tx.commit().await?;
        Ok(outcome)
    }

    /// Marks the order as being confirmed, or returns the outcome if it must not be confirmed.
    async fn begin_confirmation(
        &self,
        app: &App,
        order: &Order,
        authorization: &Authorization<'_>,
    ) -> Result<Option<PaymentOutcome>, Problem> {
        let now = app.clock.now();
        let mut tx = self.tenant.db.begin().await?;
        let order = orders::lock(&mut tx, order.id).await?.ok_or(Code::NotFound)?;
        if let Some(outcome) = PaymentOutcome::from_settled(&order) {
            return Ok(Some(outcome));
        }
        if order.provider_key.as_deref().is_some_and(|key| key != authorization.key) {
            // the key belongs to another payment; the order itself is still open
            return Ok(Some(PaymentOutcome::refused("malformed")));
        }
        let wrong_amount = authorization.amount.is_some_and(|amount| amount != order.amount);
        let claim_closed = match order.claim_id {
            Some(claim) => {
                let locked = claims::lock(&mut tx, claim).await?;
                locked.is_some_and(|claim| claim.status != ClaimStatus::Requested || claim.paid_order.is_some())
                    || claims::find_paid_since_claim(&mut tx, order.patient_id, claim).await?.is_some()
            }
            None => claims::find_paid_since(&mut tx, order.patient_id, order.id).await?.is_some(),
        };
        if wrong_amount || claim_closed {
            let code = if wrong_amount { "amount_mismatch" } else { "claim_closed" };
            orders::close(&mut tx, order.id, OrderStatus::Failed, Some((code, "")), now).await?;
            tx.commit().await?;
            return Ok(Some(PaymentOutcome::refused(code)));
        }
        if order.status == OrderStatus::Pending {
            let confirm_at = authorization.confirm_at.map(Url::as_str);
            orders::set_confirming(&mut tx, order.id, authorization.key, confirm_at, now).await?;
        }
        order_jobs::enqueue_check(&mut tx, order.id, now, &self.request_id).await?;
        tx.commit().await?;
        Ok(None)
    }

    async fn confirm(
        &self,
        app: &App,
        provider: &Provider,
        order: &Order,
        authorization: &Authorization<'_>,
    ) -> PaymentOutcome {
        let confirm = ConfirmRequest {
            oid: &order.oid,
            amount: order.amount,
            provider_key: authorization.key,
            confirm_at: authorization.confirm_at,
        };
        // no connection is held during the call to the provider
        let outcome = match tokio::time::timeout(CONFIRM_TIMEOUT, provider.confirm(&confirm)).await {
            Ok(Ok(payment)) => {
                let settled = settlement::settle(app, &self.tenant, order.id, &payment, &self.request_id).await;
                settled.map(|settled| match settled {
                    Settled::Refund(_) => PaymentOutcome::refused("claim_closed"),
                    Settled::Closed(_) => PaymentOutcome::refused("not_paid"),
                    _ => PaymentOutcome::Complete,
                })
            }
            Ok(Err(ConfirmError::Declined { code, message })) => self.decline(app, order, code, message).await,
            Ok(Err(ConfirmError::Unknown(outage))) => {
                tracing::warn!(order = %order.id, %outage, "an order may be paid or not");
                Ok(PaymentOutcome::Complete)
            }
            Err(_) => {
                tracing::warn!(order = %order.id, "an order may be paid or not: the provider is slow");
                Ok(PaymentOutcome::Complete)
            }
        };
        outcome.unwrap_or_else(|problem| {
            let cause = problem.cause.map(|cause| cause.to_string()).unwrap_or_default();
            tracing::warn!(order = %order.id, cause, "an order is left to its job");
            PaymentOutcome::Complete
        })
    }

    /// Closes an order that the provider declined, unless it was settled in the meantime.
    async fn decline(
        &self,
        app: &App,
        order: &Order,
        code: String,
        message: String,
    ) -> Result<PaymentOutcome, Problem> {
        let mut tx = self.tenant.db.begin().await?;
        let order = orders::lock(&mut tx, order.id).await?.ok_or(Code::NotFound)?;
        if let Some(outcome) = PaymentOutcome::from_settled(&order) {
            return Ok(outcome);
        }
        orders::close(&mut tx, order.id, OrderStatus::Failed, Some((&code, &message)), app.clock.now()).await?;
        tx.commit().await?;
        Ok(PaymentOutcome::Refused { code, message })
    }
}

/// What a payer authorized at the provider.
struct Authorization<'a> {
    amount: Option<Krw>,
    key: &'a str,
    confirm_at: Option<&'a Url>,
}

fn find_oid(returned: &CheckoutResult) -> Option<&Oid> {
    match returned {
        CheckoutResult::Authorized { oid, .. } => Some(oid),
        CheckoutResult::Canceled { oid } | CheckoutResult::Refused { oid, .. } => oid.as_ref(),
    }
}
