//! `PAYMENT_STATUS_CHANGED`: told to the shop until it answers 200, seven times more at most.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::http::header::HOST;
use chrono::{DateTime, Utc};
use reqwest::redirect::Policy;
use reqwest::{Client, Url};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::time::sleep;

use super::book::Change;
use super::payment::korea;
use super::{Desk, lock};
use crate::parties::wire::own_address;

/// Minutes before each further attempt.
const AGAIN: [u32; 7] = [1, 4, 16, 64, 256, 1_024, 4_096];
/// How long the shop may take.
const PATIENCE: Duration = Duration::from_secs(10);
/// The part of a shop's own address that its return and its webhook have in common.
const PAYMENTS: &str = "/payments/";

/// How webhooks go out: the body of `POST /sandbox/webhooks`.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub(super) struct Order {
    /// Where they go; beside the address that payers return to when it is not said.
    pub url: Option<String>,
    /// How often each is sent although it was taken.
    pub copies: u32,
    /// What a minute of the schedule lasts, in milliseconds.
    pub minute_millis: u64,
    /// How long the first attempt waits, in milliseconds.
    pub delay_millis: u64,
}

impl Default for Order {
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
    /// What the shop answered; none when it could not be reached.
    pub answer: Option<u16>,
    pub at: DateTime<Utc>,
}

/// The order in force and what was sent.
#[derive(Debug, Default)]
pub(super) struct Hooks {
    pub order: Order,
    pub sent: Vec<Attempt>,
}

impl Hooks {
    pub(super) fn new(minute: Duration) -> Self {
        let minute_millis = u64::try_from(minute.as_millis()).unwrap_or(u64::MAX);
        Self { order: Order { minute_millis, ..Order::default() }, sent: Vec::new() }
    }
}

/// The client that tells the shops.
pub(super) fn client() -> Client {
    let client = Client::builder().no_proxy().timeout(PATIENCE).redirect(Policy::none()).build();
    client.unwrap_or_default()
}

/// Tells the shop in the background.
pub(super) fn tell(desk: &Arc<Desk>, change: &Change) {
    let order = lock(&desk.hooks).order.clone();
    let url = order.url.clone().or_else(|| beside(&change.success)).and_then(|url| own_address(&url));
    let Some(url) = url else { return };
    for _ in 0..order.copies {
        tokio::spawn(deliver(desk.clone(), order.clone(), url.clone(), change.clone()));
    }
}

/// `…/payments/webhook` for a return to `…/payments/…`.
fn beside(success: &str) -> Option<String> {
    let url = Url::parse(success).ok()?;
    let (front, _) = url.path().split_once(PAYMENTS)?;
    let path = format!("{front}{PAYMENTS}webhook");
    let mut webhook = url;
    webhook.set_query(None);
    webhook.set_path(&path);
    Some(webhook.into())
}

async fn deliver(desk: Arc<Desk>, order: Order, url: Url, change: Change) {
    sleep(Duration::from_millis(order.delay_millis)).await;
    let body = event(&change, desk.now());
    for attempt in 0..=AGAIN.len() {
        let answer = send(&desk.client, &url, &body).await;
        let at = desk.now();
        let (order_id, status) = (change.order.clone(), change.status);
        lock(&desk.hooks).sent.push(Attempt { order_id, status, number: attempt, answer, at });
        let Some(minutes) = AGAIN.get(attempt).filter(|_| answer != Some(200)) else { return };
        sleep(Duration::from_millis(order.minute_millis) * *minutes).await;
    }
}

/// A name below localhost is this machine's, whatever its resolver says.
async fn send(client: &Client, url: &Url, body: &Value) -> Option<u16> {
    let host = url.host_str()?;
    let port = url.port_or_known_default()?;
    let mut there = url.clone();
    if host == "localhost" || host.ends_with(".localhost") {
        let here = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        there.set_ip_host(here.ip()).ok()?;
    }
    let call = client.post(there).header(HOST, format!("{host}:{port}")).json(body);
    Some(call.send().await.ok()?.status().as_u16())
}

fn event(change: &Change, now: DateTime<Utc>) -> Value {
    json!({
        "eventType": "PAYMENT_STATUS_CHANGED",
        "createdAt": now.with_timezone(&korea()).format("%Y-%m-%dT%H:%M:%S%.6f").to_string(),
        "data": { "paymentKey": change.key, "status": change.status, "orderId": change.order },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_webhook_lies_beside_the_return() {
        let beside = |success: &str| beside(success).unwrap_or_default();
        assert_eq!(
            beside("http://bom.localhost:8400/api/v1/payments/return/toss?oid=clm_1"),
            "http://bom.localhost:8400/api/v1/payments/webhook"
        );
        assert_eq!(beside("http://bom.localhost:8400/done"), "");
    }
}
