//! Text messages through Solapi (`POST /messages/v4/send-many/detail`).

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

use crate::outside::read;

/// How long Solapi may take to be reached.
const CONNECT_LIMIT: Duration = Duration::from_secs(3);
/// How long one call may take.
const CALL_LIMIT: Duration = Duration::from_secs(10);

/// Where Solapi is and how to be let in.
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
    /// A sender that was registered with Solapi, digits only.
    pub from: &'a str,
    /// The words.
    pub text: &'a str,
}

impl fmt::Debug for Message<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Message").field("from", &self.from).finish_non_exhaustive()
    }
}

/// What Solapi calls the message that it took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Receipt {
    /// The group that the message belongs to.
    pub group_id: String,
}

/// Why a message was not sent. No text holds a number or a message.
#[derive(Debug, thiserror::Error)]
pub enum SmsError {
    /// Solapi will not send this message, now or later.
    #[error("the carrier rejected the message: {code}")]
    Rejected {
        /// Solapi's code.
        code: String,
    },
    /// Solapi cannot be reached, is busy or fails, and says so: trying again later may help.
    #[error("the carrier is unavailable: {0}")]
    Unavailable(String),
    /// Solapi was told and gave no answer that can be read: sending again may double the message.
    #[error("the carrier gave no answer: {0}")]
    Unanswered(String),
}

/// A client of Solapi; clones share its connections.
#[derive(Clone, Debug)]
pub struct Solapi {
    http: reqwest::Client,
    config: SolapiConfig,
    endpoint: Url,
}

