//! Accounts: the time of a sign-in, its effect on other requests under load, and the delay of a mail.

use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use reqwest::Method;
use serde_json::{Value, json};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};

use crate::patient::{Patient, send};
use crate::product::Product;
use crate::report::Report;

/// Concurrent sign-ins under load.
const CONCURRENT_SIGN_INS: u32 = 50;
/// Wrong passwords for one account; a tenth would lock it for five minutes.
const WRONG_PASSWORDS: u32 = 9;
/// How long a mail may take.
const MAIL_TIMEOUT: Duration = Duration::from_secs(10);
const POLL_INTERVAL: Duration = Duration::from_millis(2);

/// Measures accounts. The rate limit of sign-ins (300 per address in five minutes) allows two runs.
///
/// # Errors
/// A call fails, because a metric that includes errors would be meaningless.
pub async fn measure(product: &Product, patient: &Patient, quick: bool, report: &mut Report) -> Result<()> {
    let part = |whole: u32| if quick { whole / 10 } else { whole };
    let mut times = Vec::new();
    for _ in 0..part(60) {
        let start = Instant::now();
        Patient::sign_in(product).await?;
        times.push(elapsed_ms(start));
    }
    report.add_times("sign-in", &mut times, ["<= 80", ""], "one after the other, Argon2id m=19 MiB t=2 p=1");
    // alternating, and within the limit per account
    let known = &product.patients.get(1).context("no second demo patient")?.login_user_id;
    let (mut wrong, mut absent) = (Vec::new(), Vec::new());
    for number in 0..WRONG_PASSWORDS {
        wrong.push(time_failed_sign_in(patient, known).await?);
        absent.push(time_failed_sign_in(patient, &format!("nobody{number}")).await?);
    }
    report.add_times("sign-in, a wrong password", &mut wrong, ["", ""], "a known ID");
    report.add_times("sign-in, an ID that is not there", &mut absent, ["as above", ""], "in turn with those above");

    let mut quiet = time_requests(patient, part(1_000)).await?;
    report.add_times("GET /patients/me, alone", &mut quiet, ["<= 2", ""], "one after the other");
    let mut rush = JoinSet::new();
    for number in 0..CONCURRENT_SIGN_INS {
        let patient = patient.clone();
        rush.spawn(async move { time_failed_sign_in(&patient, &format!("rush{number}")).await });
    }
    let mut busy = Vec::new();
    while !rush.is_empty() {
        busy.push(time_request(patient).await?);
        while let Some(ended) = rush.try_join_next() {
            ended??;
        }
    }
    report.add_times(
        "GET /patients/me, in a rush of 50 sign-ins",
        &mut busy,
        ["<= 2 x alone", ""],
        "one after the other",
    );
    measure_mail(product, patient, report).await
}

/// Measures the time from requesting a forgotten ID to its mail in the inbox.
async fn measure_mail(product: &Product, patient: &Patient, report: &mut Report) -> Result<()> {
    let me: Value = send(patient.call(Method::GET, "/patients/me")).await?.json().await?;
    let email = me["patient"]["email"].as_str().context("the demo patient has no e-mail address")?;
    let before = product.count_messages(email).await?;
    let mut times = Vec::new();
    // an address may request five mails per hour
    for number in 1..=4 {
        let start = Instant::now();
        send(patient.call(Method::POST, "/patients/find-id").json(&json!({ "email": email }))).await?;
        while product.count_messages(email).await? < before + number {
            ensure!(start.elapsed() < MAIL_TIMEOUT, "no mail within {} s", MAIL_TIMEOUT.as_secs());
            sleep(POLL_INTERVAL).await;
        }
        times.push(elapsed_ms(start));
    }
    report.add_times("find ID -> mail in the inbox", &mut times, ["<= 1000", ""], "a job, SMTP, the sandbox's mailbox");
    Ok(())
}

/// Measures a sign-in with a wrong password. For an unknown ID the password is hashed too.
async fn time_failed_sign_in(patient: &Patient, login_user_id: &str) -> Result<f64> {
    let start = Instant::now();
    let body = json!({ "loginUserId": login_user_id, "password": "Nobody!2026" });
    let response = patient.call(Method::POST, "/patients/auth/login").json(&body).send().await?;
    ensure!(response.status() == 401, "a sign-in that must fail returned {}", response.status());
    Ok(elapsed_ms(start))
}

async fn time_requests(patient: &Patient, count: u32) -> Result<Vec<f64>> {
    let mut times = Vec::new();
    for _ in 0..count {
        times.push(time_request(patient).await?);
    }
    Ok(times)
}

async fn time_request(patient: &Patient) -> Result<f64> {
    let start = Instant::now();
    send(patient.call(Method::GET, "/patients/me")).await?;
    Ok(elapsed_ms(start))
}

fn elapsed_ms(start: Instant) -> f64 {
    start.elapsed().as_secs_f64() * 1000.
}
