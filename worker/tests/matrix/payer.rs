//! A payer as a person is: they press again when nothing comes, reload, follow where they are sent, and leave after a while.

use std::time::Duration;

use reqwest::{Method, StatusCode, header};
use serde_json::{Value, json};
use tokio::time::sleep;
use url::Url;

use super::house::{House, Patient};

/// How long a person looks at a page that does not come.
const PATIENCE: Duration = Duration::from_secs(2);
/// The pause before they try again.
const PAUSE: Duration = Duration::from_millis(100);
/// How often they try; the last tries meet no fault.
pub const TRIES: u32 = 8;

/// A person at a browser.
pub struct Payer<'a> {
    pub house: &'a House,
    pub patient: &'a Patient,
}

/// What a call came to.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    /// Where it sends the browser.
    pub location: String,
    pub body: Value,
}

impl Payer<'_> {
    /// Orders the claim's payment: the order as it was answered. One press is one order, however often it is sent.
    pub async fn order(&self) -> Result<Value, String> {
        let body = json!({"claim": self.patient.claim, "returnMode": "window"});
        let key = ("idempotency-key", format!("press-{}", self.patient.id));
        let answer = self.signed_in(Method::POST, "/patients/payments", Some(&body), Some(key)).await?;
        if answer.status != StatusCode::CREATED {
            return Err(format!("no order was made: {answer:?}"));
        }
        Ok(answer.body["order"].clone())
    }

    /// Opens the order's window, again when it says that the provider is away: the provider's page.
    pub async fn open(&self, order: &Value) -> Result<Url, String> {
        let address: Url = text(&order["checkoutUrl"]).parse().map_err(|error| format!("checkoutUrl: {error}"))?;
        let mut seen = String::new();
        for _ in 0..TRIES {
            let answer = self.browse(&path_of(&address), TRIES).await?;
            if let Ok(page) = answer.location.parse::<Url>() {
                return Ok(page);
            }
            seen = answer.location;
            sleep(PAUSE).await;
        }
        Err(format!("the window does not open: {seen}"))
    }

    /// Presses pay at the provider's page: the path that it leads back to.
    pub async fn pay(&self, page: &Url) -> Result<String, String> {
        let sent = self.house.http.post(page.clone()).form(&[("choice", "pay")]).send().await;
        let sent = sent.map_err(|error| format!("the provider's page: {error}"))?;
        let back = sent.headers().get(header::LOCATION).and_then(|back| back.to_str().ok()?.parse::<Url>().ok());
        back.map(|back| path_of(&back)).ok_or_else(|| format!("the provider's page answers {}", sent.status()))
    }

    /// Opens a page without being signed in, so many times at most.
    pub async fn browse(&self, path: &str, tries: u32) -> Result<Answer, String> {
        self.call(Method::GET, path, (None, &[]), tries).await
    }

    /// The claim of a paid order; none while the order is not paid.
    pub async fn bind(&self, oid: &str) -> Result<Option<i64>, String> {
        let answer = self.signed_in(Method::POST, "/patients/insurances", Some(&json!({ "oid": oid })), None).await?;
        match (answer.status.as_u16(), answer.body["insurance"]["id"].as_i64()) {
            (201, Some(claim)) => Ok(Some(claim)),
            (409, _) if answer.body["code"] == "not_paid" => Ok(None),
            _ => Err(format!("no claim was answered: {answer:?}")),
        }
    }

    /// What the order's state is.
    pub async fn status(&self, oid: &str) -> Result<String, String> {
        let answer = self.signed_in(Method::GET, &format!("/patients/payments/{oid}"), None, None).await?;
        Ok(text(&answer.body["order"]["status"]).to_owned())
    }

    /// Calls a claim off. One that was called off already, by a call whose answer was lost, is called off.
    pub async fn cancel(&self, claim: i64) -> Result<(), String> {
        let answer = self.signed_in(Method::DELETE, &format!("/patients/insurances/{claim}"), None, None).await?;
        let done = answer.status == StatusCode::NO_CONTENT || answer.body["code"] == "illegal_transition";
        if done { Ok(()) } else { Err(format!("the claim stays: {answer:?}")) }
    }

    async fn signed_in(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
        more: Option<(&str, String)>,
    ) -> Result<Answer, String> {
        let mut headers = vec![("authorization", format!("Bearer {}", self.patient.token))];
        headers.extend(more);
        self.call(method, &format!("/api/v1{path}"), (body, &headers), TRIES).await
    }

    /// Calls until something is answered that is not a failure.
    async fn call(
        &self,
        method: Method,
        path: &str,
        (body, headers): (Option<&Value>, &[(&str, String)]),
        tries: u32,
    ) -> Result<Answer, String> {
        let mut why = String::new();
        for _ in 0..tries {
            let url = format!("{}{path}", self.house.address);
            let mut call = self.house.http.request(method.clone(), url).header(header::HOST, &self.house.host);
            call = headers.iter().fold(call, |call, (name, value)| call.header(*name, value)).timeout(PATIENCE);
            if let Some(body) = body {
                call = call.json(body);
            }
            match call.send().await {
                Ok(answer) if answer.status().is_server_error() => why = answer.status().to_string(),
                Ok(answer) => {
                    let status = answer.status();
                    let location = answer.headers().get(header::LOCATION).and_then(|to| to.to_str().ok());
                    let location = location.unwrap_or_default().to_owned();
                    let body = answer.text().await.unwrap_or_default();
                    let body = serde_json::from_str(&body).unwrap_or(Value::Null);
                    return Ok(Answer { status, location, body });
                }
                Err(error) => why = error.to_string(),
            }
            sleep(PAUSE).await;
        }
        Err(format!("{method} {}: {why}", path.split('?').next().unwrap_or_default()))
    }
}

/// The path and query of an address.
fn path_of(url: &Url) -> String {
    url.query().map_or_else(|| url.path().to_owned(), |query| format!("{}?{query}", url.path()))
}

pub fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}
