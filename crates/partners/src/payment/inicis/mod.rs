//! KG Inicis: the mobile payment page (`manual.inicis.com/pay/stdpay_m.html`) and INIAPI for lookups and refunds.
//!
//! It has no idempotency keys: a payment (`P_TID`) is confirmed once and refunded once. If the response to a
//! confirmation is lost, the client cancels the payment (`payNetCancel`). There are no lists of transactions.

mod api;
mod euc_kr;

use chrono::{DateTime, NaiveDateTime, Utc};
use domain::calendar::korean_time;
use domain::{Krw, Oid, ProviderPayment, ProviderStatus};
use reqwest::Client;
use url::Url;

use super::form::{field, parse_form};
use super::{
    CancelRequest, Checkout, CheckoutResult, ConfirmError, ConfirmRequest, Error, HttpClients, MerchantAccount,
    NewCheckout, PaymentUrls, StartedCheckout, WebhookHint,
};
use crate::http::{ServiceUnavailable, join_url, read_bytes};
use api::Api;

/// The longest names of goods and buyers, in bytes of EUC-KR.
const MAX_GOODS_BYTES: usize = 80;
const MAX_BUYER_BYTES: usize = 30;
/// The buyer's name if EUC-KR has no letter of the real one.
const UNNAMED_BUYER: &str = "고객";
/// The longest response.
const MAX_RESPONSE_BYTES: usize = 64 * 1024;
/// The longest number of a payment.
const MAX_TID_BYTES: usize = 64;
/// The prefixes of the configured host at the provider's data centers.
const DATA_CENTER_PREFIXES: [&str; 4] = ["", "fc", "ks", "stg"];
/// The paths for a confirmation and its cancellation at a data center.
const CONFIRM_PATH: &str = "/smart/payReq.ini";
const NET_CANCEL_PATH: &str = "/smart/payNetCancel.ini";

/// A client of Inicis for an account.
#[derive(Clone, Debug)]
pub struct Inicis {
    http: Client,
    base: Url,
    mid: String,
    api: Api,
}

impl Inicis {
    pub(super) fn new(clients: HttpClients, urls: &PaymentUrls, account: MerchantAccount) -> Self {
        let api = Api::new(clients.call.clone(), urls.inicis_api.clone(), account.client_id.clone(), account.secret);
        Self { http: clients.call, base: urls.inicis.clone(), mid: account.client_id, api }
    }

    /// Returns the form for the payer's browser, without a call.
    pub(super) fn start(&self, new: &NewCheckout<'_>) -> Result<StartedCheckout, Error> {
        let mut return_url = new.return_url.clone();
        return_url.query_pairs_mut().append_pair("oid", new.oid.as_str());
        let buyer = Some(euc_kr::fit(new.buyer, MAX_BUYER_BYTES)).filter(|buyer| !buyer.is_empty());
        let fields = [
            ("P_INI_PAYMENT", "CARD".to_owned()),
            ("P_MID", self.mid.clone()),
            ("P_OID", new.oid.to_string()),
            ("P_AMT", new.amount.to_string()),
            ("P_GOODS", euc_kr::fit(new.name, MAX_GOODS_BYTES)),
            ("P_UNAME", buyer.unwrap_or_else(|| UNNAMED_BUYER.to_owned())),
            ("P_NEXT_URL", return_url.to_string()),
            ("P_NOTI", new.oid.to_string()),
            ("P_RESERVED", "twotrs_isp=Y&block_isp=Y&centerCd=Y".to_owned()),
        ];
        let fields = fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        let action = join_url(&self.base, "/smart/payment/")?;
        Ok(StartedCheckout { checkout: Checkout::FormPost { action, fields, charset: "euc-kr" }, provider_key: None })
    }

    /// Parses a return. `P_STATUS` is `00` when the payer agreed, `01` when the payer canceled, and anything else for a
    /// refusal.
    pub(super) fn parse_return(&self, pairs: &[(String, String)]) -> Result<CheckoutResult, Error> {
        let malformed = || Error::Refused { code: "malformed".to_owned(), message: String::new() };
        // the provider returns P_NOTI; if it is missing, our return URL contains the order
        let oid = Oid::parse(field(pairs, "P_NOTI")).or_else(|| Oid::parse(field(pairs, "oid")));
        match field(pairs, "P_STATUS") {
            "" => Err(malformed()),
            "00" => {
                let tid = field(pairs, "P_TID");
                if !is_tid(tid) {
                    return Err(malformed());
                }
                let confirm_at = self.parse_confirm_url(field(pairs, "P_REQ_URL")).ok_or_else(malformed)?;
                Ok(CheckoutResult::Authorized {
                    oid: oid.ok_or_else(malformed)?,
                    amount: field(pairs, "P_AMT").parse().ok().map(Krw::new),
                    provider_key: tid.to_owned(),
                    confirm_at: Some(confirm_at),
                })
            }
            "01" => Ok(CheckoutResult::Canceled { oid }),
            code => Ok(CheckoutResult::Refused {
                oid,
                code: code.chars().take(64).collect(),
                message: field(pairs, "P_RMESG1").chars().take(500).collect(),
            }),
        }
    }

