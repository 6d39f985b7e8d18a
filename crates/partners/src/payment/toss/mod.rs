//! Toss Payments, core API v1 of 2022-11-16 (docs.tosspayments.com/reference).

mod wire;

use chrono::{DateTime, NaiveDate, Utc};
use domain::payment::{Settlement, Transaction};
use domain::{Oid, ProviderPayment, Won};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use reqwest::{Client, Method, RequestBuilder, Response, StatusCode};
use secrecy::ExposeSecret as _;
use serde_json::{Value, json};
use url::Url;

use super::form::field;
use super::types::KOREA_AHEAD;
use super::{
    Account, Cancel, Checkout, Confirm, ConfirmError, Error, Hint, Https, NewPayment, Returned, SETTLEMENT_PAGE,
    Started, Window,
};
use crate::outside::{Outage, at, read, read_long};
use wire::{Event, Payment, Refusal, SettlementRow, TransactionRow};

/// The most movements on one page.
const LARGEST_PAGE: usize = 5_000;
/// The longest list that is read, in bytes: a full page has about three million.
const LONGEST_LIST: usize = 16 * 1024 * 1024;
/// The longest payment key, as documented.
const LONGEST_KEY: usize = 200;
/// The longest name of an order, in characters, as documented.
const LONGEST_NAME: usize = 100;
/// Refusals that leave open what became of the money, besides a status that does.
const OPEN: [&str; 5] = [
    "ALREADY_PROCESSED_PAYMENT",
    "ALREADY_CANCELED_PAYMENT",
    "PROVIDER_ERROR",
    "FORBIDDEN_CONSECUTIVE_REQUEST",
    "IDEMPOTENT_REQUEST_PROCESSING",
];

/// One account with Toss.
#[derive(Clone, Debug)]
pub struct Toss {
    https: Https,
    base: Url,
    account: Account,
}

impl Toss {
    pub(super) const fn new(https: Https, base: Url, account: Account) -> Self {
        Self { https, base, account }
    }

    pub(super) async fn start(&self, new: &NewPayment<'_>) -> Result<Started, Error> {
        // the provider leaves the order out when the payer gives up, so it stands in the address
        let mut back = new.return_url.clone();
        back.query_pairs_mut().append_pair("oid", new.oid.as_str());
        let name: String = new.name.chars().take(LONGEST_NAME).collect();
        let body = json!({
            "method": "CARD",
            "amount": new.amount,
            "currency": "KRW",
            "orderId": new.oid.as_str(),
            "orderName": name,
            "customerName": new.buyer,
            "successUrl": back,
            "failUrl": back,
            "flowMode": "DEFAULT",
        });
        let call = self.post(&self.https.start, "/v1/payments", &format!("start:{}", new.oid), &body)?;
        let payment = taken(call.send().await?).await.map_err(ask)?;
        let checkout = payment.checkout().ok_or_else(|| Outage("a payment without a checkout".to_owned()))?;
        let provider_key = Some(payment.key().to_owned());
        payment.of(new.oid)?;
        Ok(Started { checkout: Checkout::Redirect(checkout), provider_key })
    }

    pub(super) async fn confirm(&self, confirm: &Confirm<'_>) -> Result<ProviderPayment, ConfirmError> {
        let Confirm { oid, amount, provider_key, .. } = confirm;
        let body = json!({ "paymentKey": provider_key, "orderId": oid.as_str(), "amount": amount });
        self.move_money("/v1/payments/confirm", &format!("confirm:{oid}"), &body, oid).await
    }

    pub(super) async fn cancel(&self, cancel: &Cancel<'_>) -> Result<ProviderPayment, ConfirmError> {
        let Cancel { oid, amount, reason, .. } = cancel;
        let key = utf8_percent_encode(cancel.provider_key, NON_ALPHANUMERIC);
        let body = json!({ "cancelReason": reason, "cancelAmount": amount });
        self.move_money(&format!("/v1/payments/{key}/cancel"), &format!("cancel:{oid}"), &body, oid).await
    }

    pub(super) async fn by_order(&self, oid: &Oid) -> Result<Option<ProviderPayment>, Error> {
        let answer = self.get(&self.https.call, &format!("/v1/payments/orders/{oid}"))?.send().await?;
        match taken(answer).await {
            Ok(payment) => Ok(Some(payment.of(oid)?)),
            Err(Refused { status: StatusCode::NOT_FOUND, refusal: Some(refusal) })
                if refusal.code == "NOT_FOUND_PAYMENT" =>
            {
                Ok(None)
            }
            Err(refused) => Err(ask(refused)),
        }
    }

    pub(super) async fn day(&self, window: &Window) -> Result<Vec<Transaction>, Error> {
        let limit = window.limit.clamp(1, LARGEST_PAGE).to_string();
        let (from, to) = (local(window.from), local(window.to));
        let mut query = vec![("startDate", from.as_str()), ("endDate", to.as_str()), ("limit", &limit)];
        query.extend(window.after.as_deref().map(|after| ("startingAfter", after)));
        let rows: Vec<TransactionRow> = self.list("/v1/transactions", &query).await?;
        // a movement of money that cannot be read is not left out
        Ok(rows.into_iter().map(TransactionRow::read).collect::<Result<_, _>>()?)
    }

