//! Payment: the quote, the way back from the provider, an answer that was lost, and the comparison of a day.

use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use reqwest::header::{HOST, LOCATION};
use reqwest::redirect::Policy;
use reqwest::{Client, Method};
use serde_json::{Value, json};
use tokio::time::{Instant, sleep};

use crate::outside;
use crate::patient::{Patient, checked};
use crate::process;
use crate::product::Product;
use crate::report::Report;

/// The secret key of the first demo tenant at the sandbox's provider.
const SECRET: &str = "test_sk_sandbox_first";
/// Purchases; an hour lets one patient make 60 orders.
const PURCHASES: u32 = 20;
/// Movements of the day that is compared.
const MOVEMENTS: usize = 100_000;
/// Rows of one statement.
const CHUNK: usize = 1_000;
/// An order or a job that has not ended by then will not.
const PATIENCE: Duration = Duration::from_mins(5);

struct Shop<'a> {
    patient: &'a Patient,
    /// The api.
    base: String,
    /// The provider.
    toss: &'a str,
    http: Client,
    draft: Value,
}

/// Measures.
///
/// # Errors
/// When a call fails.
pub async fn measure(
    product: &Product,
    patient: &Patient,
    (toss, quick): (&str, bool),
    report: &mut Report,
) -> Result<()> {
    let http = Client::builder().no_proxy().redirect(Policy::none()).timeout(PATIENCE).build()?;
    let base = format!("{}/api/v1", product.api);
    let shop = Shop { patient, base, toss, http, draft: draft(patient).await? };
    shop.quotes(quick, report).await?;
    shop.purchases(if quick { 3 } else { PURCHASES }, report).await?;
    shop.lost(report).await?;
    shop.day(product, if quick { MOVEMENTS / 10 } else { MOVEMENTS }, report).await
}

/// A claim to be ordered, with every consent that it needs.
async fn draft(patient: &Patient) -> Result<Value> {
    let answer: Value = checked(patient.call(Method::GET, "/patients/insurers")).await?.json().await?;
    let insurer = &answer["insurers"][0];
    let clinic = outside::ask(
        "select id || ' ' || name from institutions
         where tenant_id = (select min(id) from tenants) and active order by id limit 1",
    )?;
    let (id, clinic) = clinic.trim().split_once(' ').context("a clinic")?;
    for recipient in [clinic, insurer["name"].as_str().context("an insurer")?] {
        let consent = json!({"kind": "provide", "recipient": recipient, "given": true});
        checked(patient.call(Method::PUT, "/patients/consents").json(&consent)).await?;
    }
    Ok(json!({"claim": {
        "institutionId": id.parse::<i64>()?, "insurerId": insurer["id"], "consented": true, "insuredName": "측정",
        "mobile": "01000000001", "onsetDate": "2025-01-02", "accidentType": "dental", "reason": "측정",
        "bankName": "은행", "accountNumber": "1234567890", "depositor": "측정", "residentFront": "880314",
        "residentBack": "2", "documents": ["medical_bill_receipt"], "kind": "new",
    }, "returnMode": "window"}))
}

