//! Solapi's endpoint for sending text messages and 알림톡: its signature, its JSON, its errors.

use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::header::AUTHORIZATION;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use hmac::{Hmac, Mac as _};
use serde::Deserialize;
use serde_json::{Value, json};
use sha2::Sha256;

use super::kakao::{self, KakaoOptions};
use super::{Channel, Inbox, Message};
use crate::clock;
use crate::machine::random;

/// The maximum clock difference in minutes.
const MAX_SKEW_MINUTES: i64 = 15;
/// The maximum size of an SMS in bytes of EUC-KR, in which Hangul takes two.
const MAX_SMS_BYTES: usize = 90;
/// The owners of numbers with this ending opted out of messages.
const OPTED_OUT: &str = "0808";

/// The customer's key and secret.
#[derive(Clone, Debug)]
pub struct Account {
    /// The `apiKey` of the header.
    pub key: String,
    /// The key of the signature.
    pub secret: String,
}

/// The state of the endpoint.
#[derive(Clone, Debug)]
pub struct Gateway {
    /// The destination of the messages.
    pub inbox: Inbox,
    /// The account that may send.
    pub account: Account,
}

#[derive(Debug, Deserialize)]
struct Batch {
    messages: Vec<Outgoing>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Outgoing {
    to: String,
    from: String,
    #[serde(default)]
    text: String,
    subject: Option<String>,
    #[serde(rename = "type")]
    kind: Option<String>,
    kakao_options: Option<KakaoOptions>,
}

/// `POST /messages/v4/send-many/detail`.
pub async fn send(State(gateway): State<Gateway>, headers: HeaderMap, body: Bytes) -> Response {
    let header = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok()).unwrap_or_default();
    if let Err(why) = verify_authorization(&gateway.account, header) {
        return refuse(StatusCode::UNAUTHORIZED, "Unauthorized", why);
    }
    let batch: Batch = match serde_json::from_slice(&body) {
        Ok(batch) => batch,
        Err(error) => return refuse(StatusCode::BAD_REQUEST, "ValidationError", &error.to_string()),
    };
    if batch.messages.is_empty() || batch.messages.len() > 10_000 {
        return refuse(StatusCode::BAD_REQUEST, "ValidationError", "messages must have 1 to 10,000 entries");
    }
    let mut failed = Vec::new();
    let total = batch.messages.len();
    let Ok(group) = random::hex(16).map(|id| format!("G4V{id}")) else {
        return refuse(StatusCode::INTERNAL_SERVER_ERROR, "InternalError", "no randomness");
    };
    for message in batch.messages {
        if let Some((code, why)) = find_error(&message) {
            failed.push(json!({
                "to": message.to, "from": message.from, "type": message.kind, "statusCode": code,
                "statusMessage": why, "messageId": format!("M4V{group}{}", failed.len()), "country": "82",
            }));
            continue;
        }
        let arrived = match &message.kakao_options {
            Some(options) => kakao::deliver(options, &message.to),
            None => Some(Message {
                subject: message.subject.unwrap_or_default(),
                text: message.text,
                ..Message::new(Channel::Sms, &message.to)
            }),
        };
        if let Some(arrived) = arrived {
            gateway.inbox.push(arrived);
        }
    }
    let sent = total - failed.len();
    Json(json!({ "failedMessageList": failed, "groupInfo": group_info(&group, sent, total) })).into_response()
}

fn group_info(group: &str, sent: usize, total: usize) -> Value {
    json!({
        "groupId": group,
        "status": "SENDING",
        "dateCreated": clock::now().to_rfc3339(),
        "count": {
            "total": total, "sentTotal": 0, "sentFailed": 0, "sentSuccess": 0, "sentPending": 0, "sentReplacement": 0,
            "refund": 0, "registeredFailed": total - sent, "registeredSuccess": sent,
        },
        "balance": { "requested": 0, "replacement": 0, "refund": 0, "sum": 0 },
        "point": { "requested": 0, "replacement": 0, "refund": 0, "sum": 0 },
        "log": [],
    })
}

