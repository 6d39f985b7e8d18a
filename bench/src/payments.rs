//! Payments: the quote, the return from the provider, a lost response, and the comparison of a day.

use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use reqwest::header::{HOST, LOCATION};
use reqwest::redirect::Policy;
use reqwest::{Client, Method};
use serde_json::{Value, json};
use tokio::time::{Instant, sleep};

use crate::external;
use crate::patient::{Patient, send};
use crate::process;
use crate::product::Product;
use crate::report::{Metric, Report};

/// The secret key of the first demo tenant at the simulated provider.
pub const SECRET_KEY: &str = "test_sk_sandbox_first";
/// The number of purchases. A patient may create 60 orders per hour.
const PURCHASE_COUNT: u32 = 20;
/// The number of transactions on the compared day.
const TRANSACTION_COUNT: usize = 100_000;
/// The number of rows per statement.
const CHUNK_SIZE: usize = 1_000;
/// Timeout for an order or a job.
const TIMEOUT: Duration = Duration::from_mins(5);
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// A patient who buys.
pub struct Shop<'a> {
    product: &'a Product,
    patient: &'a Patient,
    /// The base URL of the api.
    base: String,
    /// The base URL of the provider.
    toss: &'a str,
    http: Client,
    draft: Value,
}

/// Measures payments.
///
/// # Errors
/// A call fails.
pub async fn measure(shop: &Shop<'_>, quick: bool, report: &mut Report) -> Result<()> {
    shop.measure_quotes(if quick { 50 } else { 500 }, report).await?;
    shop.measure_purchases(if quick { 3 } else { PURCHASE_COUNT }, report).await?;
    shop.measure_lost_response(report).await?;
    shop.measure_day(if quick { TRANSACTION_COUNT / 10 } else { TRANSACTION_COUNT }, report).await
}

/// Returns a claim to order, after giving the consents that it needs.
///
/// # Errors
/// A call or psql fails.
pub async fn create_draft(patient: &Patient) -> Result<Value> {
    let response: Value = send(patient.call(Method::GET, "/patients/insurers")).await?.json().await?;
    let insurer = &response["insurers"][0];
    let me: Value = send(patient.call(Method::GET, "/patients/me")).await?.json().await?;
    let clinic = external::query(
        "select id from institutions
         where tenant_id = (select min(id) from tenants) and active order by id limit 1",
    )?;
    let clinic: i64 = clinic.trim().parse().context("a clinic")?;
    for recipient in [json!({"kind": "clinic", "id": clinic}), json!({"kind": "insurer", "id": insurer["id"]})] {
        let consent = json!({"kind": "provide", "recipient": recipient, "given": true});
        send(patient.call(Method::PUT, "/patients/consents").json(&consent)).await?;
    }
    Ok(json!({"claim": {
        "institutionId": clinic, "insurerId": insurer["id"], "consented": true, "insuredName": me["patient"]["name"],
        "mobile": "01000000001", "onsetDate": "2025-01-02", "accidentType": "dental", "reason": "측정",
        "documents": ["medical_bill_receipt"], "kind": "new",
    }, "returnMode": "window"}))
}

impl<'a> Shop<'a> {
    /// Prepares a claim.
    ///
    /// # Errors
    /// A call fails.
    pub async fn new(product: &'a Product, patient: &'a Patient, toss: &'a str) -> Result<Self> {
        let http = Client::builder().no_proxy().redirect(Policy::none()).timeout(TIMEOUT).build()?;
        let base = format!("{}/api/v1", product.api);
        Ok(Self { product, patient, base, toss, http, draft: create_draft(patient).await? })
    }

    async fn measure_quotes(&self, count: u32, report: &mut Report) -> Result<()> {
        let mut times = Vec::new();
        let body = json!({"documents": ["medical_bill_receipt", "detailed_statement"], "registeredMail": true});
        for _ in 0..count {
            let start = Instant::now();
            send(self.patient.call(Method::POST, "/patients/insurances/quote").json(&body)).await?.bytes().await?;
            times.push(elapsed_ms(start));
        }
        report.add_times("insurance quote", &mut times, ["<= 5", ""], "one after the other");
        Ok(())
    }

    /// Creates an order and makes a choice on the provider's page. Returns the return URL and the order number.
    async fn authorize(&self, choice: &str) -> Result<(String, String)> {
        let call = self.patient.call(Method::POST, "/patients/payments").json(&self.draft);
        let order: Value = send(call).await?.json().await?;
        let text = |field: &str| order["order"][field].as_str().map(ToOwned::to_owned).context("an order");
        let page = self.follow_redirect(self.http.get(self.api_url(&text("checkoutUrl")?)?)).await?;
        let back = self.follow_redirect(self.http.post(page).form(&[("choice", choice)])).await?;
        Ok((self.api_url(&back)?, text("oid")?))
    }

    /// Returns the URL of the api for a URL of the web app.
    fn api_url(&self, address: &str) -> Result<String> {
        let (_, path) = address.split_once("/api/v1").context("an address of the api")?;
        Ok(format!("{}{path}", self.base))
    }

    async fn follow_redirect(&self, call: reqwest::RequestBuilder) -> Result<String> {
        let response = call.header(HOST, &*self.patient.host).send().await?;
        let to = response.headers().get(LOCATION).context("no way on")?.to_str()?.to_owned();
        Ok(to)
    }