impl Shop<'_> {
    async fn quotes(&self, quick: bool, report: &mut Report) -> Result<()> {
        let mut times = Vec::new();
        let body = json!({"documents": ["medical_bill_receipt", "detailed_statement"], "registeredMail": true});
        for _ in 0..if quick { 50 } else { 500 } {
            let started = Instant::now();
            checked(self.patient.call(Method::POST, "/patients/insurances/quote").json(&body)).await?.bytes().await?;
            times.push(milliseconds(started));
        }
        report.times("insurance quote", &mut times, ["<= 5", ""], "one after the other");
        Ok(())
    }

    /// Orders, and goes by the provider's page to the address of the way back; answers that and the order's number.
    async fn agreed(&self, choice: &str) -> Result<(String, String)> {
        let call = self.patient.call(Method::POST, "/patients/payments").json(&self.draft);
        let order: Value = checked(call).await?.json().await?;
        let text = |field: &str| order["order"][field].as_str().map(ToOwned::to_owned).context("an order");
        let page = self.location(self.http.get(self.own(&text("checkoutUrl")?)?)).await?;
        let back = self.location(self.http.post(page).form(&[("choice", choice)])).await?;
        Ok((self.own(&back)?, text("oid")?))
    }

    /// An address of the product's, asked of the api itself.
    fn own(&self, address: &str) -> Result<String> {
        let (_, path) = address.split_once("/api/v1").context("an address of the api")?;
        Ok(format!("{}{path}", self.base))
    }

    async fn location(&self, call: reqwest::RequestBuilder) -> Result<String> {
        let answer = call.header(HOST, &*self.patient.host).send().await?;
        let to = answer.headers().get(LOCATION).context("no way on")?.to_str()?.to_owned();
        Ok(to)
    }

    async fn purchases(&self, count: u32, report: &mut Report) -> Result<()> {
        let (mut times, mut trips) = (Vec::new(), Vec::new());
        for _ in 0..count {
            let (back, oid) = self.agreed("pay").await?;
            let started = Instant::now();
            let end = self.location(self.http.get(back)).await?;
            times.push(milliseconds(started));
            ensure!(end.starts_with("/payment/complete"), "{end}");
            let started = Instant::now();
            let look = self.http.get(format!("{}/v1/payments/orders/{oid}", self.toss)).basic_auth(SECRET, Some(""));
            checked(look).await?.bytes().await?;
            trips.push(milliseconds(started));
        }
        report.times("provider's round trip", &mut trips, ["", ""], "a look-up, for comparison");
        report.times("payment: return to redirect", &mut times, ["<= a round trip + 30", ""], "confirmed and settled");
        Ok(())
    }

    async fn lost(&self, report: &mut Report) -> Result<()> {
        let (back, oid) = self.agreed("lose").await?;
        let started = Instant::now();
        self.location(self.http.get(back)).await?;
        let path = format!("/patients/payments/{oid}");
        loop {
            let order: Value = checked(self.patient.call(Method::GET, &path)).await?.json().await?;
            if order["order"]["status"] == "paid" {
                break;
            }
            ensure!(started.elapsed() < PATIENCE, "a lost answer was never settled");
            sleep(Duration::from_millis(100)).await;
        }
        let took = started.elapsed().as_secs_f64();
        report.add("payment: a lost answer settled", took, ("s", "<= 30"), "from the return, by the job");
        Ok(())
    }

    /// Fills a day at the provider and in the ledger alike, and compares it.
    async fn day(&self, product: &Product, count: usize, report: &mut Report) -> Result<()> {
        let at = outside::ask(
            "select to_char((now() - interval '1 day') at time zone 'utc', 'YYYY-MM-DD') || 'T03:00:00Z'",
        )?;
        let stem = outside::ask("select 'clm_b' || floor(extract(epoch from now()))::bigint")?;
        let (at, stem) = (at.trim(), stem.trim());
        let body = json!({"secret": SECRET, "orderId": stem, "amount": 3_630, "count": count, "at": at});
        let call = self.http.post(format!("{}/sandbox/payments", self.toss)).json(&body);
        let made: Value = checked(call).await?.json().await?;
        let made = made["transactions"].as_array().context("the movements")?;
        outside::fill(&format!(
            "insert into orders (tenant_id, oid, patient_id, account_id, amount, lines, return_mode, created_at, updated_at)
             select t.id, '{stem}' || case when n = 0 then '' else '-' || n end, p.id, a.id, 3630, '[]', 'window', '{at}', '{at}'
             from (select min(id) as id from tenants) t
             join lateral (select id from patients where tenant_id = t.id order by id limit 1) p on true
             join payment_accounts a on a.tenant_id = t.id and a.provider = 'toss',
                  generate_series(0, {count} - 1) as n;
             update orders set status = 'paid', provider_key = oid where oid like '{stem}%'"
        ))?;
        for chunk in made.chunks(CHUNK) {
            let column = |name: &str| {
                let values: Vec<String> =
                    chunk.iter().map(|row| format!("'{}'", row[name].as_str().unwrap_or_default())).collect();
                values.join(",")
            };
            outside::fill(&format!(
                "insert into ledger (tenant_id, order_id, kind, amount, transaction_key, at, created_at)
                 select o.tenant_id, o.id, 'charge', 3630, m.key, '{at}', now()
                 from unnest(array[{}], array[{}]) as m (oid, key) join orders o on o.oid = m.oid",
                column("orderId"),
                column("transactionKey")
            ))?;
        }
        outside::fill("analyze orders, ledger")?;
        let before = process::peak(product, "worker")?;
        let job = outside::ask(&format!(
            "insert into jobs (tenant_id, queue, kind, ref_id)
             select min(id), 'payments', 'compare_day', date '{}' - date '0001-01-01' + 1 from tenants returning id",
            &at[..10]
        ))?;
        let ended = format!(
            "select extract(epoch from finished_at - started_at) from jobs where id = {} and state = 'done'",
            job.trim()
        );
        let started = Instant::now();
        let took = loop {
            let took = outside::ask(&ended)?;
            if !took.trim().is_empty() {
                break took.trim().parse::<f64>()?;
            }
            ensure!(started.elapsed() < PATIENCE, "the day was not compared");
            sleep(Duration::from_millis(200)).await;
        };
        let note = format!("{count} movements, the provider's list against the ledger");
        report.add("payment: comparison of a day", took, ("s", "<= 60"), &note);
        let grown = process::peak(product, "worker")? - before;
        report.add("payment: memory for it", grown, ("MB", "<= 200"), "growth of the worker's VmHWM");
        let open = outside::ask(&format!(
            "select count(*) from payment_findings f join orders o on o.id = f.order_id where o.oid like '{stem}%'"
        ))?;
        ensure!(open.trim() == "0", "{} differences were found where there are none", open.trim());
        Ok(())
    }
}

fn milliseconds(started: Instant) -> f64 {
    started.elapsed().as_secs_f64() * 1000.
}
