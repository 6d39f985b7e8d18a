//! INIAPI v1: lookups and refunds, signed with a hash of the key and the fields.

use chrono::{DateTime, Utc};
use domain::calendar::korean_clock;
use domain::{Krw, Oid, ProviderPayment, ProviderStatus};
use reqwest::Client;
use secrecy::{ExposeSecret as _, SecretString};
use serde::Deserialize;
use sha2::{Digest as _, Sha512};
use url::Url;

use super::{is_tid, parse_time};
use crate::http::{ServiceUnavailable, join_url, read_json};
use crate::lenient::text;
use crate::payment::{CancelRequest, ConfirmError, Error};

/// Our IP address in the signed text. The provider stores it and does not check it.
const CLIENT_IP: &str = "127.0.0.1";

/// INIAPI for one account.
#[derive(Clone, Debug)]
pub(super) struct Api {
    http: Client,
    base: Url,
    mid: String,
    key: SecretString,
}

/// The response. Numbers are strings.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ApiResponse {
    result_code: String,
    #[serde(default)]
    result_msg: String,
    #[serde(default)]
    tid: String,
    /// The order, which the provider documents for payments abroad only.
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

    /// Calls `POST /api/v1/extra`. Status 0 is paid, 1 refunded, 9 unknown. No status stands for a partial refund.
    pub(super) async fn inquire(&self, oid: &Oid, now: DateTime<Utc>) -> Result<Option<ProviderPayment>, Error> {
        let response = self.call("/api/v1/extra", ["Extra", "Inquiry"], &[("oid", oid.as_str())], now).await?;
        if response.result_code != "00" {
            return Err(Error::Refused { code: response.result_code, message: response.result_msg });
        }
        let status = match response.status.as_deref() {
            Some("0") => ProviderStatus::Done,
            Some("1") => ProviderStatus::Canceled,
            Some("9") => return Ok(None),
            _ => return Err(ServiceUnavailable("a payment in an unknown state".to_owned()).into()),
        };
        let is_other = !response.oid.is_empty() && response.oid != oid.as_str();
        if is_other || !is_tid(&response.tid) {
            return Err(ServiceUnavailable("a response for another order".to_owned()).into());
        }
        let amount = response.price.and_then(|price| price.parse().ok());
        let amount = Krw::new(amount.ok_or_else(|| ServiceUnavailable("a response without an amount".to_owned()))?);
        let at =
            response.appl_date.zip(response.appl_time).and_then(|(date, time)| parse_time(&format!("{date}{time}")));
        Ok(Some(build_payment(oid, &response.tid, status, amount, at)))
    }

    /// Calls `POST /api/v1/refund`. A refusal may mean that the payment was refunded before, so a lookup decides.
    pub(super) async fn refund(&self, cancel: &CancelRequest<'_>) -> Result<ProviderPayment, ConfirmError> {
        let CancelRequest { oid, provider_key: tid, amount, reason, now } = *cancel;
        let response = self.call("/api/v1/refund", ["Refund", "Card"], &[("tid", tid), ("msg", reason)], now).await?;
        if response.result_code == "00" {
            return Ok(build_payment(oid, tid, ProviderStatus::Canceled, amount, None));
        }
        match self.inquire(oid, now).await {
            Ok(Some(found)) if found.status == ProviderStatus::Canceled => Ok(found),
            Ok(Some(_)) => Err(ConfirmError::Declined { code: response.result_code, message: response.result_msg }),
            _ => Err(ConfirmError::Unknown(ServiceUnavailable(response.result_code))),
        }
    }

    /// Sends a form with `kind` (type and method of payment). The signature covers key, kind, time, IP address, account
    /// and the `tid` among the fields. It does not cover the order of a lookup.
    async fn call(
        &self,
        path: &str,
        kind: [&str; 2],
        fields: &[(&str, &str)],
        now: DateTime<Utc>,
    ) -> Result<ApiResponse, ServiceUnavailable> {
        let time = korean_clock(now).format("%Y%m%d%H%M%S").to_string();
        let tid = fields.iter().find(|(name, _)| *name == "tid").map_or("", |(_, tid)| *tid);
        let hash = sign(self.key.expose_secret(), [kind[0], kind[1], &time, CLIENT_IP, &self.mid, tid]);
        let mut form = vec![
            ("type", kind[0]),
            ("paymethod", kind[1]),
            ("timestamp", &time),
            ("clientIp", CLIENT_IP),
            ("mid", &self.mid),
            ("hashData", &hash),
        ];
        form.extend(fields);
        let (status, response) =
            read_json(self.http.post(join_url(&self.base, path)?).form(&form).send().await?).await?;
        if status.is_success() { Ok(response) } else { Err(ServiceUnavailable(status.to_string())) }
    }
}

/// Returns the SHA-512 of the key and the signed fields.
fn sign(key: &str, fields: [&str; 6]) -> String {
    hex::encode(Sha512::digest(key.to_owned() + &fields.concat()))
}

fn build_payment(
    oid: &Oid,
    tid: &str,
    status: ProviderStatus,
    amount: Krw,
    at: Option<DateTime<Utc>>,
) -> ProviderPayment {
    let is_refunded = status == ProviderStatus::Canceled;
    ProviderPayment {
        oid: oid.clone(),
        provider_key: tid.to_owned(),
        status,
        amount,
        balance: if is_refunded { Krw::ZERO } else { amount },
        currency: "KRW".to_owned(),
        method: Some("카드".to_owned()),
        approved_at: at,
        receipt_url: None,
        // a refund has no transaction id
        transaction_key: Some(if is_refunded { format!("{tid}:refund") } else { tid.to_owned() }),
        failure: None,
    }
}
