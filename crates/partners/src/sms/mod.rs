//! Text messages and 알림톡 with Solapi (`POST /messages/v4/send-many/detail`).

mod error;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use chrono::{DateTime, SecondsFormat, Utc};
use hmac::{Hmac, Mac as _};
use reqwest::StatusCode;
use reqwest::header::AUTHORIZATION;
use secrecy::{ExposeSecret as _, SecretString};
use serde::{Deserialize, Serialize};
use sha2::Sha256;
use url::Url;

use crate::http::{join_url, read_json};

pub use error::SmsError;

/// How long connecting may take.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);
/// How long a call may take.
const CALL_TIMEOUT: Duration = Duration::from_secs(10);

/// Solapi's URL and our key.
#[derive(Clone, Debug)]
pub struct SolapiConfig {
    /// `https://api.solapi.com`, or the sandbox.
    pub url: Url,
    /// The key's public part.
    pub api_key: String,
    /// The key's secret part.
    pub api_secret: SecretString,
}

/// A message to one number.
#[derive(Clone, Copy, Serialize)]
pub struct Message<'a> {
    /// Digits only.
    pub to: &'a str,
    /// A sender that is registered with Solapi, digits only.
    pub from: &'a str,
    /// The text.
    pub text: &'a str,
}

impl fmt::Debug for Message<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Message").field("from", &self.from).finish_non_exhaustive()
    }
}

/// An 알림톡 (a `KakaoTalk` business message) to one number. Solapi fills the variables into the approved template.
#[derive(Clone, Copy)]
pub struct Alimtalk<'a> {
    /// Digits only.
    pub to: &'a str,
    /// The sender of the text message that Solapi sends if `KakaoTalk` does not reach the number.
    pub from: &'a str,
    /// The channel's id.
    pub pf_id: &'a str,
    /// The approved template's id.
    pub template_id: &'a str,
    /// The variables of the template, each name with its `#{…}`, and their values.
    pub variables: &'a [(&'a str, &'a str)],
    /// Whether Solapi must not send a text message instead.
    pub disable_sms: bool,
}

impl fmt::Debug for Alimtalk<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Alimtalk").field("template_id", &self.template_id).finish_non_exhaustive()
    }
}

/// Solapi's receipt for an accepted message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Receipt {
    /// The message's group at Solapi.
    pub group_id: String,
}

/// A client of Solapi. Clones share its connections.
#[derive(Clone, Debug)]
pub struct Solapi {
    http: reqwest::Client,
    config: SolapiConfig,
    endpoint: Url,
}

#[derive(Serialize)]
struct Request<M> {
    messages: [M; 1],
}

/// An 알림톡 in Solapi's form. It has no `text`, which would have to match the template exactly.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct AlimtalkBody<'a> {
    to: &'a str,
    from: &'a str,
    #[serde(rename = "type")]
    kind: &'static str,
    kakao_options: KakaoOptions<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct KakaoOptions<'a> {
    pf_id: &'a str,
    template_id: &'a str,
    variables: BTreeMap<&'a str, &'a str>,
    disable_sms: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct SendResponse {
    #[serde(default)]
    failed_message_list: Vec<FailedMessage>,
    group_info: GroupInfo,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct FailedMessage {
    status_code: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct GroupInfo {
    group_id: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ErrorBody {
    error_code: String,
}

impl Solapi {
    /// Builds a client without connecting.
    ///
    /// # Errors
    /// [`SmsError::Unavailable`] for an invalid URL, or when the TLS library does not start.
    pub fn new(config: SolapiConfig) -> Result<Self, SmsError> {
        let endpoint =
            join_url(&config.url, "/messages/v4/send-many/detail").map_err(|error| SmsError::Unavailable(error.0))?;
        let http = reqwest::Client::builder()
            .connect_timeout(CONNECT_TIMEOUT)
            .timeout(CALL_TIMEOUT)
            // if a reused connection breaks, it is unknown whether the message was sent
            .pool_max_idle_per_host(0)
            // a redirect would lead to a host that is not the configured carrier
            .redirect(reqwest::redirect::Policy::none())
            .build()
            .map_err(|error| SmsError::Unavailable(error.to_string()))?;
        Ok(Self { http, config, endpoint })
    }

    /// Sends a message. `salt` must be new for each call: 12 to 64 letters or digits.
    ///
    /// # Errors
    /// Any [`SmsError`].
    pub async fn send(&self, message: Message<'_>, now: DateTime<Utc>, salt: &str) -> Result<Receipt, SmsError> {
        self.post(message, now, salt).await
    }

    /// Sends an 알림톡. `salt` is as for [`Self::send`]. Solapi finds out later whether `KakaoTalk` reaches the number; a
    /// receipt only confirms the template and its variables.
    ///
    /// # Errors
    /// Any [`SmsError`].
    pub async fn send_alimtalk(
        &self,
        message: Alimtalk<'_>,
        now: DateTime<Utc>,
        salt: &str,
    ) -> Result<Receipt, SmsError> {
        let Alimtalk { to, from, pf_id, template_id, variables, disable_sms } = message;
        let variables = variables.iter().copied().collect();
        let kakao_options = KakaoOptions { pf_id, template_id, variables, disable_sms };
        self.post(AlimtalkBody { to, from, kind: "ATA", kakao_options }, now, salt).await
    }

    async fn post<M: Serialize>(&self, message: M, now: DateTime<Utc>, salt: &str) -> Result<Receipt, SmsError> {
        let call = self.http.post(self.endpoint.clone()).header(AUTHORIZATION, self.authorization(now, salt));
        let response = call.json(&Request { messages: [message] }).send().await.map_err(classify)?;
        let status = response.status();
        if !status.is_success() {
            let refusal = read_json::<ErrorBody>(response).await;
            let code = refusal.map_or_else(|_| status.to_string(), |(_, refusal)| refusal.error_code);
            return Err(match status {
                // a gateway timed out waiting for Solapi
                StatusCode::GATEWAY_TIMEOUT => SmsError::Unconfirmed(code),
                _ if is_temporary(status) => SmsError::Unavailable(code),
                _ => SmsError::Rejected { code },
            });
        }
        let (_, response): (_, SendResponse) =
            read_json(response).await.map_err(|error| SmsError::Unconfirmed(error.0))?;
        // the request contains one message, so a failed message is this one
        match response.failed_message_list.into_iter().next() {
            Some(failed) => Err(SmsError::from_status_code(failed.status_code)),
            None => Ok(Receipt { group_id: response.group_info.group_id }),
        }
    }

    fn authorization(&self, now: DateTime<Utc>, salt: &str) -> String {
        let date = now.to_rfc3339_opts(SecondsFormat::Secs, true);
        let signature = sign(self.config.api_secret.expose_secret(), &date, salt);
        format!("HMAC-SHA256 apiKey={}, date={date}, salt={salt}, signature={signature}", self.config.api_key)
    }
}

/// Returns whether a refusal is temporary: too many calls, a timeout or a server error.
fn is_temporary(status: StatusCode) -> bool {
    status.is_server_error() || matches!(status, StatusCode::TOO_MANY_REQUESTS | StatusCode::REQUEST_TIMEOUT)
}

fn classify(error: reqwest::Error) -> SmsError {
    let is_sent = !error.is_connect();
    let reason = error.without_url().to_string();
    if is_sent { SmsError::Unconfirmed(reason) } else { SmsError::Unavailable(reason) }
}

fn sign(secret: &str, date: &str, salt: &str) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).expect("a key of any length is taken");
    mac.update(date.as_bytes());
    mac.update(salt.as_bytes());
    hex::encode(mac.finalize().into_bytes())
}
