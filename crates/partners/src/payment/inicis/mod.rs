//! KG Inicis: the mobile payment page (`manual.inicis.com/pay/stdpay_m.html`) and INIAPI for look-ups and refunds.
//!
//! It has no keys against doing a thing twice: a payment's own number (`P_TID`) is taken once and given back once. Whoever
//! takes the money and hears nothing undoes it (`payNetCancel`). It has no list of a day.

mod api;

use chrono::{DateTime, NaiveDateTime, Utc};
use domain::{Oid, ProviderPayment, ProviderStatus, Won};
use reqwest::Client;
use url::Url;

use super::form::{field, read_form};
use super::types::KOREA_AHEAD;
use super::{
    Account, Cancel, Checkout, Confirm, ConfirmError, Error, Hint, Https, NewPayment, PaymentUrls, Returned, Started,
};
use crate::outside::{Outage, at, bytes};
use api::Api;

/// The longest names of goods and of a buyer, in characters of which each may take two bytes.
const LONGEST_GOODS: usize = 40;
const LONGEST_BUYER: usize = 15;
/// The longest answer that is read, in bytes.
const LONGEST: usize = 64 * 1024;
/// The longest number of a payment.
const LONGEST_TID: usize = 64;
/// What stands before the name of the configured host at the provider's data centres.
const CENTRES: [&str; 4] = ["", "fc", "ks", "stg"];
/// Where a data centre takes the money, and where it undoes that.
const TAKE: &str = "/smart/payReq.ini";
const UNDO: &str = "/smart/payNetCancel.ini";

/// One account with Inicis.
#[derive(Clone, Debug)]
pub struct Inicis {
    http: Client,
    base: Url,
    mid: String,
    api: Api,
}

impl Inicis {
    pub(super) fn new(https: Https, urls: &PaymentUrls, account: Account) -> Self {
        let api = Api::new(https.call.clone(), urls.inicis_api.clone(), account.client_id.clone(), account.secret);
        Self { http: https.call, base: urls.inicis.clone(), mid: account.client_id, api }
    }

    /// Nothing is sent: the payer's browser brings the form there.
    pub(super) fn start(&self, new: &NewPayment<'_>) -> Result<Started, Error> {
        let mut back = new.return_url.clone();
        back.query_pairs_mut().append_pair("oid", new.oid.as_str());
        let cut = |text: &str, length: usize| text.chars().take(length).collect::<String>();
        let fields = [
            ("P_INI_PAYMENT", "CARD".to_owned()),
            ("P_MID", self.mid.clone()),
            ("P_OID", new.oid.to_string()),
            ("P_AMT", new.amount.to_string()),
            ("P_GOODS", cut(new.name, LONGEST_GOODS)),
            ("P_UNAME", cut(new.buyer, LONGEST_BUYER)),
            ("P_NEXT_URL", back.to_string()),
            ("P_NOTI", new.oid.to_string()),
            ("P_RESERVED", "twotrs_isp=Y&block_isp=Y&centerCd=Y".to_owned()),
        ];
        let fields = fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        let action = at(&self.base, "/smart/payment/")?;
        Ok(Started { checkout: Checkout::FormPost { action, fields, charset: "euc-kr" }, provider_key: None })
    }

    /// `P_STATUS` `00`: the payer agreed; `01`: gave up; anything else: refused.
    pub(super) fn read_return(&self, pairs: &[(String, String)]) -> Result<Returned, Error> {
        let malformed = || Error::Refused { code: "malformed".to_owned(), message: String::new() };
        // the provider repeats P_NOTI; our address repeats the order where it does not
        let oid = Oid::parse(field(pairs, "P_NOTI")).or_else(|| Oid::parse(field(pairs, "oid")));
        match field(pairs, "P_STATUS") {
            "" => Err(malformed()),
            "00" => {
                let tid = field(pairs, "P_TID");
                if !is_tid(tid) {
                    return Err(malformed());
                }
                let confirm_at = self.own_address(field(pairs, "P_REQ_URL")).ok_or_else(malformed)?;
                Ok(Returned::Authorized {
                    oid: oid.ok_or_else(malformed)?,
                    amount: field(pairs, "P_AMT").parse().ok().map(Won::new),
                    provider_key: tid.to_owned(),
                    confirm_at: Some(confirm_at),
                })
            }
            "01" => Ok(Returned::Canceled { oid }),
            code => Ok(Returned::Refused {
                oid,
                code: code.chars().take(64).collect(),
                message: field(pairs, "P_RMESG1").chars().take(500).collect(),
            }),
        }
    }

