//! Identity verification with `PortOne` V2 (`GET /identity-verifications/{id}`).

use std::time::Duration;

use chrono::NaiveDate;
use domain::{BirthDate, Name, Phone};
use reqwest::header::AUTHORIZATION;
use reqwest::{Client, StatusCode};
use secrecy::{ExposeSecret as _, SecretString};
use serde::Deserialize;
use serde_json::Value;
use url::Url;

use crate::http::{ServiceUnavailable, build_client, join_url, read_json};

/// How long a call may take. A page waits for three seconds.
const CALL_TIMEOUT: Duration = Duration::from_millis(2_500);
/// The longest accepted CI. Real ones have 88 characters.
const MAX_CI_BYTES: usize = 500;

/// `PortOne`'s URL and our credentials.
#[derive(Clone, Debug)]
pub struct PortOneConfig {
    /// `https://api.portone.io`, or the sandbox.
    pub url: Url,
    /// The API secret.
    pub api_secret: SecretString,
    /// Our channel. Verifications through other channels of the shop are refused.
    pub channel_key: String,
}

/// A verified person.
#[derive(Clone, Debug)]
pub struct VerifiedPerson {
    /// The registered name.
    pub name: Name,
    /// The number that was used for the verification.
    pub phone: Phone,
    /// The date of birth.
    pub birth: BirthDate,
    /// The national identifier of the person (연계정보). It must never be disclosed.
    pub ci: SecretString,
}

/// The state of a verification.
#[derive(Clone, Debug)]
pub enum Verification {
    /// The person has not finished or not started it.
    Pending,
    /// The person is verified.
    Verified(VerifiedPerson),
    /// The person was refused or canceled.
    Failed,
}

/// A client of `PortOne`. Clones share its connections.
#[derive(Clone, Debug)]
pub struct PortOne {
    http: Client,
    base: Url,
    api_secret: SecretString,
    channel_key: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct VerificationResponse {
    status: String,
    channel: Option<Channel>,
    verified_customer: Option<Customer>,
}

/// The channel. The documentation marks the channel and its key as optional.
#[derive(Deserialize)]
struct Channel {
    key: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Customer {
    name: Option<String>,
    phone_number: Option<String>,
    birth_date: Option<String>,
    ci: Option<SecretString>,
}

#[derive(Deserialize)]
struct ErrorBody {
    #[serde(rename = "type")]
    kind: String,
}

impl PortOne {
    /// Builds a client without connecting.
    ///
    /// # Errors
    /// [`ServiceUnavailable`] for an invalid URL, or when the TLS library does not start.
    pub fn new(config: PortOneConfig) -> Result<Self, ServiceUnavailable> {
        let base = join_url(&config.url, "/identity-verifications/")?;
        let PortOneConfig { api_secret, channel_key, .. } = config;
        Ok(Self { http: build_client(CALL_TIMEOUT)?, base, api_secret, channel_key })
    }