#[derive(Serialize)]
struct Request<'a> {
    messages: [Message<'a>; 1],
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Answer {
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
struct Refusal {
    error_code: String,
}

impl Solapi {
    /// A client; nothing is sent yet.
    ///
    /// # Errors
    /// When the address cannot be a base of others or the TLS library does not start.
    pub fn new(config: SolapiConfig) -> Result<Self, SmsError> {
        let broken = |error: &dyn std::fmt::Display| SmsError::Unavailable(error.to_string());
        let endpoint = config.url.join("/messages/v4/send-many/detail").map_err(|error| broken(&error))?;
        let http = reqwest::Client::builder()
            .connect_timeout(CONNECT_LIMIT)
            .timeout(CALL_LIMIT)
            // a kept connection that ends just then leaves open whether the message went out
            .pool_max_idle_per_host(0)
            // a message goes to the carrier that was configured and to nobody else
            .redirect(reqwest::redirect::Policy::none())
            .build()
            .map_err(|error| broken(&error))?;
        Ok(Self { http, config, endpoint })
    }

    /// Sends one message. `salt` must be new at each call: 12 to 64 letters or digits.
    ///
    /// # Errors
    /// Any [`SmsError`].
    pub async fn send(&self, message: Message<'_>, now: DateTime<Utc>, salt: &str) -> Result<Receipt, SmsError> {
        let call = self.http.post(self.endpoint.clone()).header(AUTHORIZATION, self.authorization(now, salt));
        let answer = call.json(&Request { messages: [message] }).send().await.map_err(unsent)?;
        let status = answer.status();
        if !status.is_success() {
            let code =
                read(answer).await.map_or_else(|_| status.to_string(), |(_, refusal): (_, Refusal)| refusal.error_code);
            return Err(match status {
                // somebody on the way gave up waiting for Solapi
                StatusCode::GATEWAY_TIMEOUT => SmsError::Unanswered(code),
                _ if passes(status) => SmsError::Unavailable(code),
                _ => SmsError::Rejected { code },
            });
        }
        let (_, answer): (_, Answer) = read(answer).await.map_err(|outage| SmsError::Unanswered(outage.0))?;
        // with a single message one failure is all of them
        match answer.failed_message_list.into_iter().next() {
            Some(failed) => Err(SmsError::Rejected { code: failed.status_code }),
            None => Ok(Receipt { group_id: answer.group_info.group_id }),
        }
    }

    fn authorization(&self, now: DateTime<Utc>, salt: &str) -> String {
        let date = now.to_rfc3339_opts(SecondsFormat::Secs, true);
        let signature = sign(self.config.api_secret.expose_secret(), &date, salt);
        format!("HMAC-SHA256 apiKey={}, date={date}, salt={salt}, signature={signature}", self.config.api_key)
    }
}

/// Whether a refusal may pass by itself: too many calls, a time-out or a fault of theirs.
fn passes(status: StatusCode) -> bool {
    status.is_server_error() || matches!(status, StatusCode::TOO_MANY_REQUESTS | StatusCode::REQUEST_TIMEOUT)
}

fn unsent(error: reqwest::Error) -> SmsError {
    let reached = !error.is_connect();
    // the address is known from the configuration
    let why = error.without_url().to_string();
    if reached { SmsError::Unanswered(why) } else { SmsError::Unavailable(why) }
}

fn sign(secret: &str, date: &str, salt: &str) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).expect("a key of any length is taken");
    mac.update(date.as_bytes());
    mac.update(salt.as_bytes());
    hex::encode(mac.finalize().into_bytes())
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::net::TcpListener;

    use super::*;

    const SALT: &str = "0123456789abcdefghijABCDEFGHIJ01";

    #[test]
    fn the_signature_is_the_one_that_solapi_computes() {
        let signature = sign("SECRET", "2026-01-02T03:04:05+09:00", SALT);
        assert_eq!(signature, "0c5305c307dd20707ee14cbcd1191dddfcd805df02e1c61af7648afa04414bf5");
    }

    #[test]
    fn neither_number_nor_words_are_shown() {
        let shown = format!("{:?}", Message { to: "01012345678", from: "0212345678", text: "code 123456" });
        assert_eq!(shown, r#"Message { from: "0212345678", .. }"#);
    }

    /// Answers one call with `status` and `body`, and hands out what was asked.
    async fn ask(status: &str, body: &str) -> (Result<Receipt, SmsError>, String) {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let url = format!("http://{}", listener.local_addr().expect("an address")).parse().expect("a URL");
        let answer = format!("HTTP/1.1 {status}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}", body.len());
        let served = tokio::spawn(async move {
            let (mut stream, _) = listener.accept().await.expect("a call");
            let mut request = String::new();
            while !request.contains("]}") {
                let mut part = [0; 4_096];
                let count = stream.read(&mut part).await.expect("a request");
                request.push_str(std::str::from_utf8(&part[..count]).expect("text"));
            }
            stream.write_all(answer.as_bytes()).await.expect("answered");
            request
        });
        let config = SolapiConfig { url, api_key: "KEY".into(), api_secret: "SECRET".into() };
        let solapi = Solapi::new(config).expect("a client");
        let now = DateTime::from_timestamp(1_767_290_645, 0).expect("a time");
        let message = Message { to: "01012345678", from: "0212345678", text: "[혀봄] 인증번호" };
        let result = solapi.send(message, now, SALT).await;
        (result, served.await.expect("served"))
    }

    #[tokio::test]
    async fn a_message_is_sent_as_solapi_wants_it() {
        let taken = r#"{"failedMessageList":[],"groupInfo":{"groupId":"G1","status":"SENDING"}}"#;
        let (result, request) = ask("200 OK", taken).await;
        assert_eq!(result.expect("sent"), Receipt { group_id: "G1".into() });
        assert!(request.starts_with("POST /messages/v4/send-many/detail HTTP/1.1\r\n"), "{request}");
        let signature = sign("SECRET", "2026-01-01T18:04:05Z", SALT);
        let header = format!(
            "authorization: HMAC-SHA256 apiKey=KEY, date=2026-01-01T18:04:05Z, salt={SALT}, signature={signature}\r\n"
        );
        assert!(request.contains(&header), "{request}");
        let body: serde_json::Value =
            serde_json::from_str(request.split("\r\n\r\n").nth(1).expect("a body")).expect("JSON");
        let expected =
            serde_json::json!({"messages": [{"to": "01012345678", "from": "0212345678", "text": "[혀봄] 인증번호"}]});
        assert_eq!(body, expected);
    }

    #[tokio::test]
    async fn refusals_that_stay_are_told_from_those_that_pass() {
        let failed = r#"{"failedMessageList":[{"statusCode":"1062"}],"groupInfo":{"groupId":"G1"}}"#;
        let rejected = |result: Result<Receipt, SmsError>, expected: &str| match result {
            Err(SmsError::Rejected { code }) => assert_eq!(code, expected),
            other => panic!("{other:?}"),
        };
        rejected(ask("200 OK", failed).await.0, "1062");
        let refused = r#"{"errorCode":"SignatureDoesNotMatch","errorMessage":"m"}"#;
        rejected(ask("403 Forbidden", refused).await.0, "SignatureDoesNotMatch");
        for status in ["429 Too Many Requests", "500 Internal Server Error", "503 Service Unavailable"] {
            let (result, _) = ask(status, "{}").await;
            assert!(matches!(result, Err(SmsError::Unavailable(_))), "{result:?}");
        }
        for (status, body) in [("200 OK", "not JSON"), ("504 Gateway Timeout", "{}")] {
            let (result, _) = ask(status, body).await;
            assert!(matches!(result, Err(SmsError::Unanswered(_))), "{result:?}");
        }
        let endless = format!("\"{}\"", "a".repeat(512 * 1024));
        assert!(matches!(ask("200 OK", &endless).await.0, Err(SmsError::Unanswered(why)) if why.contains("too long")));
        let moved = "307 Temporary Redirect\r\nlocation: http://127.0.0.1:9/elsewhere";
        rejected(ask(moved, "{}").await.0, "307 Temporary Redirect");
    }

    #[tokio::test]
    async fn a_solapi_that_is_not_there_is_unavailable_and_nothing_is_told_of_the_message() {
        let url = "http://127.0.0.1:9".parse().expect("a URL");
        let config = SolapiConfig { url, api_key: "KEY".into(), api_secret: "SECRET".into() };
        let message = Message { to: "01012345678", from: "0212345678", text: "123456" };
        let now = DateTime::from_timestamp(0, 0).expect("a time");
        let error = Solapi::new(config).expect("a client").send(message, now, SALT).await.expect_err("nobody there");
        assert!(matches!(error, SmsError::Unavailable(_)));
        assert!(!format!("{error:?}").contains("0101234"));
    }
}
