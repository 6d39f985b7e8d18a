//! The webhook `PAYMENT_STATUS_CHANGED`: sent until the shop responds with 200, with up to seven retries.

use std::net::Ipv4Addr;
use std::sync::Arc;
use std::time::Duration;

use axum::http::header::HOST;
use chrono::{DateTime, Utc};
use reqwest::redirect::Policy;
use reqwest::{Client, Url};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::time::sleep;

use super::Provider;
use super::ledger::Change;
use super::payment::korea_offset;
use crate::parties::wire::parse_local_url;

/// The delay of each retry in minutes.
const RETRY_DELAYS_MINUTES: [u32; 7] = [1, 4, 16, 64, 256, 1_024, 4_096];
/// Timeout for the shop's response.
const DELIVERY_TIMEOUT: Duration = Duration::from_secs(10);
/// The path that the shop's return and webhook URLs share.
const PAYMENTS_PATH: &str = "/payments/";

/// How webhooks are sent: the body of `POST /sandbox/webhooks`.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub(super) struct WebhookSettings {
    /// The URL; by default, it is derived from the URL that payers return to.
    pub url: Option<String>,
    /// The number of times that each webhook is sent, even if it is accepted.
    pub copies: u32,
    /// The length of a minute of the retry schedule, in milliseconds.
    pub minute_millis: u64,
    /// The delay of the first attempt in milliseconds.
    pub delay_millis: u64,
}

impl Default for WebhookSettings {
    fn default() -> Self {
        Self { url: None, copies: 1, minute_millis: 1_000, delay_millis: 0 }
    }
}

/// One attempt.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Attempt {
    pub order_id: String,
    pub status: super::payment::Status,
    pub number: usize,
    /// The status of the shop's response; `None` if the shop was unreachable.
    pub answer: Option<u16>,
    pub at: DateTime<Utc>,
}

/// The settings and the attempts.
#[derive(Debug, Default)]
pub(super) struct Webhooks {
    pub settings: WebhookSettings,
    pub attempts: Vec<Attempt>,
}

impl Webhooks {
    pub(super) fn new(minute: Duration) -> Self {
        let minute_millis = u64::try_from(minute.as_millis()).unwrap_or(u64::MAX);
        Self { settings: WebhookSettings { minute_millis, ..WebhookSettings::default() }, attempts: Vec::new() }
    }
}

/// Returns the client for deliveries.
pub(super) fn client() -> Client {
    let client = Client::builder().no_proxy().timeout(DELIVERY_TIMEOUT).redirect(Policy::none()).build();
    client.unwrap_or_default()
}

/// Notifies the shop in the background.
pub(super) fn notify(provider: &Arc<Provider>, change: &Change) {
    let settings = provider.webhooks.lock().settings.clone();
    let url = settings.url.clone().or_else(|| webhook_url(&change.success)).and_then(|url| parse_local_url(&url));
    let Some(url) = url else { return };
    for _ in 0..settings.copies {
        tokio::spawn(deliver(provider.clone(), settings.clone(), url.clone(), change.clone()));
    }
}

/// Returns `…/payments/webhook` for a return URL `…/payments/…`.
fn webhook_url(success: &str) -> Option<String> {
    let url = Url::parse(success).ok()?;
    let (front, _) = url.path().split_once(PAYMENTS_PATH)?;
    let path = format!("{front}{PAYMENTS_PATH}webhook");
    let mut webhook = url;
    webhook.set_query(None);
    webhook.set_path(&path);
    Some(webhook.into())
}

async fn deliver(provider: Arc<Provider>, settings: WebhookSettings, url: Url, change: Change) {
    sleep(Duration::from_millis(settings.delay_millis)).await;
    let body = event(&change, provider.now());
    for attempt in 0..=RETRY_DELAYS_MINUTES.len() {
        let answer = send(&provider.client, &url, &body).await;
        let at = provider.now();
        let (order_id, status) = (change.order.clone(), change.status);
        provider.webhooks.lock().attempts.push(Attempt { order_id, status, number: attempt, answer, at });
        let Some(minutes) = RETRY_DELAYS_MINUTES.get(attempt).filter(|_| answer != Some(200)) else { return };
        sleep(Duration::from_millis(settings.minute_millis) * *minutes).await;
    }
}

/// Sends the webhook. Names below `localhost` are resolved to loopback, regardless of the resolver.
async fn send(client: &Client, url: &Url, body: &Value) -> Option<u16> {
    let host = url.host_str()?;
    let port = url.port_or_known_default()?;
    let mut target = url.clone();
    if host == "localhost" || host.ends_with(".localhost") {
        target.set_ip_host(Ipv4Addr::LOCALHOST.into()).ok()?;
    }
    let call = client.post(target).header(HOST, format!("{host}:{port}")).json(body);
    Some(call.send().await.ok()?.status().as_u16())
}

fn event(change: &Change, now: DateTime<Utc>) -> Value {
    json!({
        "eventType": "PAYMENT_STATUS_CHANGED",
        "createdAt": now.with_timezone(&korea_offset()).format("%Y-%m-%dT%H:%M:%S%.6f").to_string(),
        "data": { "paymentKey": change.key, "status": change.status, "orderId": change.order },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn webhook_url_is_derived_from_the_return() {
        let url = |success: &str| webhook_url(success).unwrap_or_default();
        assert_eq!(
            url("http://bom.localhost:8400/api/v1/payments/return/toss?oid=clm_1"),
            "http://bom.localhost:8400/api/v1/payments/webhook"
        );
        assert_eq!(url("http://bom.localhost:8400/done"), "");
    }
}
