//! INIAPI v1: look-ups and refunds, signed by a hash over the key and the fields.

use chrono::{DateTime, Utc};
use domain::{Oid, ProviderPayment, ProviderStatus, Won};
use reqwest::Client;
use secrecy::{ExposeSecret as _, SecretString};
use serde::Deserialize;
use sha2::{Digest as _, Sha512};
use url::Url;

use super::{is_tid, moment};
use crate::lenient::text;
use crate::outside::{Outage, at, read};
use crate::payment::types::KOREA_AHEAD;
use crate::payment::{Cancel, ConfirmError, Error};

/// The asking machine, as a part of the signed text. The provider keeps it and compares it with nothing.
const ASKING: &str = "127.0.0.1";

/// INIAPI for one account.
#[derive(Clone, Debug)]
pub(super) struct Api {
    http: Client,
    base: Url,
    mid: String,
    key: SecretString,
}

/// What it answers; numbers come as texts.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Answer {
    result_code: String,
    #[serde(default)]
    result_msg: String,
    #[serde(default)]
    tid: String,
    #[serde(default)]
    oid: String,
    #[serde(default, deserialize_with = "text")]
    status: Option<String>,
    #[serde(default, deserialize_with = "text")]
    price: Option<String>,
    #[serde(default, deserialize_with = "text")]
    appl_date: Option<String>,
    #[serde(default, deserialize_with = "text")]
    appl_time: Option<String>,
}

impl Api {
    pub(super) const fn new(http: Client, base: Url, mid: String, key: SecretString) -> Self {
        Self { http, base, mid, key }
    }

    /// `POST /api/v1/extra`: status 0 is paid, 1 given back, 9 unknown.
    pub(super) async fn inquire(&self, oid: &Oid, now: DateTime<Utc>) -> Result<Option<ProviderPayment>, Error> {
        let answer = self.call("/api/v1/extra", ["Extra", "Inquiry"], &[("oid", oid.as_str())], now).await?;
        if answer.result_code != "00" {
            return Err(Error::Refused { code: answer.result_code, message: answer.result_msg });
        }
        let status = match answer.status.as_deref() {
            Some("0") => ProviderStatus::Done,
            Some("1") => ProviderStatus::Canceled,
            Some("9") => return Ok(None),
            _ => return Err(Outage("a payment in no known state".to_owned()).into()),
        };
        if answer.oid != oid.as_str() || !is_tid(&answer.tid) {
            return Err(Outage("an answer about another order".to_owned()).into());
        }
        let amount = answer.price.and_then(|price| price.parse().ok());
        let amount = Won::new(amount.ok_or_else(|| Outage("an answer without an amount".to_owned()))?);
        let at = answer.appl_date.zip(answer.appl_time).and_then(|(date, time)| moment(&format!("{date}{time}")));
        Ok(Some(payment(oid, &answer.tid, status, amount, at)))
    }

    /// `POST /api/v1/refund`. A refusal may be of a payment that was given back before: the look-up tells.
    pub(super) async fn refund(&self, cancel: &Cancel<'_>) -> Result<ProviderPayment, ConfirmError> {
        let Cancel { oid, provider_key: tid, amount, reason, now } = *cancel;
        let answer = self.call("/api/v1/refund", ["Refund", "Card"], &[("tid", tid), ("msg", reason)], now).await?;
        if answer.result_code == "00" {
            return Ok(payment(oid, tid, ProviderStatus::Canceled, amount, None));
        }
        match self.inquire(oid, now).await {
            Ok(Some(found)) if found.status == ProviderStatus::Canceled => Ok(found),
            Ok(Some(_)) => Err(ConfirmError::Declined { code: answer.result_code, message: answer.result_msg }),
            _ => Err(ConfirmError::Unknown(Outage(answer.result_code))),
        }
    }

    /// Sends a form with `kind` (type and method of payment) and its signature: key, kind, time, asking machine, account and the
    /// `tid` among the fields, one after the other. The order of a look-up is not signed.
    async fn call(
        &self,
        path: &str,
        kind: [&str; 2],
        fields: &[(&str, &str)],
        now: DateTime<Utc>,
    ) -> Result<Answer, Outage> {
        let time = (now + KOREA_AHEAD).format("%Y%m%d%H%M%S").to_string();
        let tid = fields.iter().find(|(name, _)| *name == "tid").map_or("", |(_, tid)| *tid);
        let hash = hash(self.key.expose_secret(), [kind[0], kind[1], &time, ASKING, &self.mid, tid]);
        let mut form = vec![
            ("type", kind[0]),
            ("paymethod", kind[1]),
            ("timestamp", &time),
            ("clientIp", ASKING),
            ("mid", &self.mid),
            ("hashData", &hash),
        ];
        form.extend(fields);
        let (status, answer) = read(self.http.post(at(&self.base, path)?).form(&form).send().await?).await?;
        if status.is_success() { Ok(answer) } else { Err(Outage(status.to_string())) }
    }
}

/// SHA-512 over the key and the signed fields.
fn hash(key: &str, fields: [&str; 6]) -> String {
    hex::encode(Sha512::digest(key.to_owned() + &fields.concat()))
}

fn payment(oid: &Oid, tid: &str, status: ProviderStatus, amount: Won, at: Option<DateTime<Utc>>) -> ProviderPayment {
    let back = status == ProviderStatus::Canceled;
    ProviderPayment {
        oid: oid.clone(),
        provider_key: tid.to_owned(),
        status,
        amount,
        balance: if back { Won::ZERO } else { amount },
        currency: "KRW".to_owned(),
        method: Some("카드".to_owned()),
        approved_at: at,
        receipt_url: None,
        // what goes back has no number of its own
        transaction_key: Some(if back { format!("{tid}:refund") } else { tid.to_owned() }),
        failure: None,
    }
}
