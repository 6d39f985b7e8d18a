//! Photos in a test: permitted, stored, handed in, and read as a worker would read them.

use std::time::Duration;

use axum::http::Method;
use db::notifications::NewNotification;
use db::results::{self, Recorded};
use domain::{FailureCode, NotificationKind, PictureId, Reading};
use runtime::Clock as _;
use serde_json::{Value, json};
use testing::factory;

use crate::client::{Answer, Call};
use crate::world::{SignedIn, World};

impl World {
    /// Asks for a permission to store a photo.
    pub async fn upload(&self, patient: &SignedIn, kind: &str, size: u64) -> Answer {
        let body = json!({"filename": "tongue.jpg", "contentType": kind, "size": size});
        self.call(Method::POST, "/patients/uploads").token(&patient.token).json(&body).send().await
    }

    /// Puts bytes into object storage, past the form's rules: what is there may be anything.
    pub async fn store(&self, key: &str, bytes: &[u8]) {
        self.app.store.put(key, "image/jpeg", bytes.to_vec().into()).await.expect("the store takes it");
    }

    /// The key of an upload that was permitted and stored.
    pub async fn stored(&self, patient: &SignedIn, bytes: &[u8]) -> String {
        let permitted = self.upload(patient, "image/jpeg", 1000).await.expect(201);
        let key = permitted["key"].as_str().expect("a key").to_owned();
        self.store(&key, bytes).await;
        key
    }

    /// Hands a stored photo in.
    pub fn hand_in(&self, patient: &SignedIn, key: &str) -> Call {
        let call = self.call(Method::POST, "/patients/tcis/self-check").token(&patient.token);
        call.json(&json!({"url": key}))
    }

    /// A self-check that was read, or could not be for the reason given; answers its id.
    pub async fn checked(&self, patient: &SignedIn, outcome: Result<(), &str>) -> i64 {
        let key = self.stored(patient, crate::world::JPEG).await;
        let created = self.hand_in(patient, &key).send().await.expect(201);
        self.read_newest(outcome).await;
        created["tci"]["id"].as_i64().expect("an id")
    }

    /// Writes of the newest picture what a worker would write.
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
                let failure = FailureCode::from_code(reason).expect("a known reason");
                let recorded = results::insert_failure(&mut tx, picture_id, Some(factory::size()), failure, now).await;
                (recorded, NotificationKind::ResultFailed)
            }
        };
        let Recorded::News { tci_id, patient_id } = recorded.expect("it is recorded") else {
            panic!("it was read before")
        };
        let news = NewNotification { patient_id, kind, tci_id, picture_id };
        db::notifications::insert(&mut tx, &news, now).await.expect("the patient is told");
        tx.commit().await.expect("it is committed");
    }

    /// The key of the photo of an analysis.
    pub async fn object_key_of(&self, tci: i64) -> String {
        let key = sqlx::query_scalar("select object_key from pictures where tci_id = $1 and current").bind(tci);
        key.fetch_one(&mut self.superuser().await).await.expect("a picture")
    }

    /// Waits until requests have committed so many jobs.
    pub async fn jobs_made(&self, count: i64) {
        for _ in 0..1_000 {
            if self.count("jobs").await >= count {
                return;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("no job was made in time");
    }
}

/// An answer about one analysis without what differs from run to run.
pub fn redact(answer: &Value) -> Value {
    let mut answer = answer.clone();
    let tci = &mut answer["tci"];
    for (field, shown) in [("id", "[id]"), ("tciNumber", "[number]"), ("shootingAt", "[time]"), ("updatedAt", "[time]")]
    {
        tci[field] = shown.into();
    }
    tci["tciPicture"]["pictureUrl"] = "[signed]".into();
    if tci["tciPicture"]["aiResult"].is_object() {
        tci["tciPicture"]["aiResult"]["createdAt"] = "[time]".into();
    }
    answer
}
