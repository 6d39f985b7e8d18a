//! Patients who request their forgotten IDs and wait for the mail.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use reqwest::Method;
use serde_json::json;
use tokio::time::sleep;

use super::Users;
use crate::people;

/// The pause between two requests.
const CALL_INTERVAL: Duration = Duration::from_secs(1);
const POLL_INTERVAL: Duration = Duration::from_millis(200);

/// Requests one patient's ID after another until the run is over. Each patient requests only once, because mails per
/// patient are limited.
pub async fn repeat(users: Arc<Users>) {
    for number in 1..=users.patients.len() {
        if users.is_over() {
            return;
        }
        users.record("message", request(&users, number).await);
        sleep(CALL_INTERVAL).await;
    }
}

async fn request(users: &Users, number: usize) -> Result<()> {
    let email = people::email(number);
    let body = json!({ "email": email });
    // the rate limits are per address
    let address = format!("198.51.{}.{}", number / 250, number % 250 + 1);
    let patient = &users.patients[number - 1];
    let call = || Ok(patient.call(Method::POST, "/patients/find-id").header("x-forwarded-for", &address).json(&body));
    users.caller.send(call).await?.into_success()?;
    users.accepted.lock().messages.push(number);
    // the database shows at the end whether every message was sent, because the inbox only keeps the newest mails
    while !users.is_over() && users.product.count_messages(&email).await? == 0 {
        sleep(POLL_INTERVAL).await;
    }
    Ok(())
}
