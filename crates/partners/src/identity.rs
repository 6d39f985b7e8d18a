//! Verification of identity through `PortOne` V2 (`GET /identity-verifications/{id}`).

use std::time::Duration;

use chrono::NaiveDate;
use domain::{BirthDate, Name, Phone};
use reqwest::header::AUTHORIZATION;
use reqwest::{Client, StatusCode};
use secrecy::{ExposeSecret as _, SecretString};
use serde::Deserialize;
use serde_json::Value;
use url::Url;

use crate::outside::{Outage, at, client, read};

/// How long one call may take: a page waits three seconds for us.
const CALL_LIMIT: Duration = Duration::from_millis(2_500);
/// The longest ci that is kept; real ones have 88 characters.
const LONGEST_CI: usize = 500;

/// Where `PortOne` is and how to be let in.
#[derive(Clone, Debug)]
pub struct PortOneConfig {
    /// `https://api.portone.io`, or the sandbox.
    pub url: Url,
    /// The secret of its API.
    pub api_secret: SecretString,
    /// The channel that verifies for us: what another of the shop's channels says of a person does not count.
    pub channel_key: String,
}

/// A verified person.
#[derive(Clone, Debug)]
pub struct VerifiedPerson {
    /// The name in the register.
    pub name: Name,
    /// The number by which it was verified.
    pub phone: Phone,
    /// The date of birth.
    pub birth: BirthDate,
    /// What stands for the person at every service of the country; never told to anybody.
    pub ci: SecretString,
}

/// How far a verification is.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// The person has not come to its end, or not begun.
    Pending,
    /// It is done.
    Verified(VerifiedPerson),
    /// The person was refused, or gave up.
    Failed,
}

/// A client of `PortOne`; clones share its connections.
#[derive(Clone, Debug)]
pub struct PortOne {
    http: Client,
    base: Url,
    api_secret: SecretString,
    channel_key: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Answer {
    status: String,
    channel: Option<Channel>,
    verified_customer: Option<Customer>,
}

/// Documented as optional, and so is its key; when they are told, they count.
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
struct Refusal {
    #[serde(rename = "type")]
    kind: String,
}

impl PortOne {
    /// A client; nothing is sent yet.
    ///
    /// # Errors
    /// When the address cannot be used or the TLS library does not start.
    pub fn new(config: PortOneConfig) -> Result<Self, Outage> {
        let base = at(&config.url, "/identity-verifications/")?;
        let PortOneConfig { api_secret, channel_key, .. } = config;
        Ok(Self { http: client(CALL_LIMIT)?, base, api_secret, channel_key })
    }