    /// Returns the state of the verification with our `id`: letters, digits, `-` and `_`. `today` limits the birth date.
    ///
    /// # Errors
    /// [`ServiceUnavailable`] when `PortOne` cannot be reached, is slow, refuses our request, or omits a part of a verified person.
    pub async fn find_verification(&self, id: &str, today: NaiveDate) -> Result<Verification, ServiceUnavailable> {
        let url = join_url(&self.base, &format!("/{id}"))?;
        let secret = format!("PortOne {}", self.api_secret.expose_secret());
        let (status, body): (_, Value) =
            read_json(self.http.get(url).header(AUTHORIZATION, secret).send().await?).await?;
        if status == StatusCode::NOT_FOUND {
            let refusal: ErrorBody = parse(body)?;
            // the person never opened the provider's window
            let is_unknown = refusal.kind == "IDENTITY_VERIFICATION_NOT_FOUND";
            return if is_unknown { Ok(Verification::Pending) } else { Err(ServiceUnavailable(status.to_string())) };
        }
        if !status.is_success() {
            return Err(ServiceUnavailable(status.to_string()));
        }
        let response: VerificationResponse = parse(body)?;
        let channel = response.channel.and_then(|channel| channel.key);
        let is_foreign = channel.is_some_and(|key| key != self.channel_key);
        match (response.status.as_str(), response.verified_customer) {
            ("READY", _) => Ok(Verification::Pending),
            ("FAILED", _) => Ok(Verification::Failed),
            ("VERIFIED", Some(_)) if is_foreign => Ok(Verification::Failed),
            ("VERIFIED", Some(customer)) => parse_person(customer, today).map(Verification::Verified),
            _ => Err(ServiceUnavailable("a verification in an unknown state".to_owned())),
        }
    }
}

fn parse<T: serde::de::DeserializeOwned>(body: Value) -> Result<T, ServiceUnavailable> {
    // serde's message could quote the response
    serde_json::from_value(body).map_err(|_| ServiceUnavailable("a response in an unexpected format".to_owned()))
}

/// Parses all four parts. If a channel omits one, its configuration does not match the product's needs.
fn parse_person(customer: Customer, today: NaiveDate) -> Result<VerifiedPerson, ServiceUnavailable> {
    let missing = |what: &str| ServiceUnavailable(format!("a verified person without a usable {what}"));
    let ci = customer.ci.filter(|ci| (1..=MAX_CI_BYTES).contains(&ci.expose_secret().len()));
    let phone: String = customer.phone_number.unwrap_or_default().chars().filter(char::is_ascii_digit).collect();
    Ok(VerifiedPerson {
        name: Name::parse(&customer.name.unwrap_or_default()).map_err(|_| missing("name"))?,
        phone: Phone::parse(&phone).map_err(|_| missing("number"))?,
        birth: BirthDate::parse(&customer.birth_date.unwrap_or_default(), today).map_err(|_| missing("birth date"))?,
        ci: ci.ok_or_else(|| missing("ci"))?,
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::stub::{Party, closed_url, header};

    fn verified() -> Value {
        json!({"status": "VERIFIED", "id": "v-1", "channel": {"type": "LIVE", "key": "CHANNEL"}, "verifiedAt": "2026-01-02T03:04:05Z",
            "verifiedCustomer": {"name": "김하늘", "phoneNumber": "01012345678", "birthDate": "1990-01-31",
                "gender": "FEMALE", "isForeigner": false, "ci": "CI==", "di": "DI=="}})
    }

    fn with_customer(field: &str, value: Value) -> String {
        let mut body = verified();
        body["verifiedCustomer"][field] = value;
        body.to_string()
    }

    async fn find_at(url: Url) -> Result<Verification, ServiceUnavailable> {
        let config = PortOneConfig { url, api_secret: "SECRET".into(), channel_key: "CHANNEL".to_owned() };
        let today = NaiveDate::from_ymd_opt(2026, 1, 2).expect("a day");
        PortOne::new(config).expect("a client").find_verification("v-1", today).await
    }

    async fn find(status: u16, body: &str) -> Result<Verification, ServiceUnavailable> {
        let party = Party::with_responses(&[(status, body)]).await;
        find_at(party.url.clone()).await
    }

    #[tokio::test]
    async fn request_has_id_and_secret() {
        let party = Party::with_responses(&[(200, &verified().to_string())]).await;
        find_at(party.url.clone()).await.expect("a verification");
        assert_eq!(party.calls().await, ["GET /base/identity-verifications/v-1"]);
        assert_eq!(header(&party.requests().await[0], "authorization"), "PortOne SECRET");
    }

    #[tokio::test]
    async fn verified_person_is_parsed_and_hidden() {
        let found = find(200, &verified().to_string()).await;
        let Ok(Verification::Verified(person)) = found else { panic!("{found:?}") };
        assert_eq!((person.name.as_str(), person.phone.as_str()), ("김하늘", "01012345678"));
        assert_eq!((person.birth.to_string().as_str(), person.ci.expose_secret()), ("1990.01.31", "CI=="));
        let shown = format!("{person:?}");
        assert!(!shown.contains("CI==") && !shown.contains("하늘") && !shown.contains("0101234"), "{shown}");
    }

    #[tokio::test]
    async fn phone_with_hyphens_is_accepted() {
        let found = find(200, &with_customer("phoneNumber", json!("010-1234-5678"))).await;
        assert!(
            matches!(&found, Ok(Verification::Verified(person)) if person.phone.as_str() == "01012345678"),
            "{found:?}"
        );
    }

    #[tokio::test]
    async fn unfinished_verification_is_pending() {
        let unknown = r#"{"type":"IDENTITY_VERIFICATION_NOT_FOUND","message":"m"}"#;
        for (status, body) in [(200, r#"{"status":"READY"}"#), (404, unknown)] {
            let found = find(status, body).await;
            assert!(matches!(found, Ok(Verification::Pending)), "{status}: {found:?}");
        }
    }

    #[tokio::test]
    async fn refused_person_has_failed() {
        let body = r#"{"status":"FAILED","failure":{"reason":"r","pgCode":"x","pgMessage":"m"}}"#;
        assert!(matches!(find(200, body).await, Ok(Verification::Failed)));
    }

    #[tokio::test]
    async fn other_channel_verifies_nobody() {
        for (channel, is_ours) in [
            (json!({"key": "OTHER"}), false),
            (json!({"key": ""}), false),
            (json!({"key": "CHANNEL"}), true),
            // the documentation marks it as optional
            (json!({"type": "LIVE"}), true),
            (Value::Null, true),
        ] {
            let mut body = verified();
            body["channel"] = channel.clone();
            match find(200, &body.to_string()).await {
                Ok(Verification::Verified(_)) => assert!(is_ours, "{channel}"),
                Ok(Verification::Failed) => assert!(!is_ours, "{channel}"),
                other => panic!("{channel}: {other:?}"),
            }
        }
    }

    #[tokio::test]
    async fn incomplete_person_is_unavailable() {
        for (field, value) in [
            ("ci", Value::Null),
            ("ci", json!("")),
            ("ci", json!("a".repeat(501))),
            ("phoneNumber", Value::Null),
            ("phoneNumber", json!("021234567")),
            ("birthDate", Value::Null),
            ("birthDate", json!("2026-01-03")),
            ("name", Value::Null),
            ("name", json!(" ")),
            ("name", json!(["김하늘"])),
        ] {
            let error = find(200, &with_customer(field, value.clone())).await.expect_err("unavailable").to_string();
            assert!(!error.contains("하늘") && !error.contains("CI=="), "{field} {value}: {error}");
        }
    }

    #[tokio::test]
    async fn other_responses_are_unavailable() {
        for (status, body) in [
            (401, r#"{"type":"UNAUTHORIZED"}"#),
            (404, r#"{"type":"OTHER"}"#),
            (404, "{}"),
            (429, "{}"),
            (500, "{}"),
            (302, "{}"),
            (200, "<html>김하늘"),
            (200, r#"{"status":"NEW"}"#),
            (200, r#"{"status":"VERIFIED"}"#),
            (200, r#"{"status":1}"#),
            (200, "[]"),
            (200, ""),
        ] {
            let error = find(status, body).await.expect_err("unavailable").to_string();
            assert!(!error.contains("하늘") && !error.contains("SECRET"), "{status} {body}: {error}");
        }
    }

    #[tokio::test]
    async fn silent_or_closed_party_is_unavailable() {
        let unresponsive = Party::unresponsive().await;
        for url in [unresponsive.url.clone(), closed_url()] {
            let error = find_at(url).await.expect_err("unavailable").to_string();
            assert!(!error.contains("SECRET") && !error.contains("v-1"), "{error}");
        }
    }
}
