//! Patients who ask for their forgotten IDs, and wait for the mail.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use reqwest::Method;
use serde_json::json;
use tokio::time::sleep;

use super::Users;
use crate::people;

/// The pause between two requests.
const PAUSE: Duration = Duration::from_secs(1);
const POLL_INTERVAL: Duration = Duration::from_millis(200);

/// Asks for one patient's ID after another until it is over. A patient's mails are limited, so each asks once.
pub async fn repeat(users: Arc<Users>) {
    for number in 1..=users.patients.len() {
        if users.is_over() {
            return;
        }
        users.record("message", request(&users, number).await);
        sleep(PAUSE).await;
    }
}

async fn request(users: &Users, number: usize) -> Result<()> {
    let email = people::email(number);
    let body = json!({ "email": email });
    // the limits count each address
    let address = format!("198.51.{}.{}", number / 250, number % 250 + 1);
    let patient = &users.patients[number - 1];
    let call = || Ok(patient.call(Method::POST, "/patients/find-id").header("x-forwarded-for", &address).json(&body));
    users.caller.send(call).await?.accepted()?;
    users.accepted.lock().messages.push(number);
    // at the end every message must be sent: the inbox itself keeps only the newest mails
    while !users.is_over() && users.product.count_messages(&email).await? == 0 {
        sleep(POLL_INTERVAL).await;
    }
    Ok(())
}