    pub(super) async fn confirm(&self, confirm: &ConfirmRequest<'_>) -> Result<ProviderPayment, ConfirmError> {
        let Some(url) = confirm.confirm_at else {
            // a lookup does not return the confirmation URL
            return Err(ConfirmError::Unknown(ServiceUnavailable(
                "a payment without a URL for its confirmation".to_owned(),
            )));
        };
        // the URL was stored, so it is checked again
        let Some(url) = self.parse_confirm_url(url.as_str()) else {
            return Err(ConfirmError::Unknown(ServiceUnavailable(
                "a payment with a foreign URL for its confirmation".to_owned(),
            )));
        };
        let mut cancel_url = url.clone();
        cancel_url.set_path(&url.path().replace(CONFIRM_PATH, NET_CANCEL_PATH));
        let ConfirmRequest { oid, amount, provider_key: tid, .. } = *confirm;
        let form = [("P_MID", self.mid.as_str()), ("P_TID", tid)];
        match self.post(url, &form).await.map_err(ConfirmError::from).and_then(|pairs| parse_payment(&pairs, oid)) {
            Err(ConfirmError::Unknown(outage)) => {
                let amount = amount.to_string();
                let form = [form[0], form[1], ("P_AMT", &amount), ("P_OID", oid.as_str())];
                let is_canceled =
                    self.post(cancel_url, &form).await.is_ok_and(|pairs| field(&pairs, "P_STATUS") == "00");
                let (code, message) = ("net_canceled".to_owned(), String::new());
                Err(if is_canceled { ConfirmError::Declined { code, message } } else { ConfirmError::Unknown(outage) })
            }
            decided => decided,
        }
    }

    pub(super) async fn find_by_order(&self, oid: &Oid, now: DateTime<Utc>) -> Result<Option<ProviderPayment>, Error> {
        self.api.inquire(oid, now).await
    }

    /// Refunds the whole payment. The product has no partial refunds.
    pub(super) async fn cancel(&self, cancel: &CancelRequest<'_>) -> Result<ProviderPayment, ConfirmError> {
        self.api.refund(cancel).await
    }

    async fn post(&self, url: Url, form: &[(&str, &str)]) -> Result<Vec<(String, String)>, ServiceUnavailable> {
        let (status, body) = read_bytes(self.http.post(url).form(form).send().await?, MAX_RESPONSE_BYTES).await?;
        if status.is_success() { Ok(parse_form(&body)) } else { Err(ServiceUnavailable(status.to_string())) }
    }

    /// Parses the confirmation URL, whose host must be one of the provider's data centers.
    fn parse_confirm_url(&self, text: &str) -> Option<Url> {
        let url = Url::parse(text).ok()?;
        let (host, ours) = (url.host_str()?, self.base.host_str()?);
        let is_own_host = DATA_CENTER_PREFIXES.iter().any(|center| host.strip_prefix(center) == Some(ours));
        let is_same_origin = url.scheme() == self.base.scheme()
            && url.port_or_known_default() == self.base.port_or_known_default()
            && url.username().is_empty()
            && url.password().is_none();
        let path = join_url(&self.base, CONFIRM_PATH).ok()?;
        (is_own_host && is_same_origin && url.path() == path.path() && url.query().is_none()).then_some(url)
    }
}

/// Parses the response to a confirmation.
fn parse_payment(pairs: &[(String, String)], oid: &Oid) -> Result<ProviderPayment, ConfirmError> {
    match field(pairs, "P_STATUS") {
        "00" => {}
        "" => return Err(ServiceUnavailable("a response in an unexpected format".to_owned()).into()),
        code => {
            let (code, message) = (code.to_owned(), field(pairs, "P_RMESG1").to_owned());
            return Err(ConfirmError::Declined { code, message });
        }
    }
    let tid = field(pairs, "P_TID");
    if field(pairs, "P_OID") != oid.as_str() || !is_tid(tid) {
        return Err(ServiceUnavailable("a response for another order".to_owned()).into());
    }
    let amount =
        field(pairs, "P_AMT").parse().map_err(|_| ServiceUnavailable("a response without an amount".to_owned()))?;
    Ok(ProviderPayment {
        oid: oid.clone(),
        provider_key: tid.to_owned(),
        status: ProviderStatus::Done,
        amount: Krw::new(amount),
        balance: Krw::new(amount),
        currency: "KRW".to_owned(),
        method: Some("카드".to_owned()),
        approved_at: parse_time(field(pairs, "P_AUTH_DT")),
        receipt_url: None,
        transaction_key: Some(tid.to_owned()),
        failure: None,
    })
}

fn is_tid(text: &str) -> bool {
    let is_allowed = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.');
    (1..=MAX_TID_BYTES).contains(&text.len()) && text.bytes().all(is_allowed)
}

/// Parses `YYYYMMDDHHMMSS` in Korea.
fn parse_time(text: &str) -> Option<DateTime<Utc>> {
    let local = NaiveDateTime::parse_from_str(text, "%Y%m%d%H%M%S").ok()?;
    Some(korean_time(local.date(), local.time()))
}

/// Parses a notification to `P_NOTI_URL`.
pub(super) fn parse_webhook(body: &[u8]) -> Option<WebhookHint> {
    let pairs = parse_form(body);
    let oid = Oid::parse(field(&pairs, "P_OID"));
    let tid = field(&pairs, "P_TID");
    let provider_key = is_tid(tid).then(|| tid.to_owned());
    (oid.is_some() || provider_key.is_some()).then_some(WebhookHint { oid, provider_key })
}

#[cfg(test)]
mod tests;