fn refuse(status: StatusCode, code: &str, message: &str) -> Response {
    (status, Json(json!({ "errorCode": code, "errorMessage": message }))).into_response()
}

/// Returns the status code and text of a rejected message, from Solapi's list of status codes.
fn find_error(message: &Outgoing) -> Option<(&'static str, &'static str)> {
    let is_number = |text: &str| (8..=15).contains(&text.len()) && text.chars().all(|c| c.is_ascii_digit());
    let bytes: usize = message.text.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum();
    if !is_number(&message.to) {
        return Some(("1011", "Format Error"));
    }
    if !is_number(&message.from) {
        return Some(("1062", "발신번호 미등록"));
    }
    if message.to.ends_with(OPTED_OUT) {
        return Some(("1061", "사용자에 의해 수신거부 됨(080무료수신거부)"));
    }
    if let Some(options) = &message.kakao_options {
        return kakao::find_error(options);
    }
    if message.text.is_empty() {
        return Some(("1010", "필수 입력 값 미입력"));
    }
    if message.kind.as_deref() == Some("SMS") && bytes > MAX_SMS_BYTES {
        return Some(("1031", "SMS는 90byte까지 사용 가능합니다."));
    }
    None
}

/// Verifies `HMAC-SHA256 apiKey=…, date=…, salt=…, signature=…`.
fn verify_authorization(account: &Account, header: &str) -> Result<(), &'static str> {
    let fields = header.strip_prefix("HMAC-SHA256 ").ok_or("the scheme is not HMAC-SHA256")?;
    let field = |name: &str| {
        fields.split(',').filter_map(|part| part.trim().split_once('=')).find(|(key, _)| *key == name).map(|(_, v)| v)
    };
    let (Some(key), Some(date), Some(salt), Some(signature)) =
        (field("apiKey"), field("date"), field("salt"), field("signature"))
    else {
        return Err("apiKey, date, salt and signature are needed");
    };
    if key != account.key {
        return Err("unknown apiKey");
    }
    let when = chrono::DateTime::parse_from_rfc3339(date).map_err(|_| "date is not ISO 8601 with an offset")?;
    if (clock::now() - when.to_utc()).num_minutes().abs() > MAX_SKEW_MINUTES {
        return Err("date is too far from now");
    }
    if !(12..=64).contains(&salt.len()) {
        return Err("salt must have 12 to 64 characters");
    }
    if !is_signature_valid(&account.secret, date, salt, signature) {
        return Err("wrong signature");
    }
    Ok(())
}

fn is_signature_valid(secret: &str, date: &str, salt: &str, signature: &str) -> bool {
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(secret.as_bytes()) else { return false };
    mac.update(date.as_bytes());
    mac.update(salt.as_bytes());
    hex::decode(signature).is_ok_and(|bytes| mac.verify_slice(&bytes).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    const DATE: &str = "2026-01-02T03:04:05+09:00";
    const SALT: &str = "0123456789abcdefghijABCDEFGHIJ01";
    const SIGNATURE: &str = "0c5305c307dd20707ee14cbcd1191dddfcd805df02e1c61af7648afa04414bf5";

    #[test]
    fn only_the_documented_signature_is_valid() {
        assert!(is_signature_valid("SECRET", DATE, SALT, SIGNATURE));
        assert!(!is_signature_valid("SECRET", DATE, SALT, &SIGNATURE.replace('0', "1")));
        assert!(!is_signature_valid("OTHER", DATE, SALT, SIGNATURE));
    }

    #[test]
    fn bad_header_is_refused_with_a_reason() {
        let account = Account { key: "KEY".into(), secret: "SECRET".into() };
        let header = |key: &str| format!("HMAC-SHA256 apiKey={key}, date={DATE}, salt={SALT}, signature={SIGNATURE}");
        assert_eq!(verify_authorization(&account, "Basic abc"), Err("the scheme is not HMAC-SHA256"));
        assert_eq!(verify_authorization(&account, &header("OTHER")), Err("unknown apiKey"));
        assert_eq!(verify_authorization(&account, &header("KEY")), Err("date is too far from now"));
    }
}
