//! Twice as many calls as the api can serve: the second part of `./task load`.
//!
//! It finds the capacity, offers twice as much for a while, and a little before and afterwards. The api must refuse what
//! is too much, fail nothing, store each accepted upload once, and serve everything again as soon as the overload ends.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use anyhow::Result;
use reqwest::Method;
use serde_json::json;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio::time::Instant;

use crate::caller::{ApiResponse, attempt};
use crate::open_loop::repeat;
use crate::patient::Patient;
use crate::product::Product;
use crate::report::{Metric, PERCENTILES, Report};
use crate::{external, people};

/// Patients who take turns.
const PATIENT_COUNT: usize = 100;
/// One call in this many creates an upload, the others read. It has no divisor in common with [`PATIENT_COUNT`], so that
/// all patients create some: there is a rate limit for each.
const UPLOAD_INTERVAL: usize = 9;
/// Clients that find the capacity: fewer than the api works on at a time.
const CAPACITY_CLIENTS: usize = 64;
const CAPACITY_TIME: Duration = Duration::from_secs(4);
/// Calls per second before and after the overload.
const MODERATE_RATE: f64 = 50.;
const MODERATE_TIME: Duration = Duration::from_secs(4);
/// Calls without a response at a time, each with a connection: more than the api works on, and less than the 1,024 files
/// that a process may open on many machines.
const MAX_OPEN_CALLS: usize = 768;

/// The outcome of a call.
#[derive(Debug, PartialEq)]
enum Outcome {
    /// It was served. A created upload has a key.
    Served(Option<String>),
    /// The api refused it because too many requests were in work.
    Refused,
    /// Any other response.
    Failed(String),
    /// There was no response in time, or the connection broke.
    Unanswered(String),
}

impl Outcome {
    fn from_response(response: Result<ApiResponse>) -> Self {
        match response {
            Ok(response) if response.status.is_success() => {
                Self::Served(response.body["key"].as_str().map(ToOwned::to_owned))
            }
            Ok(response) if response.status == 429 && response.body["code"] == "overloaded" => Self::Refused,
            Ok(response) => Self::Failed(format!("{} {}", response.status, response.body)),
            Err(error) => Self::Unanswered(format!("{error:#}")),
        }
    }
}

/// Makes calls. Clones share their connections.
#[derive(Clone)]
struct Client {
    patients: Arc<[Patient]>,
    count: Arc<AtomicUsize>,
    open: Arc<Semaphore>,
}

impl Client {
    fn new(product: &Product) -> Result<Self> {
        let patients = people::create(product, PATIENT_COUNT)?.into();
        Ok(Self { patients, count: Arc::default(), open: Arc::new(Semaphore::new(MAX_OPEN_CALLS)) })
    }

    /// Creates an upload, or reads the account or the history.
    fn call(&self) -> impl Future<Output = Outcome> + Send + use<> {
        let number = self.count.fetch_add(1, Ordering::Relaxed);
        let patient = &self.patients[number % self.patients.len()];
        let call = if number.is_multiple_of(UPLOAD_INTERVAL) {
            let wanted = json!({ "filename": "tongue.jpg", "contentType": "image/jpeg", "size": 1_000 });
            let key = format!("overload-{}-{number}", std::process::id());
            patient.call(Method::POST, "/patients/uploads").header("idempotency-key", key).json(&wanted)
        } else {
            patient.call(Method::GET, if number.is_multiple_of(2) { "/patients/me" } else { "/patients/tcis" })
        };
        let open = Arc::clone(&self.open);
        async move {
            let _permit = open.acquire().await;
            Outcome::from_response(attempt(call).await)
        }
    }

    /// Makes calls at a constant rate.
    async fn offer(&self, rate: f64, time: Duration) -> Outcomes {
        repeat(rate, time, |_| self.call()).await.into_iter().collect()
    }

    /// Makes as many calls as some clients can, each one call at a time (closed loop).
    async fn saturate(&self) -> Outcomes {
        let (start, mut clients) = (Instant::now(), JoinSet::new());
        for _ in 0..CAPACITY_CLIENTS {
            let client = self.clone();
            clients.spawn(async move {
                let mut outcomes = Vec::new();
                while start.elapsed() < CAPACITY_TIME {
                    let due = Instant::now();
                    let outcome = client.call().await;
                    outcomes.push((due.elapsed().as_secs_f64() * 1_000., outcome));
                }
                outcomes
            });
        }
        clients.join_all().await.into_iter().flatten().collect()
    }
}

/// The outcomes of the calls of a phase.
#[derive(Debug, Default)]
struct Outcomes {
    /// The milliseconds of the served calls.
    served: Vec<f64>,
    /// The milliseconds of the refused calls.
    refused: Vec<f64>,
    /// The keys of the created uploads.
    uploads: BTreeSet<String>,
    failed: Vec<String>,
    unanswered: Vec<String>,
}

impl FromIterator<(f64, Outcome)> for Outcomes {
    fn from_iter<T: IntoIterator<Item = (f64, Outcome)>>(calls: T) -> Self {
        let mut outcomes = Self::default();
        for (took, outcome) in calls {
            match outcome {
                Outcome::Served(upload) => {
                    outcomes.served.push(took);
                    outcomes.uploads.extend(upload);
                }
                Outcome::Refused => outcomes.refused.push(took),
                Outcome::Failed(error) => outcomes.failed.push(error),
                Outcome::Unanswered(error) => outcomes.unanswered.push(error),
            }
        }
        outcomes
    }
}

impl Outcomes {
    /// Returns the served calls per second.
    fn served_rate(&self, time: Duration) -> f64 {
        rate(self.served.len(), time)
    }

