//! A payer at a browser, who retries, reloads, follows redirects, and gives up after a while.

use std::time::Duration;

use reqwest::{Method, RequestBuilder, StatusCode, header};
use serde_json::{Value, json};
use tokio::time::sleep;
use url::Url;

use super::cluster::{Patient, TestCluster};

/// How long a payer waits for a page.
const PAGE_TIMEOUT: Duration = Duration::from_secs(2);
/// The pause between two attempts.
const RETRY_DELAY: Duration = Duration::from_millis(100);
/// The number of attempts; the last ones meet no fault.
pub const MAX_ATTEMPTS: u32 = 8;

/// A payer at a browser.
pub struct Payer<'a> {
    pub cluster: &'a TestCluster,
    pub patient: &'a Patient,
}

/// A call to the api.
struct Call {
    method: Method,
    path: String,
    body: Option<Value>,
    headers: Vec<(&'static str, String)>,
}

/// The response to a call.
#[derive(Debug)]
pub struct ApiResponse {
    pub status: StatusCode,
    /// The target of a redirect.
    pub location: String,
    pub body: Value,
}

impl Payer<'_> {
    /// Creates the order of the claim and returns it. All attempts have the same idempotency key.
    pub async fn create_order(&self) -> Result<Value, String> {
        let body = json!({"claim": self.patient.claim, "returnMode": "window"});
        let key = ("idempotency-key", format!("press-{}", self.patient.id));
        let response = self.call_signed_in(Method::POST, "/patients/payments", Some(&body), Some(key)).await?;
        if response.status != StatusCode::CREATED {
            return Err(format!("no order was created: {response:?}"));
        }
        Ok(response.body["order"].clone())
    }

    /// Opens the checkout and returns the provider's page. Retries while the provider is unavailable.
    pub async fn open_checkout(&self, order: &Value) -> Result<Url, String> {
        let address: Url = text(&order["checkoutUrl"]).parse().map_err(|error| format!("checkoutUrl: {error}"))?;
        let mut last_page = String::new();
        for _ in 0..MAX_ATTEMPTS {
            let response = self.browse(&path_and_query(&address), MAX_ATTEMPTS).await?;
            if let Ok(page) = response.location.parse::<Url>() {
                return Ok(page);
            }
            last_page = response.location;
            sleep(RETRY_DELAY).await;
        }
        Err(format!("the window does not open: {last_page}"))
    }

    /// Pays at the provider's page and returns the path of its redirect.
    pub async fn pay(&self, page: &Url) -> Result<String, String> {
        let response = self.cluster.http.post(page.clone()).form(&[("choice", "pay")]).send().await;
        let response = response.map_err(|error| format!("the provider's page: {error}"))?;
        let back = response.headers().get(header::LOCATION).and_then(|back| back.to_str().ok()?.parse::<Url>().ok());
        back.map(|back| path_and_query(&back))
            .ok_or_else(|| format!("the provider's page returned {}", response.status()))
    }

    /// Opens a page without signing in.
    pub async fn browse(&self, path: &str, max_attempts: u32) -> Result<ApiResponse, String> {
        let call = Call { method: Method::GET, path: path.to_owned(), body: None, headers: Vec::new() };
        self.send(&call, max_attempts).await
    }

    /// Submits the claim of a paid order and returns its id; `None` while the order is not paid.
    pub async fn submit_claim(&self, oid: &str) -> Result<Option<i64>, String> {
        let response =
            self.call_signed_in(Method::POST, "/patients/insurances", Some(&json!({ "oid": oid })), None).await?;
        match (response.status.as_u16(), response.body["insurance"]["id"].as_i64()) {
            (201, Some(claim)) => Ok(Some(claim)),
            (409, _) if response.body["code"] == "not_paid" => Ok(None),
            _ => Err(format!("no claim was returned: {response:?}")),
        }
    }

    /// Returns the status of the order.
    pub async fn order_status(&self, oid: &str) -> Result<String, String> {
        let response = self.call_signed_in(Method::GET, &format!("/patients/payments/{oid}"), None, None).await?;
        Ok(text(&response.body["order"]["status"]).to_owned())
    }

    /// Cancels a claim. An earlier call whose response was lost may have canceled it already.
    pub async fn cancel_claim(&self, claim: i64) -> Result<(), String> {
        let response =
            self.call_signed_in(Method::DELETE, &format!("/patients/insurances/{claim}"), None, None).await?;
        let is_canceled = response.status == StatusCode::NO_CONTENT || response.body["code"] == "illegal_transition";
        if is_canceled { Ok(()) } else { Err(format!("the claim is not canceled: {response:?}")) }
    }

    async fn call_signed_in(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
        header: Option<(&'static str, String)>,
    ) -> Result<ApiResponse, String> {
        let mut headers = vec![("authorization", format!("Bearer {}", self.patient.token))];
        headers.extend(header);
        let call = Call { method, path: format!("/api/v1{path}"), body: body.cloned(), headers };
        self.send(&call, MAX_ATTEMPTS).await
    }

    /// Repeats a call until the response is no server error.
    async fn send(&self, call: &Call, max_attempts: u32) -> Result<ApiResponse, String> {
        let mut last_error = String::new();
        for _ in 0..max_attempts {
            match self.request(call).send().await {
                Ok(response) if response.status().is_server_error() => last_error = response.status().to_string(),
                Ok(response) => {
                    let status = response.status();
                    let location = response.headers().get(header::LOCATION).and_then(|to| to.to_str().ok());
                    let location = location.unwrap_or_default().to_owned();
                    let body = response.text().await.unwrap_or_default();
                    let body = serde_json::from_str(&body).unwrap_or(Value::Null);
                    return Ok(ApiResponse { status, location, body });
                }
                Err(error) => last_error = error.to_string(),
            }
            sleep(RETRY_DELAY).await;
        }
        Err(format!("{} {}: {last_error}", call.method, call.path.split('?').next().unwrap_or_default()))
    }

    fn request(&self, call: &Call) -> RequestBuilder {
        let url = format!("{}{}", self.cluster.address, call.path);
        let mut request = self.cluster.http.request(call.method.clone(), url).header(header::HOST, &self.cluster.host);
        for (name, value) in &call.headers {
            request = request.header(*name, value);
        }
        if let Some(body) = &call.body {
            request = request.json(body);
        }
        request.timeout(PAGE_TIMEOUT)
    }
}

/// Returns the path and query of a URL.
fn path_and_query(url: &Url) -> String {
    url.query().map_or_else(|| url.path().to_owned(), |query| format!("{}?{query}", url.path()))
}

/// Returns the text of a JSON string; empty for other values.
pub fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}
