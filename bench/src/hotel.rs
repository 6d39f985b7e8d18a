//! Readings of hotels' sensors: how many are accepted and applied per second, with a concurrently used dashboard over
//! 10,000 sensors.

use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use reqwest::Client;
use serde_json::{Value, json};

use crate::external;
use crate::product::{Hotel, Product};
use crate::report::{Metric, Report};

/// 10,000 sensors that send one reading per minute.
const TARGET_RATE: f64 = 170.0;
/// Readings per request, like those of a gateway for one or two floors.
const BATCH_SIZE: usize = 100;

/// Adds sensors without dispensers to the first hotel, up to 10,000.
const SENSORS: &str = "
    select set_config('app.tenant_id', (select tenant_id from hotel_clients limit 1)::text, false);
    insert into hotel_sensors (hotel_id, serial, type, checked_at, created_at)
    select (select min(id) from hotel_clients where kind = 'general_hotel' and tenant_id = current_tenant()),
           'BENCH-' || n, 'level', now(), now()
    from generate_series(1, $COUNT) n on conflict do nothing;
    analyze hotel_sensors";

/// Measures the rate of readings and the dashboard meanwhile.
///
/// # Errors
/// A request or psql fails.
pub async fn measure(product: &Product, quick: bool, report: &mut Report) -> Result<()> {
    let Some(hotel) = &product.hotel else {
        report.add_missing("readings of hotels' sensors", "there is no demo hotel");
        return Ok(());
    };
    let count = if quick { 1_000 } else { 9_700 };
    external::execute(&SENSORS.replace("$COUNT", &count.to_string()))?;
    let client = Client::builder().no_proxy().build()?;
    let gateway = Gateway { client, api: format!("{}/api/v1/hotel", product.api), hotel };
    let dashboard = gateway.open_dashboard().await?;
    let duration = if quick { Duration::from_secs(5) } else { Duration::from_mins(1) };
    let (posted, times) = gateway.send_at_rate(count, duration, &dashboard).await?;
    let (mut posts, mut dashboards) = times;
    #[expect(clippy::cast_precision_loss, reason = "counts are small")]
    let rate = posted as f64 / duration.as_secs_f64();
    report.add(
        "readings",
        rate,
        Metric::new("1/s", ">= 170"),
        "offered at 170/s in batches of 100, everything on the same cores",
    );
    report.add_times("a batch of 100 readings", &mut posts, ["", "<= 100"], "while the dashboard is read");
    let note = format!("{count} sensors more than the demo's, while readings arrive");
    report.add_times("dashboard of a hotel", &mut dashboards, ["", "<= 100"], &note);
    let started = Instant::now();
    while external::query("select count(*) from hotel_reading_batches")?.trim() != "0" {
        ensure!(started.elapsed() < Duration::from_mins(1), "readings are not folded");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    report.add(
        "until all readings are folded",
        started.elapsed().as_secs_f64(),
        Metric::new("s", "<= 5"),
        "after the last batch",
    );
    Ok(())
}

struct Gateway<'a> {
    client: Client,
    api: String,
    hotel: &'a Hotel,
}

/// A signed-in manager's dashboard.
struct Dashboard {
    url: String,
    token: String,
}

impl Gateway<'_> {
    async fn open_dashboard(&self) -> Result<Dashboard> {
        let manager = self.hotel.users.iter().find(|user| user.role == "hotel_client").context("no manager")?;
        let body = json!({"loginId": manager.login_id, "password": manager.password});
        let login = self.client.post(format!("{}/auth/login", self.api)).header("host", &self.hotel.host).json(&body);
        let response = login.send().await?.error_for_status()?;
        let cookie = response.headers().get("set-cookie").context("no cookie")?.to_str()?.to_owned();
        let token = cookie.split(['=', ';']).nth(1).context("no token")?.to_owned();
        let me: Value = response.json().await?;
        let id = me["user"]["hotels"][0]["id"].as_i64().context("no hotel")?;
        Ok(Dashboard { url: format!("{}/hotels/{id}/dashboard", self.api), token })
    }

    /// Sends batches at the target rate, and opens the dashboard after each. Returns the number of accepted readings
    /// and the milliseconds of both calls.
    async fn send_at_rate(
        &self,
        sensors: usize,
        duration: Duration,
        dashboard: &Dashboard,
    ) -> Result<(u64, (Vec<f64>, Vec<f64>))> {
        #[expect(clippy::cast_precision_loss, reason = "a batch is small")]
        let mut ticks = tokio::time::interval(Duration::from_secs_f64(BATCH_SIZE as f64 / TARGET_RATE));
        let started = Instant::now();
        // by the database's clock; each second has one reading of every sensor
        let times =
            "select to_json(now() - interval '1 hour' + n * interval '1 second')#>>'{}' from generate_series(0, 99) n";
        let times: Vec<String> = external::query(times)?.lines().map(str::to_owned).collect();
        let (mut accepted, mut posts, mut dashboards) = (0, Vec::new(), Vec::new());
        let mut sent = 0;
        while started.elapsed() < duration {
            ticks.tick().await;
            let readings: Vec<Value> =
                (sent..sent + BATCH_SIZE).map(|number| reading(number, sensors, &times)).collect();
            sent += BATCH_SIZE;
            let call = self.client.post(format!("{}/readings", self.api)).header("host", &self.hotel.host);
            let call = call.bearer_auth(&self.hotel.api_key.key).json(&json!({"readings": readings}));
            let began = Instant::now();
            let response: Value = call.send().await?.error_for_status()?.json().await?;
            posts.push(began.elapsed().as_secs_f64() * 1_000.0);
            accepted += response["accepted"].as_u64().unwrap_or_default();
            let call = self.client.get(&dashboard.url).header("host", &self.hotel.host).bearer_auth(&dashboard.token);
            let began = Instant::now();
            call.send().await?.error_for_status()?.bytes().await?;
            dashboards.push(began.elapsed().as_secs_f64() * 1_000.0);
        }
        Ok((accepted, (posts, dashboards)))
    }
}

/// Returns the reading with this number: one of each sensor, then the next round a second later.
fn reading(number: usize, sensors: usize, times: &[String]) -> Value {
    let at = &times[number / sensors % times.len()];
    json!({"serial": format!("BENCH-{}", number % sensors + 1), "at": at, "levelPercent": 50, "batteryPercent": 90})
}
