//! Accounts: how long a sign-in takes, what a rush of them does to the others, how soon a forgotten ID is in the mailbox.

use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use reqwest::Method;
use serde_json::{Value, json};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};

use crate::patient::{Patient, checked};
use crate::product::Product;
use crate::report::Report;

/// Sign-ins at once in the rush.
const RUSH: u32 = 50;
/// Wrong passwords for one account; the tenth would be the last for five minutes.
const WRONG: u32 = 9;
/// A message that is not in the inbox by then will not come.
const PATIENCE: Duration = Duration::from_secs(10);

/// Measures all of it. The limits of sign-in (300 an address in five minutes) leave room for two runs.
///
/// # Errors
/// When a call fails: a figure with errors in it would say nothing.
pub async fn measure(product: &Product, patient: &Patient, quick: bool, report: &mut Report) -> Result<()> {
    let part = |whole: u32| if quick { whole / 10 } else { whole };
    let mut times = Vec::new();
    for _ in 0..part(60) {
        let started = Instant::now();
        Patient::sign_in(product).await?;
        times.push(milliseconds(started));
    }
    report.times("sign-in", &mut times, ["<= 80", ""], "one after the other, Argon2id m=19 MiB t=2 p=1");
    // in turn, and no more than the limit of one account lets through
    let known = &product.patients.get(1).context("no second demo patient")?.login_user_id;
    let (mut wrong, mut absent) = (Vec::new(), Vec::new());
    for number in 0..WRONG {
        wrong.push(refused(patient, known).await?);
        absent.push(refused(patient, &format!("nobody{number}")).await?);
    }
    report.times("sign-in, a wrong password", &mut wrong, ["", ""], "a known ID");
    report.times("sign-in, an ID that is not there", &mut absent, ["as above", ""], "in turn with those above");

    let mut quiet = looks(patient, part(1_000)).await?;
    report.times("GET /patients/me, alone", &mut quiet, ["<= 2", ""], "one after the other");
    let mut rush = JoinSet::new();
    for number in 0..RUSH {
        let patient = patient.clone();
        rush.spawn(async move { refused(&patient, &format!("rush{number}")).await });
    }
    let mut busy = Vec::new();
    while !rush.is_empty() {
        busy.push(look(patient).await?);
        while let Some(ended) = rush.try_join_next() {
            ended??;
        }
    }
    report.times("GET /patients/me, in a rush of 50 sign-ins", &mut busy, ["<= 2 x alone", ""], "one after the other");
    mail(product, patient, report).await
}

/// From asking for a forgotten ID to its mail in the inbox.
async fn mail(product: &Product, patient: &Patient, report: &mut Report) -> Result<()> {
    let me: Value = checked(patient.call(Method::GET, "/patients/me")).await?.json().await?;
    let email = me["patient"]["email"].as_str().context("the demo patient has no e-mail address")?;
    let before = product.messages(email).await?;
    let mut times = Vec::new();
    // one address may ask five times an hour
    for number in 1..=4 {
        let started = Instant::now();
        checked(patient.call(Method::POST, "/patients/find-id").json(&json!({ "email": email }))).await?;
        while product.messages(email).await? < before + number {
            ensure!(started.elapsed() < PATIENCE, "no mail within {} s", PATIENCE.as_secs());
            sleep(Duration::from_millis(2)).await;
        }
        times.push(milliseconds(started));
    }
    report.times("find ID -> mail in the inbox", &mut times, ["<= 1000", ""], "a job, SMTP, the sandbox's mailbox");
    Ok(())
}

/// Tries to sign in with a password that is nobody's: it is hashed also for an ID that is not there.
async fn refused(patient: &Patient, login_user_id: &str) -> Result<f64> {
    let started = Instant::now();
    let body = json!({ "loginUserId": login_user_id, "password": "Nobody!2026" });
    let answer = patient.call(Method::POST, "/patients/auth/login").json(&body).send().await?;
    ensure!(answer.status() == 401, "a sign-in that must fail was answered {}", answer.status());
    Ok(milliseconds(started))
}

async fn looks(patient: &Patient, count: u32) -> Result<Vec<f64>> {
    let mut times = Vec::new();
    for _ in 0..count {
        times.push(look(patient).await?);
    }
    Ok(times)
}

async fn look(patient: &Patient) -> Result<f64> {
    let started = Instant::now();
    checked(patient.call(Method::GET, "/patients/me")).await?;
    Ok(milliseconds(started))
}

fn milliseconds(since: Instant) -> f64 {
    since.elapsed().as_secs_f64() * 1000.
}