    pub(super) async fn confirm(&self, confirm: &Confirm<'_>) -> Result<ProviderPayment, ConfirmError> {
        let Some(url) = confirm.confirm_at else {
            // a look-up says that it was agreed to, and never where the money is taken
            return Err(ConfirmError::Unknown(Outage("a payment without its address".to_owned())));
        };
        // the address was kept for a while and is checked as if it came just now
        let Some(url) = self.own_address(url.as_str()) else {
            return Err(ConfirmError::Unknown(Outage("a payment with a stranger's address".to_owned())));
        };
        let mut undo = url.clone();
        undo.set_path(&url.path().replace(TAKE, UNDO));
        let Confirm { oid, amount, provider_key: tid, .. } = *confirm;
        let form = [("P_MID", self.mid.as_str()), ("P_TID", tid)];
        match self.ask(url, &form).await.and_then(|pairs| taken(&pairs, oid)) {
            Ok(taken) => taken.map_err(|(code, message)| ConfirmError::Declined { code, message }),
            Err(outage) => {
                let amount = amount.to_string();
                let form = [form[0], form[1], ("P_AMT", &amount), ("P_OID", oid.as_str())];
                let undone = self.ask(undo, &form).await.is_ok_and(|pairs| field(&pairs, "P_STATUS") == "00");
                let (code, message) = ("net_canceled".to_owned(), String::new());
                Err(if undone { ConfirmError::Declined { code, message } } else { ConfirmError::Unknown(outage) })
            }
        }
    }

    pub(super) async fn by_order(&self, oid: &Oid, now: DateTime<Utc>) -> Result<Option<ProviderPayment>, Error> {
        self.api.inquire(oid, now).await
    }

    /// Gives the whole payment back: this product knows no other refund.
    pub(super) async fn cancel(&self, cancel: &Cancel<'_>) -> Result<ProviderPayment, ConfirmError> {
        self.api.refund(cancel).await
    }

    async fn ask(&self, url: Url, form: &[(&str, &str)]) -> Result<Vec<(String, String)>, Outage> {
        let (status, body) = bytes(self.http.post(url).form(form).send().await?, LONGEST).await?;
        if status.is_success() { Ok(read_form(&body)) } else { Err(Outage(status.to_string())) }
    }

    /// The address where the money is taken, when it is one of the provider's data centres.
    fn own_address(&self, text: &str) -> Option<Url> {
        let url = Url::parse(text).ok()?;
        let (host, ours) = (url.host_str()?, self.base.host_str()?);
        let own = CENTRES.iter().any(|centre| host.strip_prefix(centre) == Some(ours));
        let same = url.scheme() == self.base.scheme()
            && url.port_or_known_default() == self.base.port_or_known_default()
            && url.username().is_empty()
            && url.password().is_none();
        let path = at(&self.base, TAKE).ok()?;
        (own && same && url.path() == path.path() && url.query().is_none()).then_some(url)
    }
}

/// A payment that was taken, or code and words of the refusal.
type Taken = Result<ProviderPayment, (String, String)>;

/// What became of the money.
fn taken(pairs: &[(String, String)], oid: &Oid) -> Result<Taken, Outage> {
    match field(pairs, "P_STATUS") {
        "00" => {}
        "" => return Err(Outage("an answer of another form".to_owned())),
        code => return Ok(Err((code.to_owned(), field(pairs, "P_RMESG1").to_owned()))),
    }
    let tid = field(pairs, "P_TID");
    if field(pairs, "P_OID") != oid.as_str() || !is_tid(tid) {
        return Err(Outage("an answer about another order".to_owned()));
    }
    let amount = field(pairs, "P_AMT").parse().map_err(|_| Outage("an answer without an amount".to_owned()))?;
    Ok(Ok(ProviderPayment {
        oid: oid.clone(),
        provider_key: tid.to_owned(),
        status: ProviderStatus::Done,
        amount: Won::new(amount),
        balance: Won::new(amount),
        currency: "KRW".to_owned(),
        method: Some("카드".to_owned()),
        approved_at: moment(field(pairs, "P_AUTH_DT")),
        receipt_url: None,
        transaction_key: Some(tid.to_owned()),
        failure: None,
    }))
}

fn is_tid(text: &str) -> bool {
    let known = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.');
    (1..=LONGEST_TID).contains(&text.len()) && text.bytes().all(known)
}

/// `YYYYMMDDHHMMSS` in Korea.
fn moment(text: &str) -> Option<DateTime<Utc>> {
    let local = NaiveDateTime::parse_from_str(text, "%Y%m%d%H%M%S").ok()?;
    Some(local.and_utc() - KOREA_AHEAD)
}

/// A notice to `P_NOTI_URL`.
pub(super) fn read_webhook(body: &[u8]) -> Option<Hint> {
    let pairs = read_form(body);
    let oid = Oid::parse(field(&pairs, "P_OID"));
    let tid = field(&pairs, "P_TID");
    let provider_key = is_tid(tid).then(|| tid.to_owned());
    (oid.is_some() || provider_key.is_some()).then_some(Hint { oid, provider_key })
}

#[cfg(test)]
mod tests;
