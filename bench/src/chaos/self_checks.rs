//! Patients who make self-checks.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result};
use reqwest::Method;
use serde_json::json;
use tokio::time::sleep;

use super::Users;
use crate::patient::{Patient, upload_form};

/// The pause between two self-checks of a patient.
const CALL_INTERVAL: Duration = Duration::from_millis(700);

/// Makes self-checks until the run is over.
pub async fn repeat(users: Arc<Users>, number: usize) {
    let mut count = 0;
    while !users.is_over() {
        count += 1;
        let key = format!("{}-photo-{number}-{count}", users.run);
        users.record("self-check", make(&users, &users.patients[number], &key).await);
        sleep(CALL_INTERVAL).await;
    }
}

async fn make(users: &Users, patient: &Patient, key: &str) -> Result<()> {
    let object = upload(users, patient).await?;
    let body = json!({ "url": object });
    let call =
        || Ok(patient.call(Method::POST, "/patients/tcis/self-check").header("idempotency-key", key).json(&body));
    let response = users.caller.send(call).await?.into_success()?;
    let id = response.body["tci"]["id"].as_i64().with_context(|| format!("no self-check: {}", response.body))?;
    users.accepted.lock().self_checks.push(id);
    Ok(())
}

/// Uploads the photo with the presigned form and returns its key.
async fn upload(users: &Users, patient: &Patient) -> Result<String> {
    let wanted = json!({ "filename": "tongue.jpg", "contentType": "image/jpeg", "size": users.photo.len() });
    let call = || Ok(patient.call(Method::POST, "/patients/uploads").json(&wanted));
    let upload = users.caller.send(call).await?.into_success()?.body;
    let url = upload["url"].as_str().context("no address came")?;
    let call = || Ok(patient.client.post(url).multipart(upload_form(&upload, &users.photo)?));
    users.caller.send(call).await?.into_success()?;
    Ok(upload["key"].as_str().context("no key came")?.to_owned())
}