    pub(super) async fn settlements(&self, day: NaiveDate, page: u32) -> Result<Vec<Settlement>, Error> {
        let (day, page, size) = (day.to_string(), page.to_string(), SETTLEMENT_PAGE.to_string());
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
        let answer = self.post(&self.https.call, path, key, body)?.send().await?;
        match taken(answer).await {
            Ok(payment) => Ok(payment.of(oid)?),
            Err(Refused { status, refusal: Some(Refusal { code, message }) }) if !is_open(status, &code) => {
                Err(ConfirmError::Declined { code, message })
            }
            Err(refused) => Err(ConfirmError::Unknown(refused.outage())),
        }
    }

    async fn list<T: serde::de::DeserializeOwned>(&self, path: &str, query: &[(&str, &str)]) -> Result<Vec<T>, Error> {
        let answer = self.get(&self.https.list, path)?.query(query).send().await?;
        let status = answer.status();
        if !status.is_success() {
            let refusal = read(answer).await.ok().map(|(_, refusal)| refusal);
            return Err(ask(Refused { status, refusal }));
        }
        Ok(read_long(answer, LONGEST_LIST).await?.1)
    }

    fn get(&self, http: &Client, path: &str) -> Result<RequestBuilder, Outage> {
        self.call(http, Method::GET, path)
    }

    fn post(&self, http: &Client, path: &str, key: &str, body: &Value) -> Result<RequestBuilder, Outage> {
        Ok(self.call(http, Method::POST, path)?.header("idempotency-key", key).json(body))
    }

    /// A call in our name: the secret key is the user and there is no password.
    fn call(&self, http: &Client, method: Method, path: &str) -> Result<RequestBuilder, Outage> {
        let call = http.request(method, at(&self.base, path)?);
        Ok(call.basic_auth(self.account.secret.expose_secret(), Some("")))
    }
}

/// An answer that is not the payment: its status, and the refusal in it when it can be read.
struct Refused {
    status: StatusCode,
    refusal: Option<Refusal>,
}

impl Refused {
    fn outage(self) -> Outage {
        Outage(match self.refusal {
            Some(refusal) => format!("{} {}", self.status, refusal.code),
            None => self.status.to_string(),
        })
    }
}

/// The payment that an answer holds.
async fn taken(answer: Response) -> Result<Payment, Refused> {
    let status = answer.status();
    if !status.is_success() {
        return Err(Refused { status, refusal: read(answer).await.ok().map(|(_, refusal)| refusal) });
    }
    // a payment that cannot be read may be one all the same
    read(answer).await.map(|(_, payment)| payment).map_err(|_| Refused { status, refusal: None })
}

/// What a refusal means for a question.
fn ask(refused: Refused) -> Error {
    match refused {
        Refused { status, refusal: Some(Refusal { code, message }) } if !is_open(status, &code) => {
            Error::Refused { code, message }
        }
        refused => Error::Outage(refused.outage()),
    }
}

/// Whether a refusal leaves open what became of the money, or may pass by itself.
fn is_open(status: StatusCode, code: &str) -> bool {
    let passes = [StatusCode::REQUEST_TIMEOUT, StatusCode::CONFLICT, StatusCode::TOO_MANY_REQUESTS];
    !status.is_client_error() || passes.contains(&status) || OPEN.contains(&code)
}

/// A moment as the provider writes it: Korea's local time.
fn local(at: DateTime<Utc>) -> String {
    (at + KOREA_AHEAD).format("%Y-%m-%dT%H:%M:%S").to_string()
}

/// `?paymentKey=&orderId=&amount=` when the payer agreed, `?code=&message=&orderId=` when not; our own `oid` in both.
pub(super) fn read_return(pairs: &[(String, String)]) -> Result<Returned, Error> {
    let malformed = || Error::Refused { code: "malformed".to_owned(), message: String::new() };
    let order = Oid::parse(field(pairs, "orderId"));
    let code = field(pairs, "code");
    if !code.is_empty() {
        let oid = order.or_else(|| Oid::parse(field(pairs, "oid")));
        if code == "PAY_PROCESS_CANCELED" {
            return Ok(Returned::Canceled { oid });
        }
        let short = |text: &str, length: usize| text.chars().take(length).collect();
        return Ok(Returned::Refused { oid, code: short(code, 64), message: short(field(pairs, "message"), 500) });
    }
    let key = field(pairs, "paymentKey");
    let known = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.' | b'=');
    if key.is_empty() || key.len() > LONGEST_KEY || !key.bytes().all(known) {
        return Err(malformed());
    }
    let amount = field(pairs, "amount").parse().map_err(|_| malformed())?;
    let oid = order.ok_or_else(malformed)?;
    let (amount, provider_key) = (Some(Won::new(amount)), key.to_owned());
    Ok(Returned::Authorized { oid, amount, provider_key, confirm_at: None })
}

/// `PAYMENT_STATUS_CHANGED`, the event of payments; no other is ours.
pub(super) fn read_webhook(body: &[u8]) -> Option<Hint> {
    let event: Event = serde_json::from_slice(body).ok()?;
    let oid = event.data.order_id.as_deref().and_then(Oid::parse);
    let provider_key = event.data.payment_key.filter(|key| key.len() <= LONGEST_KEY);
    (event.event_type == "PAYMENT_STATUS_CHANGED" && (oid.is_some() || provider_key.is_some()))
        .then_some(Hint { oid, provider_key })
}

#[cfg(test)]
mod tests;
