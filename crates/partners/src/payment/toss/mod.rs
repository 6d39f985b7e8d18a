//! Toss Payments, core API v1 of 2022-11-16 (docs.tosspayments.com/reference).

mod wire;

use chrono::{DateTime, NaiveDate, Utc};
use domain::calendar::korean_clock;
use domain::payment::{Settlement, Transaction};
use domain::{Krw, Oid, ProviderPayment};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use reqwest::{Client, Method, RequestBuilder, Response, StatusCode};
use secrecy::ExposeSecret as _;
use serde_json::{Value, json};
use url::Url;

use super::form::field;
use super::{
    CancelRequest, Checkout, CheckoutResult, ConfirmError, ConfirmRequest, Error, HttpClients, MerchantAccount,
    NewCheckout, SETTLEMENT_PAGE_ROWS, StartedCheckout, TransactionQuery, WebhookHint,
};
use crate::http::{ServiceUnavailable, join_url, read_json, read_long_json};
use wire::{ErrorBody, Event, Payment, SettlementRow, TransactionRow};

/// The largest number of transactions on a page.
const MAX_PAGE_ROWS: usize = 5_000;
/// The longest response with a list. A full page has about three million bytes.
const MAX_LIST_BYTES: usize = 16 * 1024 * 1024;
/// The longest documented payment key.
const MAX_KEY_BYTES: usize = 200;
/// The longest documented name of an order, in characters.
const MAX_NAME_CHARS: usize = 100;
/// Codes of client errors after which it is unknown whether the money moved.
const UNDECIDED_CODES: [&str; 5] = [
    "ALREADY_PROCESSED_PAYMENT",
    "ALREADY_CANCELED_PAYMENT",
    "PROVIDER_ERROR",
    "FORBIDDEN_CONSECUTIVE_REQUEST",
    "IDEMPOTENT_REQUEST_PROCESSING",
];

/// A client of Toss for an account.
#[derive(Clone, Debug)]
pub struct Toss {
    clients: HttpClients,
    base: Url,
    account: MerchantAccount,
}

impl Toss {
    pub(super) const fn new(clients: HttpClients, base: Url, account: MerchantAccount) -> Self {
        Self { clients, base, account }
    }

    pub(super) async fn start(&self, new: &NewCheckout<'_>) -> Result<StartedCheckout, Error> {
        // the provider omits the order when the payer cancels, so our return URL contains it
        let mut return_url = new.return_url.clone();
        return_url.query_pairs_mut().append_pair("oid", new.oid.as_str());
        let name: String = new.name.chars().take(MAX_NAME_CHARS).collect();
        let body = json!({
            "method": "CARD",
            "amount": new.amount,
            "currency": "KRW",
            "orderId": new.oid.as_str(),
            "orderName": name,
            "customerName": new.buyer,
            "successUrl": return_url,
            "failUrl": return_url,
            "flowMode": "DEFAULT",
        });
        let call = self.post(&self.clients.start, "/v1/payments", &format!("start:{}", new.oid), &body)?;
        let payment = read_payment(call.send().await?).await.map_err(Error::from)?;
        let checkout =
            payment.checkout_url().ok_or_else(|| ServiceUnavailable("a payment without a checkout".to_owned()))?;
        let provider_key = Some(payment.key().to_owned());
        payment.into_payment(new.oid)?;
        Ok(StartedCheckout { checkout: Checkout::Redirect(checkout), provider_key })
    }

    pub(super) async fn confirm(&self, confirm: &ConfirmRequest<'_>) -> Result<ProviderPayment, ConfirmError> {
        let ConfirmRequest { oid, amount, provider_key, .. } = confirm;
        let body = json!({ "paymentKey": provider_key, "orderId": oid.as_str(), "amount": amount });
        self.move_money("/v1/payments/confirm", &format!("confirm:{oid}"), &body, oid).await
    }