    async fn measure_purchases(&self, count: u32, report: &mut Report) -> Result<()> {
        let (mut times, mut trips) = (Vec::new(), Vec::new());
        for _ in 0..count {
            let (back, oid) = self.authorize("pay").await?;
            let start = Instant::now();
            let end = self.follow_redirect(self.http.get(back)).await?;
            times.push(elapsed_ms(start));
            ensure!(end.starts_with("/payment/complete"), "{end}");
            let start = Instant::now();
            let look =
                self.http.get(format!("{}/v1/payments/orders/{oid}", self.toss)).basic_auth(SECRET_KEY, Some(""));
            send(look).await?.bytes().await?;
            trips.push(elapsed_ms(start));
        }
        report.add_times("provider's round trip", &mut trips, ["", ""], "a look-up, for comparison");
        report.add_times(
            "payment: return to redirect",
            &mut times,
            ["<= a round trip + 30", ""],
            "confirmed and settled",
        );
        Ok(())
    }

    async fn measure_lost_response(&self, report: &mut Report) -> Result<()> {
        let (back, oid) = self.authorize("lose").await?;
        let start = Instant::now();
        self.follow_redirect(self.http.get(back)).await?;
        let path = format!("/patients/payments/{oid}");
        loop {
            let order: Value = send(self.patient.call(Method::GET, &path)).await?.json().await?;
            if order["order"]["status"] == "paid" {
                break;
            }
            ensure!(start.elapsed() < TIMEOUT, "a lost response was never settled");
            sleep(POLL_INTERVAL).await;
        }
        let took = start.elapsed().as_secs_f64();
        report.add("payment: a lost answer settled", took, Metric::new("s", "<= 30"), "from the return, by the job");
        Ok(())
    }

    /// Creates the same transactions at the provider and in the ledger, and measures their comparison.
    async fn measure_day(&self, count: usize, report: &mut Report) -> Result<()> {
        let at = external::query(
            "select to_char((now() - interval '1 day') at time zone 'utc', 'YYYY-MM-DD') || 'T03:00:00Z'",
        )?;
        let stem = external::query("select 'clm_b' || floor(extract(epoch from now()))::bigint")?;
        let (at, stem) = (at.trim(), stem.trim());
        self.insert_transactions(count, at, stem).await?;
        let before = process::peak_memory(self.product, "worker")?;
        let took = compare_day(&at[..10]).await?;
        let note = format!("{count} transactions, the provider's list against the ledger");
        report.add("payment: comparison of a day", took, Metric::new("s", "<= 60"), &note);
        let growth = process::peak_memory(self.product, "worker")? - before;
        report.add("payment: memory for it", growth, Metric::new("MB", "<= 200"), "growth of the worker's VmHWM");
        let differences = external::query(&format!(
            "select count(*) from payment_findings f join orders o on o.id = f.order_id where o.oid like '{stem}%'"
        ))?;
        ensure!(differences.trim() == "0", "{} differences were found where there are none", differences.trim());
        Ok(())
    }

    /// Creates paid orders at the provider and in the database.
    async fn insert_transactions(&self, count: usize, at: &str, stem: &str) -> Result<()> {
        let body = json!({"secret": SECRET_KEY, "orderId": stem, "amount": 3_630, "count": count, "at": at});
        let call = self.http.post(format!("{}/sandbox/payments", self.toss)).json(&body);
        let created: Value = send(call).await?.json().await?;
        let transactions = created["transactions"].as_array().context("the transactions")?;
        external::execute(&format!(
            "insert into orders (tenant_id, oid, patient_id, account_id, amount, lines, return_mode, created_at, updated_at)
             select t.id, '{stem}' || case when n = 0 then '' else '-' || n end, p.id, a.id, 3630, '[]', 'window', '{at}', '{at}'
             from (select min(id) as id from tenants) t
             join lateral (select id from patients where tenant_id = t.id order by id limit 1) p on true
             join payment_accounts a on a.tenant_id = t.id and a.provider = 'toss',
                  generate_series(0, {count} - 1) as n;
             update orders set status = 'paid', provider_key = oid where oid like '{stem}%'"
        ))?;
        for chunk in transactions.chunks(CHUNK_SIZE) {
            let column = |name: &str| {
                let values: Vec<String> =
                    chunk.iter().map(|row| format!("'{}'", row[name].as_str().unwrap_or_default())).collect();
                values.join(",")
            };
            external::execute(&format!(
                "insert into ledger (tenant_id, order_id, kind, amount, transaction_key, at, created_at)
                 select o.tenant_id, o.id, 'charge', 3630, m.key, '{at}', now()
                 from unnest(array[{}], array[{}]) as m (oid, key) join orders o on o.oid = m.oid",
                column("orderId"),
                column("transactionKey")
            ))?;
        }
        external::execute("analyze orders, ledger")
    }
}

/// Runs the comparison of a day and returns the seconds that it took.
///
/// # Errors
/// psql fails, or the job does not end.
pub async fn compare_day(day: &str) -> Result<f64> {
    let job = external::query(&format!(
        "insert into jobs (tenant_id, queue, kind, version, payload)
         select min(id), 'payments', 'compare_day', 2, jsonb_build_object('day', date '{day}') from tenants returning id"
    ))?;
    let finished = format!(
        "select extract(epoch from finished_at - started_at) from jobs where id = {} and state = 'done'",
        job.trim()
    );
    let start = Instant::now();
    loop {
        let took = external::query(&finished)?;
        if !took.trim().is_empty() {
            return Ok(took.trim().parse()?);
        }
        ensure!(start.elapsed() < TIMEOUT, "the day was not compared");
        sleep(POLL_INTERVAL).await;
    }
}

fn elapsed_ms(start: Instant) -> f64 {
    start.elapsed().as_secs_f64() * 1000.
}