    fn add_latency(&mut self, report: &mut Report, name: &str) {
        report.add_percentiles(name, &mut self.served, &PERCENTILES, &format!("at {MODERATE_RATE}/s, open loop"));
    }
}

/// Measures the capacity and an overload of this duration.
///
/// # Errors
/// psql fails.
pub async fn measure(product: &Product, time: Duration, report: &mut Report) -> Result<()> {
    let client = Client::new(product)?;
    let since = external::database_time()?;
    let saturated = client.saturate().await;
    let capacity = saturated.served_rate(CAPACITY_TIME);
    let mut before = client.offer(MODERATE_RATE, MODERATE_TIME).await;
    let mut overload = client.offer(2. * capacity, time).await;
    let mut after = client.offer(MODERATE_RATE, MODERATE_TIME).await;

    let note = format!("{CAPACITY_CLIENTS} clients, closed loop; one call in {UPLOAD_INTERVAL} creates an upload");
    report.add("capacity", capacity, Metric::new("1/s", ""), &note);
    before.add_latency(report, "before the overload");
    add_overload(report, &mut overload, time);
    after.add_latency(report, "after the overload");

    let phases = [&saturated, &before, &overload, &after];
    add_errors(report, "overload: failed calls", phases.map(|phase| &phase.failed));
    add_errors(report, "overload: calls without a response", phases.map(|phase| &phase.unanswered));
    let moderate = saturated.refused.len() + before.refused.len() + after.refused.len();
    report.add_check("calls refused without an overload", moderate, "before and after it");
    let accepted: BTreeSet<String> = phases.into_iter().flat_map(|phase| phase.uploads.iter().cloned()).collect();
    report.add_effects("uploads", &accepted, &find_uploads(&since)?);
    Ok(())
}

fn add_overload(report: &mut Report, overload: &mut Outcomes, time: Duration) {
    let Outcomes { served, refused, failed, unanswered, .. } = &*overload;
    let offered = served.len() + refused.len() + failed.len() + unanswered.len();
    let note = format!("{} s, twice the capacity, open loop", time.as_secs());
    report.add("overload: offered", rate(offered, time), Metric::new("1/s", ""), &note);
    let note = "client and servers share the processor, and a refusal costs both some of it";
    report.add("overload: served", overload.served_rate(time), Metric::new("1/s", ""), note);
    report.add("overload: refused", rate(refused.len(), time), Metric::new("1/s", ""), "429 overloaded");
    report.add_percentiles("overload: a served call", &mut overload.served, &PERCENTILES, "from when it was due");
    report.add_percentiles("overload: a refusal", &mut overload.refused, &PERCENTILES, "from when it was due");
}

/// Adds a check that there are no errors in any phase.
fn add_errors(report: &mut Report, name: &str, phases: [&Vec<String>; 4]) {
    let errors: Vec<&String> = phases.into_iter().flatten().collect();
    let note = errors.first().map_or_else(String::new, |error| format!("the first: {error}"));
    report.add_check(name, errors.len(), &note);
}

fn rate(count: usize, time: Duration) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "counts are small")]
    let count = count as f64;
    count / time.as_secs_f64()
}

/// Returns the keys of the uploads that the patients have created since then.
fn find_uploads(since: &str) -> Result<BTreeSet<String>> {
    let rows = external::query(&format!(
        "select u.object_key from uploads u join patients p on p.id = u.patient_id
         where p.login_user_id ~ '^{}[0-9]+$' and u.created_at >= '{since}'",
        people::PREFIX
    ))?;
    Ok(rows.lines().map(ToOwned::to_owned).collect())
}

#[cfg(test)]
mod tests {
    use reqwest::StatusCode;
    use serde_json::Value;

    use super::*;

    fn outcome(status: StatusCode, body: Value) -> Outcome {
        Outcome::from_response(Ok(ApiResponse { status, location: String::new(), body }))
    }

    #[test]
    fn only_load_shedding_counts_as_refusal() {
        assert_eq!(outcome(StatusCode::CREATED, json!({ "key": "a.jpg" })), Outcome::Served(Some("a.jpg".to_owned())));
        assert_eq!(outcome(StatusCode::OK, Value::Null), Outcome::Served(None));
        assert_eq!(outcome(StatusCode::TOO_MANY_REQUESTS, json!({ "code": "overloaded" })), Outcome::Refused);
        for (status, code) in [
            (StatusCode::TOO_MANY_REQUESTS, "too_many_requests"),
            (StatusCode::SERVICE_UNAVAILABLE, "unavailable"),
            (StatusCode::REQUEST_TIMEOUT, "timeout"),
        ] {
            let outcome = outcome(status, json!({ "code": code }));
            assert!(matches!(&outcome, Outcome::Failed(error) if error.contains(code)), "{outcome:?}");
        }
        assert!(matches!(Outcome::from_response(Err(anyhow::anyhow!("broken"))), Outcome::Unanswered(_)));
    }

    #[test]
    fn outcomes_are_counted_by_kind() {
        let calls = [
            (5., Outcome::Served(Some("a.jpg".to_owned()))),
            (6., Outcome::Served(None)),
            (0.5, Outcome::Refused),
            (7., Outcome::Failed("500".to_owned())),
            (8., Outcome::Unanswered("broken".to_owned())),
        ];
        let outcomes: Outcomes = calls.into_iter().collect();
        assert_eq!((outcomes.served.as_slice(), outcomes.refused.as_slice()), ([5., 6.].as_slice(), [0.5].as_slice()));
        assert_eq!(outcomes.uploads, BTreeSet::from(["a.jpg".to_owned()]));
        assert_eq!((outcomes.failed, outcomes.unanswered), (vec!["500".to_owned()], vec!["broken".to_owned()]));
        assert!((rate(10, Duration::from_secs(4)) - 2.5).abs() < f64::EPSILON);
    }
}
