//! Simulates the sensors of the demo hotels: guests consume the contents of dispensers, and the partner's gateway posts
//! a reading of each sensor once a minute, with its API key. Refills affect the next reading.

use std::time::Duration;

use anyhow::{Context as _, Result};
use chrono::{DateTime, Utc};
use reqwest::{Client, RequestBuilder, StatusCode};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::time::{MissedTickBehavior, interval};

use super::summary::Hotel;

/// How often readings are posted.
const POST_INTERVAL: Duration = Duration::from_mins(1);
const REQUEST_TIMEOUT: Duration = Duration::from_secs(10);
/// The maximum number of readings per request.
const MAX_BATCH: usize = 1_000;
/// One guest's use of a dispenser, in percent: one milliliter of a small one, which is the resolution of levels.
const USE_PERCENT: f64 = 0.4;

/// The demo hotels' gateway.
pub struct Gateway {
    client: Client,
    api: String,
    hotel: Hotel,
    /// The session of the partner's user, who may read rooms.
    session: Option<String>,
}

#[derive(Deserialize)]
struct Rooms {
    items: Vec<Room>,
}

#[derive(Deserialize)]
struct Room {
    dispensers: Vec<Dispenser>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Dispenser {
    capacity_ml: f64,
    level_ml: f64,
    sensor: Option<Sensor>,
}

#[derive(Deserialize)]
struct Sensor {
    serial: String,
    state: String,
}

impl Gateway {
    /// Creates a gateway that calls the api at a URL.
    ///
    /// # Errors
    /// The HTTP client cannot be created.
    pub fn new(api: &str, hotel: Hotel) -> Result<Self> {
        let client = Client::builder().no_proxy().timeout(REQUEST_TIMEOUT).build()?;
        Ok(Self { client, api: api.to_owned(), hotel, session: None })
    }

    /// Posts readings once a minute, forever. A failure is logged, and the next minute tries again.
    pub async fn run(mut self) {
        let mut ticks = interval(POST_INTERVAL);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Skip);
        loop {
            ticks.tick().await;
            if let Err(error) = self.post_readings(crate::clock::now()).await {
                tracing::info!("the demo sensors sent nothing: {error:#}");
            }
        }
    }

    /// Reads the levels, simulates guests' use, and posts the resulting readings.
    async fn post_readings(&mut self, now: DateTime<Utc>) -> Result<()> {
        let mut readings = Vec::new();
        for hotel in self.list_hotels().await? {
            let rooms: Rooms = self.get(&format!("/hotels/{hotel}/rooms")).await?;
            let dispensers = rooms.items.into_iter().flat_map(|room| room.dispensers);
            readings.extend(dispensers.filter_map(|dispenser| reading(&dispenser, now)));
        }
        for batch in readings.chunks(MAX_BATCH) {
            let call = self.request(self.client.post(self.url("/readings"))).bearer_auth(&self.hotel.api_key.key);
            call.json(&json!({"readings": batch})).send().await?.error_for_status()?;
        }
        Ok(())
    }

    async fn list_hotels(&mut self) -> Result<Vec<i64>> {
        let me: Value = self.get("/auth/me").await?;
        let hotels = me["hotels"].as_array().or_else(|| me["user"]["hotels"].as_array());
        Ok(hotels.context("no hotels")?.iter().filter_map(|hotel| hotel["id"].as_i64()).collect())
    }

    /// Sends a GET request as the partner, and signs in first if necessary.
    async fn get<T: for<'de> Deserialize<'de>>(&mut self, path: &str) -> Result<T> {
        if self.session.is_none() {
            self.session = Some(self.sign_in().await?);
        }
        let session = self.session.as_deref().unwrap_or_default();
        let response = self.request(self.client.get(self.url(path))).bearer_auth(session).send().await?;
        if response.status() == StatusCode::UNAUTHORIZED {
            // the session ended; the next minute signs in again
            self.session = None;
        }
        Ok(response.error_for_status()?.json().await?)
    }

    async fn sign_in(&self) -> Result<String> {
        let partner = self.hotel.users.iter().find(|user| user.role == "partner").context("no partner")?;
        let body = json!({"loginId": partner.login_id, "password": partner.password});
        let response = self.request(self.client.post(self.url("/auth/login"))).json(&body).send().await?;
        let response = response.error_for_status()?;
        let cookie = response.headers().get("set-cookie").context("no cookie")?.to_str()?;
        let token = cookie.split(['=', ';']).nth(1).context("no token")?;
        Ok(token.to_owned())
    }

    fn url(&self, path: &str) -> String {
        format!("{}/api/v1/hotel{path}", self.api)
    }

    fn request(&self, request: RequestBuilder) -> RequestBuilder {
        request.header("host", &self.hotel.host)
    }
}

/// Returns a sensor's reading after a minute of use. A sensor that needs a check sends nothing until it was checked.
fn reading(dispenser: &Dispenser, now: DateTime<Utc>) -> Option<Value> {
    let sensor = dispenser.sensor.as_ref().filter(|sensor| sensor.state != "need_check")?;
    let percent = dispenser.level_ml / dispenser.capacity_ml * 100.0 - used_percent(&sensor.serial, now);
    Some(json!({"serial": sensor.serial, "at": now, "levelPercent": percent.clamp(0.0, 100.0)}))
}

/// Returns the guests' use within a minute. Each minute other rooms are busy.
fn used_percent(serial: &str, now: DateTime<Utc>) -> f64 {
    let minute = now.timestamp().div_euclid(60).cast_unsigned();
    let mixed = serial.bytes().fold(minute, |mixed, byte| (mixed ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    if (mixed >> 32).is_multiple_of(10) { USE_PERCENT } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dispenser(level_ml: f64, state: &str) -> Dispenser {
        let sensor = Sensor { serial: "HBA-0001".into(), state: state.into() };
        Dispenser { capacity_ml: 300.0, level_ml, sensor: Some(sensor) }
    }

    #[test]
    fn guests_use_a_little_and_not_every_minute() {
        let at = |minute: i64| DateTime::from_timestamp(1_760_000_000 + minute * 60, 0).expect("a time");
        let used: Vec<f64> = (0..1_440).map(|minute| used_percent("HBA-0001", at(minute))).collect();
        let day: f64 = used.iter().sum();
        assert!((20.0..100.0).contains(&day), "{day}");
        assert!(used.contains(&0.0));
    }

    #[test]
    fn silent_sensor_sends_nothing() {
        let now = DateTime::from_timestamp(1_760_000_000, 0).expect("a time");
        assert_eq!(reading(&dispenser(300.0, "need_check"), now), None);
        for minute in 0..60 {
            let empty =
                reading(&dispenser(0.0, "normal"), now + chrono::TimeDelta::minutes(minute)).expect("a reading");
            assert_eq!((&empty["serial"], &empty["levelPercent"]), (&json!("HBA-0001"), &json!(0.0)), "{minute}");
        }
    }
}