    pub(super) async fn cancel(&self, cancel: &CancelRequest<'_>) -> Result<ProviderPayment, ConfirmError> {
        let CancelRequest { oid, amount, reason, .. } = cancel;
        let key = utf8_percent_encode(cancel.provider_key, NON_ALPHANUMERIC);
        let body = json!({ "cancelReason": reason, "cancelAmount": amount });
        self.move_money(&format!("/v1/payments/{key}/cancel"), &format!("cancel:{oid}"), &body, oid).await
    }

    pub(super) async fn find_by_order(&self, oid: &Oid) -> Result<Option<ProviderPayment>, Error> {
        let response = self.get(&self.clients.call, &format!("/v1/payments/orders/{oid}"))?.send().await?;
        match read_payment(response).await {
            Ok(payment) => Ok(Some(payment.into_payment(oid)?)),
            Err(Refused { status: StatusCode::NOT_FOUND, refusal: Some(refusal) })
                if refusal.code == "NOT_FOUND_PAYMENT" =>
            {
                Ok(None)
            }
            Err(refused) => Err(refused.into()),
        }
    }

    pub(super) async fn list_transactions(&self, page: &TransactionQuery) -> Result<Vec<Transaction>, Error> {
        let limit = page.limit.clamp(1, MAX_PAGE_ROWS).to_string();
        let (from, to) = (format_time(page.from), format_time(page.to));
        let mut query = vec![("startDate", from.as_str()), ("endDate", to.as_str()), ("limit", &limit)];
        query.extend(page.after.as_deref().map(|after| ("startingAfter", after)));
        let rows: Vec<TransactionRow> = self.list("/v1/transactions", &query).await?;
        // a list that lacks a transaction would be wrong
        Ok(rows.into_iter().map(TransactionRow::into_transaction).collect::<Result<_, _>>()?)
    }

    pub(super) async fn list_settlements(&self, day: NaiveDate, page: u32) -> Result<Vec<Settlement>, Error> {
        let (day, page, size) = (day.to_string(), page.to_string(), SETTLEMENT_PAGE_ROWS.to_string());
        let query =
            [("startDate", &*day), ("endDate", &day), ("dateType", "paidOutDate"), ("page", &page), ("size", &size)];
        let rows: Vec<SettlementRow> = self.list("/v1/settlements", &query).await?;
        Ok(rows.into_iter().map(Settlement::from).collect())
    }

    async fn move_money(
        &self,
        path: &str,
        key: &str,
        body: &Value,
        oid: &Oid,
    ) -> Result<ProviderPayment, ConfirmError> {
        let response = self.post(&self.clients.call, path, key, body)?.send().await?;
        match read_payment(response).await {
            Ok(payment) => Ok(payment.into_payment(oid)?),
            Err(Refused { status, refusal: Some(ErrorBody { code, message }) }) if !is_undecided(status, &code) => {
                Err(ConfirmError::Declined { code, message })
            }
            Err(refused) => Err(ConfirmError::Unknown(refused.into())),
        }
    }

    async fn list<T: serde::de::DeserializeOwned>(&self, path: &str, query: &[(&str, &str)]) -> Result<Vec<T>, Error> {
        let response = self.get(&self.clients.list, path)?.query(query).send().await?;
        let status = response.status();
        if !status.is_success() {
            let refusal = read_json(response).await.ok().map(|(_, refusal)| refusal);
            return Err(Refused { status, refusal }.into());
        }
        Ok(read_long_json(response, MAX_LIST_BYTES).await?.1)
    }

    fn get(&self, http: &Client, path: &str) -> Result<RequestBuilder, ServiceUnavailable> {
        self.call(http, Method::GET, path)
    }

    fn post(&self, http: &Client, path: &str, key: &str, body: &Value) -> Result<RequestBuilder, ServiceUnavailable> {
        Ok(self.call(http, Method::POST, path)?.header("idempotency-key", key).json(body))
    }

    /// Builds a call with our credentials: the secret key is the user name, and there is no password.
    fn call(&self, http: &Client, method: Method, path: &str) -> Result<RequestBuilder, ServiceUnavailable> {
        let call = http.request(method, join_url(&self.base, path)?);
        Ok(call.basic_auth(self.account.secret.expose_secret(), Some("")))
    }
}

