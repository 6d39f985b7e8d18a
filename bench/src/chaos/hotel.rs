//! A hotel that places orders, and its sensors.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use reqwest::header::{HOST, SET_COOKIE};
use reqwest::{Client, Method, RequestBuilder};
use serde_json::{Value, json};
use tokio::time::sleep;

use super::Users;
use crate::caller::ApiResponse;
use crate::external;

/// The pause between two orders, and between two batches of readings.
const CALL_INTERVAL: Duration = Duration::from_millis(500);
/// Readings per batch.
const BATCH_SIZE: usize = 50;
/// The battery level of every reading, which identifies this run's readings.
pub const BATTERY_PERCENT: f64 = 77.25;
/// The states between placing and delivery of an order.
const STEPS: [&str; 4] = ["product_preparation", "electronic_invoice", "shipping", "delivery_complete"];

/// A step of an order.
struct Step {
    id: i64,
    /// The version that the user saw.
    version: i64,
    to: &'static str,
}

/// A hotel's manager and the super admin, signed in.
pub struct Group {
    client: Client,
    base: String,
    host: String,
    manager: String,
    admin: String,
    hotel_id: i64,
    product_id: i64,
}

impl Group {
    /// Signs in as both users.
    ///
    /// # Errors
    /// A call fails.
    pub async fn sign_in(users: &Users) -> Result<Self> {
        let mut group = Self {
            client: Client::builder().no_proxy().build()?,
            base: format!("{}/api/v1/hotel", users.product.api),
            host: users.hotel.host.clone(),
            manager: String::new(),
            admin: String::new(),
            hotel_id: 0,
            product_id: 0,
        };
        let (manager, me) = group.open_session(users, "hotel_client").await?;
        (group.admin, _) = group.open_session(users, "super_admin").await?;
        group.manager = manager;
        group.hotel_id = me["user"]["hotels"][0]["id"].as_i64().context("the manager has no hotel")?;
        let call = || Ok(group.call(Method::GET, "/products", &group.manager));
        let products = users.caller.send(call).await?.into_success()?.body;
        group.product_id = products["items"][0]["id"].as_i64().context("there is no product")?;
        Ok(group)
    }

    async fn open_session(&self, users: &Users, role: &str) -> Result<(String, Value)> {
        let user = users.hotel.users.iter().find(|user| user.role == role).with_context(|| format!("no {role}"))?;
        let body = json!({ "loginId": user.login_id, "password": user.password });
        let call = self.client.post(format!("{}/auth/login", self.base)).header(HOST, &self.host).json(&body);
        let response = call.send().await?.error_for_status()?;
        let cookie = response.headers().get(SET_COOKIE).context("no cookie")?.to_str()?.to_owned();
        let token = cookie.split(['=', ';']).nth(1).context("no token")?.to_owned();
        Ok((token, response.json().await?))
    }

    fn call(&self, method: Method, path: &str, token: &str) -> RequestBuilder {
        self.client.request(method, format!("{}{path}", self.base)).header(HOST, &self.host).bearer_auth(token)
    }

    /// Places an order and advances it to its delivery.
    async fn order(&self, users: &Users, key: &str) -> Result<()> {
        let body = json!({ "hotelId": self.hotel_id, "lines": [{ "productId": self.product_id, "boxes": 1 }] });
        let call = || Ok(self.call(Method::POST, "/orders", &self.manager).header("idempotency-key", key).json(&body));
        let order = users.caller.send(call).await?.into_success()?.body;
        let id = order["id"].as_i64().with_context(|| format!("no order: {order}"))?;
        users.accepted.lock().hotel_orders.push(id);
        for (version, to) in (1..).zip(STEPS) {
            // two users press at the same time
            let step = Step { id, version, to };
            let [one, two] = ["a", "b"].map(|person| self.advance(users, &step, format!("{key}-{to}-{person}")));
            let (one, two) = tokio::try_join!(one, two)?;
            let moved = [&one, &two].into_iter().filter(|response| response.status.is_success()).count();
            ensure!(moved == 1, "{to} of an order was taken {moved} times: {} {}", one.body, two.body);
        }
        Ok(())
    }

    async fn advance(&self, users: &Users, step: &Step, key: String) -> Result<ApiResponse> {
        let Step { id, version, to } = step;
        let body = json!({ "version": version, "to": to, "courierCompany": "CJ", "trackingNumber": "123456789012" });
        let path = format!("/orders/{id}/advance");
        let call = || Ok(self.call(Method::POST, &path, &self.admin).header("idempotency-key", &key).json(&body));
        users.caller.send(call).await
    }
}

/// Places orders until the run is over.
pub async fn order_repeatedly(users: Arc<Users>, group: Group) {
    let mut count = 0;
    while !users.is_over() {
        count += 1;
        let key = format!("{}-hotel-{count}", users.run);
        users.record("hotel order", group.order(&users, &key).await);
        sleep(CALL_INTERVAL).await;
    }
}

/// Returns the times of the readings by the database's clock, one second apart, within the last hour.
///
/// # Errors
/// psql fails.
pub fn reading_times() -> Result<Vec<String>> {
    let times =
        "select to_json(now() - interval '1 hour' + n * interval '1 second')#>>'{}' from generate_series(0, 3599) n";
    Ok(external::query(times)?.lines().map(str::to_owned).collect())
}

/// Sends batches of readings until the run is over.
pub async fn send_readings(users: Arc<Users>, times: Vec<String>) {
    let Ok(client) = Client::builder().no_proxy().build() else { return };
    for at in times {
        if users.is_over() {
            return;
        }
        users.record("readings", send_batch(&users, &client, &at).await);
        sleep(CALL_INTERVAL).await;
    }
}

async fn send_batch(users: &Users, client: &Client, at: &str) -> Result<()> {
    let readings: Vec<Value> = users
        .hotel
        .api_key
        .serials
        .iter()
        .take(BATCH_SIZE)
        .map(|serial| json!({ "serial": serial, "at": at, "levelPercent": 50, "batteryPercent": BATTERY_PERCENT }))
        .collect();
    let body = json!({ "readings": readings });
    let call = || {
        let call = client.post(format!("{}/api/v1/hotel/readings", users.product.api)).header(HOST, &users.hotel.host);
        Ok(call.bearer_auth(&users.hotel.api_key.key).json(&body))
    };
    let response = users.caller.send(call).await?.into_success()?.body;
    // a batch whose response was lost is sent again, and its readings are duplicates then
    let known = [&response["accepted"], &response["duplicates"]].into_iter().filter_map(Value::as_u64).sum::<u64>();
    ensure!(known == readings.len() as u64, "readings were refused: {response}");
    users.accepted.lock().readings += readings.len();
    Ok(())
}
