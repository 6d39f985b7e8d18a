//! Test helpers for photos: upload, submission, and results as from a worker.

use std::time::Duration;

use axum::http::Method;
use db::notifications::NewNotification;
use db::results::{self, RecordOutcome};
use domain::{FailureCode, NotificationKind, PictureId, Reading};
use runtime::Clock as _;
use serde_json::{Value, json};
use testing::{eventually, factory};

use crate::client::{Call, TestResponse};
use crate::test_app::{SignedIn, TestApp};

impl TestApp {
    /// Requests an upload form.
    pub async fn upload(&self, patient: &SignedIn, kind: &str, size: u64) -> TestResponse {
        let body = json!({"filename": "tongue.jpg", "contentType": kind, "size": size});
        self.call(Method::POST, "/patients/uploads").token(&patient.token).json(&body).send().await
    }

    /// Stores any bytes, bypassing the form's rules.
    pub async fn store(&self, key: &str, bytes: &[u8]) {
        self.state.store.put(key, "image/jpeg", bytes.to_vec().into()).await.expect("the store takes it");
    }

    /// Requests a form, stores a photo and returns its key.
    pub async fn stored_upload(&self, patient: &SignedIn, bytes: &[u8]) -> String {
        let permitted = self.upload(patient, "image/jpeg", 1000).await.expect(201);
        let key = permitted["key"].as_str().expect("a key").to_owned();
        self.store(&key, bytes).await;
        key
    }

    /// Submits a stored photo.
    pub fn submit_photo(&self, patient: &SignedIn, key: &str) -> Call {
        let call = self.call(Method::POST, "/patients/tcis/self-check").token(&patient.token);
        call.json(&json!({"url": key}))
    }

    /// Creates a self-check with this result and returns its id.
    pub async fn self_check(&self, patient: &SignedIn, outcome: Result<(), &str>) -> i64 {
        let key = self.stored_upload(patient, crate::test_app::JPEG).await;
        let created = self.submit_photo(patient, &key).send().await.expect(201);
        self.read_newest(outcome).await;
        created["tci"]["id"].as_i64().expect("an id")
    }

    /// Stores a result for the newest picture, like a worker.
    pub async fn read_newest(&self, outcome: Result<(), &str>) {
        let newest = sqlx::query_scalar("select max(id) from pictures where current");
        let newest: i64 = newest.fetch_one(&mut self.superuser().await).await.expect("a picture");
        let (picture_id, now) = (PictureId::new(newest), self.clock.now());
        let mut tx = self.one.begin().await.expect("a transaction");
        let (recorded, kind) = match outcome {
            Ok(()) => {
                let reading = Reading { unfamiliar: true, ..factory::reading([0, 1, 2, 0, 1, 2, 0, 1, 2]) };
                let recorded = results::insert(&mut tx, picture_id, &factory::new_result(&reading), now).await;
                (recorded, NotificationKind::ResultReady)
            }
            Err(reason) => {
                let failure = reason.parse::<FailureCode>().expect("a known reason");
                let recorded = results::insert_failure(&mut tx, picture_id, Some(factory::size()), failure, now).await;
                (recorded, NotificationKind::ResultFailed)
            }
        };
        let RecordOutcome::Changed { tci_id, patient_id } = recorded.expect("it is recorded") else {
            panic!("it was read before")
        };
        let notification = NewNotification { patient_id, kind, tci_id, picture_id };
        db::notifications::insert(&mut tx, &notification, now).await.expect("the patient is notified");
        tx.commit().await.expect("it is committed");
    }

    /// Returns the key of an analysis' photo.
    pub async fn find_object_key(&self, tci: i64) -> String {
        let key = sqlx::query_scalar("select object_key from pictures where tci_id = $1 and current").bind(tci);
        key.fetch_one(&mut self.superuser().await).await.expect("a picture")
    }

    /// Waits for a number of committed jobs.
    pub async fn wait_for_jobs(&self, count: i64) {
        eventually("committed jobs", Duration::from_secs(10), async || self.count("jobs").await >= count).await;
    }
}

/// Redacts the values that differ between runs.
pub fn redact(response: &Value) -> Value {
    let mut response = response.clone();
    let tci = &mut response["tci"];
    for (field, shown) in [("id", "[id]"), ("tciNumber", "[number]"), ("shootingAt", "[time]"), ("updatedAt", "[time]")]
    {
        tci[field] = shown.into();
    }
    tci["person"]["id"] = "[id]".into();
    tci["tciPicture"]["pictureUrl"] = "[signed]".into();
    if tci["tciPicture"]["aiResult"].is_object() {
        tci["tciPicture"]["aiResult"]["createdAt"] = "[time]".into();
    }
    response
}