/// A response without a payment: its status, and the error in it if it can be parsed.
struct Refused {
    status: StatusCode,
    refusal: Option<ErrorBody>,
}

impl From<Refused> for ServiceUnavailable {
    fn from(refused: Refused) -> Self {
        Self(match refused.refusal {
            Some(refusal) => format!("{} {}", refused.status, refusal.code),
            None => refused.status.to_string(),
        })
    }
}

impl From<Refused> for Error {
    fn from(refused: Refused) -> Self {
        match refused {
            Refused { status, refusal: Some(ErrorBody { code, message }) } if !is_undecided(status, &code) => {
                Self::Refused { code, message }
            }
            refused => Self::ServiceUnavailable(refused.into()),
        }
    }
}

/// Reads the payment in a response.
async fn read_payment(response: Response) -> Result<Payment, Refused> {
    let status = response.status();
    if !status.is_success() {
        return Err(Refused { status, refusal: read_json(response).await.ok().map(|(_, refusal)| refusal) });
    }
    // a success that cannot be parsed may still be a payment
    read_json(response).await.map(|(_, payment)| payment).map_err(|_| Refused { status, refusal: None })
}

/// Returns whether an error leaves it unknown whether money moved, or a retry may help.
fn is_undecided(status: StatusCode, code: &str) -> bool {
    let temporary = [StatusCode::REQUEST_TIMEOUT, StatusCode::CONFLICT, StatusCode::TOO_MANY_REQUESTS];
    !status.is_client_error() || temporary.contains(&status) || UNDECIDED_CODES.contains(&code)
}

/// Formats a time as local time in Korea.
fn format_time(at: DateTime<Utc>) -> String {
    korean_clock(at).format("%Y-%m-%dT%H:%M:%S").to_string()
}

/// Parses `?paymentKey=&orderId=&amount=` when the payer agreed, else `?code=&message=&orderId=`. Both also contain our
/// `oid`.
pub(super) fn parse_return(pairs: &[(String, String)]) -> Result<CheckoutResult, Error> {
    let malformed = || Error::Refused { code: "malformed".to_owned(), message: String::new() };
    let order = Oid::parse(field(pairs, "orderId"));
    let code = field(pairs, "code");
    if !code.is_empty() {
        let oid = order.or_else(|| Oid::parse(field(pairs, "oid")));
        if code == "PAY_PROCESS_CANCELED" {
            return Ok(CheckoutResult::Canceled { oid });
        }
        let truncate = |text: &str, chars: usize| text.chars().take(chars).collect();
        return Ok(CheckoutResult::Refused {
            oid,
            code: truncate(code, 64),
            message: truncate(field(pairs, "message"), 500),
        });
    }
    let key = field(pairs, "paymentKey");
    let is_allowed = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.' | b'=');
    if key.is_empty() || key.len() > MAX_KEY_BYTES || !key.bytes().all(is_allowed) {
        return Err(malformed());
    }
    let amount = field(pairs, "amount").parse().map_err(|_| malformed())?;
    let oid = order.ok_or_else(malformed)?;
    let (amount, provider_key) = (Some(Krw::new(amount)), key.to_owned());
    Ok(CheckoutResult::Authorized { oid, amount, provider_key, confirm_at: None })
}

/// Parses the event `PAYMENT_STATUS_CHANGED`. No other event is about payments.
pub(super) fn parse_webhook(body: &[u8]) -> Option<WebhookHint> {
    let event: Event = serde_json::from_slice(body).ok()?;
    let oid = event.data.order_id.as_deref().and_then(Oid::parse);
    let provider_key = event.data.payment_key.filter(|key| key.len() <= MAX_KEY_BYTES);
    (event.event_type == "PAYMENT_STATUS_CHANGED" && (oid.is_some() || provider_key.is_some()))
        .then_some(WebhookHint { oid, provider_key })
}

#[cfg(test)]
mod tests;