    /// How far the verification is that we called `id`: letters, digits, `-` and `_`. `today` bounds the birth date.
    ///
    /// # Errors
    /// When `PortOne` cannot be reached, is slow, does not let us in, or leaves out what its channel should tell.
    pub async fn outcome(&self, id: &str, today: NaiveDate) -> Result<Outcome, Outage> {
        let url = at(&self.base, &format!("/{id}"))?;
        let secret = format!("PortOne {}", self.api_secret.expose_secret());
        let (status, body): (_, Value) = read(self.http.get(url).header(AUTHORIZATION, secret).send().await?).await?;
        if status == StatusCode::NOT_FOUND {
            let refusal: Refusal = form(body)?;
            // a person who never reached the provider's window
            let unknown = refusal.kind == "IDENTITY_VERIFICATION_NOT_FOUND";
            return if unknown { Ok(Outcome::Pending) } else { Err(Outage(status.to_string())) };
        }
        if !status.is_success() {
            return Err(Outage(status.to_string()));
        }
        let answer: Answer = form(body)?;
        let channel = answer.channel.and_then(|channel| channel.key);
        let foreign = channel.is_some_and(|key| key != self.channel_key);
        match (answer.status.as_str(), answer.verified_customer) {
            ("READY", _) => Ok(Outcome::Pending),
            ("FAILED", _) => Ok(Outcome::Failed),
            ("VERIFIED", Some(_)) if foreign => Ok(Outcome::Failed),
            ("VERIFIED", Some(customer)) => person(customer, today).map(Outcome::Verified),
            _ => Err(Outage("a verification in no known state".to_owned())),
        }
    }
}

fn form<T: serde::de::DeserializeOwned>(body: Value) -> Result<T, Outage> {
    // serde's message could quote the answer
    serde_json::from_value(body).map_err(|_| Outage("an answer of another form".to_owned()))
}

/// All four parts, or nobody: a channel without ci or number was not set up as the product needs it.
fn person(customer: Customer, today: NaiveDate) -> Result<VerifiedPerson, Outage> {
    let lacks = |what: &str| Outage(format!("a verified person without a usable {what}"));
    let ci = customer.ci.filter(|ci| (1..=LONGEST_CI).contains(&ci.expose_secret().len()));
    let phone: String = customer.phone_number.unwrap_or_default().chars().filter(char::is_ascii_digit).collect();
    Ok(VerifiedPerson {
        name: Name::parse(&customer.name.unwrap_or_default()).map_err(|_| lacks("name"))?,
        phone: Phone::parse(&phone).map_err(|_| lacks("number"))?,
        birth: BirthDate::parse(&customer.birth_date.unwrap_or_default(), today).map_err(|_| lacks("birth date"))?,
        ci: ci.ok_or_else(|| lacks("ci"))?,
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::outside::tests::Party;

    fn verified() -> Value {
        json!({"status": "VERIFIED", "id": "v-1", "channel": {"type": "LIVE", "key": "CHANNEL"}, "verifiedAt": "2026-01-02T03:04:05Z",
            "verifiedCustomer": {"name": "김하늘", "phoneNumber": "01012345678", "birthDate": "1990-01-31",
                "gender": "FEMALE", "isForeigner": false, "ci": "CI==", "di": "DI=="}})
    }

    async fn ask(status: &str, body: Option<&str>) -> (Result<Outcome, Outage>, Party) {
        let party = Party::answering(&[(status, body)]).await;
        let config =
            PortOneConfig { url: party.url.clone(), api_secret: "SECRET".into(), channel_key: "CHANNEL".to_owned() };
        let portone = PortOne::new(config);
        let today = NaiveDate::from_ymd_opt(2026, 1, 2).expect("a day");
        (portone.expect("a client").outcome("v-1", today).await, party)
    }

    #[tokio::test]
    async fn a_verified_person_is_read_and_not_shown() {
        let (outcome, party) = ask("200 OK", Some(&verified().to_string())).await;
        let Ok(Outcome::Verified(person)) = outcome else { panic!("{outcome:?}") };
        assert_eq!((person.name.as_str(), person.phone.as_str()), ("김하늘", "01012345678"));
        assert_eq!((person.birth.to_string().as_str(), person.ci.expose_secret()), ("1990.01.31", "CI=="));
        let shown = format!("{person:?}");
        assert!(!shown.contains("CI==") && !shown.contains("하늘") && !shown.contains("0101234"), "{shown}");
        let asked = &party.asked()[0];
        assert!(asked.starts_with("GET /base/identity-verifications/v-1 HTTP/1.1\r\n"), "{asked}");
        assert!(asked.contains("authorization: PortOne SECRET\r\n"), "{asked}");
    }

    #[tokio::test]
    async fn what_is_not_done_is_pending_and_what_was_refused_failed() {
        let unknown = r#"{"type":"IDENTITY_VERIFICATION_NOT_FOUND","message":"m"}"#;
        for (status, body) in [("200 OK", r#"{"status":"READY"}"#), ("404 Not Found", unknown)] {
            assert!(matches!(ask(status, Some(body)).await.0, Ok(Outcome::Pending)), "{status}");
        }
        let failed = r#"{"status":"FAILED","failure":{"reason":"r","pgCode":"x","pgMessage":"m"}}"#;
        assert!(matches!(ask("200 OK", Some(failed)).await.0, Ok(Outcome::Failed)));
    }

    #[tokio::test]
    async fn another_channel_of_the_shop_verifies_nobody() {
        let of = |channel: Value| {
            let mut body = verified();
            body["channel"] = channel;
            body.to_string()
        };
        for foreign in [json!({"key": "OTHER"}), json!({"key": ""})] {
            let outcome = ask("200 OK", Some(&of(foreign))).await.0;
            assert!(matches!(outcome, Ok(Outcome::Failed)), "{outcome:?}");
        }
        // what the provider does not tell of every channel
        for untold in [json!({"type": "LIVE"}), Value::Null] {
            let outcome = ask("200 OK", Some(&of(untold))).await.0;
            assert!(matches!(outcome, Ok(Outcome::Verified(_))), "{outcome:?}");
        }
    }

    #[tokio::test]
    async fn whatever_else_comes_is_an_outage_and_tells_nothing() {
        let without = |field: &str| {
            let mut body = verified();
            body["verifiedCustomer"][field] = Value::Null;
            body.to_string()
        };
        for (status, body) in [
            ("401 Unauthorized", Some(r#"{"type":"UNAUTHORIZED"}"#.to_owned())),
            ("404 Not Found", Some(r#"{"type":"OTHER"}"#.to_owned())),
            ("500 Internal Server Error", Some("{}".to_owned())),
            ("200 OK", Some("<html>김하늘".to_owned())),
            ("200 OK", Some(r#"{"status":"NEW"}"#.to_owned())),
            ("200 OK", Some(r#"{"status":"VERIFIED"}"#.to_owned())),
            ("200 OK", Some(without("ci"))),
            ("200 OK", Some(without("phoneNumber"))),
            ("200 OK", Some(without("birthDate"))),
            ("200 OK", Some(without("name"))),
            ("200 OK", None),
        ] {
            let (outcome, _party) = ask(status, body.as_deref()).await;
            let error = outcome.expect_err("an outage").to_string();
            assert!(!error.contains("하늘") && !error.contains("SECRET") && !error.contains("CI=="), "{error}");
        }
    }
}
