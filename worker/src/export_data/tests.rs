use std::io::{Cursor, Read as _};
use std::sync::atomic::{AtomicU32, Ordering};

use blob::S3Config;
use bytes::Bytes;
use chrono::{DateTime, Utc};
use db::exports::Export;
use domain::{Locale, ObjectKey};
use queue::{JobHandlers, Runner, Settings, Transport};
use runtime::{Clock as _, ManualClock};
use serde_json::Value;
use sqlx::{Connection as _, PgConnection};
use testing::{Database, PrivateRedis, eventually, factory, store};
use tokio_util::sync::CancellationToken;
use zip::ZipArchive;

use super::*;

/// Runs the waiting jobs of `export_data` until `done` of them have ended.
async fn work(database: &Database, redis: &PrivateRedis, context: ExportContext, done: i64) {
    let settings = Settings { relay_interval: std::time::Duration::from_millis(100), ..Settings::default() };
    let transport = Transport::lazy(&redis.url(), settings).expect("an address");
    let handlers = JobHandlers::new().handle_with_on_dead(&Arc::new(context), run, on_dead);
    let stop = CancellationToken::new();
    let runner = Runner::new(database.db.clone(), transport, settings, handlers);
    let running = tokio::spawn(runner.run(stop.clone()));
    let ended = "select count(*) from jobs where kind = 'export_data' and state in ('done', 'dead')";
    let mut superuser = database.superuser().await;
    eventually("the end of the jobs", std::time::Duration::from_secs(30), async || {
        let count: i64 = sqlx::query_scalar(ended).fetch_one(&mut superuser).await.expect("a count");
        count == done
    })
    .await;
    stop.cancel();
    running.await.expect("no panic");
}

fn context(store: Store, clock: &Arc<ManualClock>) -> ExportContext {
    ExportContext { store, clock: Arc::clone(clock) as SharedClock }
}

/// Inserts an export of the first tenant's patient, with `jobs` jobs of `attempts` attempts.
async fn export(database: &Database, clock: &ManualClock, jobs: u8, attempts: i16) -> ObjectKey {
    let object_key = factory::object_key();
    let object_key = ObjectKey::parse(&object_key.as_str().replace("tongue/", "export/")).expect("a key");
    let patient_id = database.first.patient;
    let export = Export { patient_id, object_key: object_key.clone(), locale: Locale::En };
    let mut tx = database.tenant().begin().await.expect("a transaction");
    let id = db::exports::insert(&mut tx, &export, clock.now()).await.expect("an export");
    for _ in 0..jobs {
        let job = NewJob::new(ExportData { export_id: id }).with_max_attempts(attempts);
        queue::enqueue(&mut tx, job).await.expect("a job");
    }
    tx.commit().await.expect("committed");
    object_key
}

/// A clock during whose second reading the patient deletes the account. The job reads it at its start and when it
/// stores the file.
#[derive(Debug)]
struct DeletingClock {
    clock: Arc<ManualClock>,
    url: String,
    reads: AtomicU32,
    /// Whether the sweep deletes the export at the same time instead.
    swept: bool,
}

impl runtime::Clock for DeletingClock {
    fn now(&self) -> DateTime<Utc> {
        if self.reads.fetch_add(1, Ordering::SeqCst) == 1 {
            let (url, swept) = (self.url.clone(), self.swept);
            let left = std::thread::spawn(move || {
                let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
                runtime.expect("a runtime").block_on(async {
                    let mut conn = PgConnection::connect(&url).await.expect("the database answers");
                    let change = if swept { "delete from exports" } else { "update patients set left_at = now()" };
                    sqlx::query(change).execute(&mut conn).await.expect("changed");
                });
            });
            left.join().expect("left");
        }
        self.clock.now()
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn deleted_account_leaves_no_packed_file() {
    for swept in [false, true] {
        let (database, redis) = (Database::create().await, PrivateRedis::start().await);
        let clock = ManualClock::at(factory::now());
        let key = export(&database, &clock, 1, 1).await;
        let (url, reads) = (database.url.clone(), AtomicU32::new(0));
        let deleting = Arc::new(DeletingClock { clock, url, reads, swept });
        work(&database, &redis, ExportContext { store: store(), clock: deleting }, 1).await;
        let found = store().head(key.as_str()).await;
        assert!(matches!(found, Err(blob::Error::NotFound)), "{swept}: {found:?}");
        let left: i64 = sqlx::query_scalar("select count(*) from messages")
            .fetch_one(&mut database.superuser().await)
            .await
            .expect("a count");
        assert_eq!(left, 0, "no message is sent");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn dead_export_notifies_patient() {
    let (database, redis) = (Database::create().await, PrivateRedis::start().await);
    let clock = ManualClock::at(factory::now());
    export(&database, &clock, 1, 1).await;
    let unreachable = Store::connect(&S3Config {
        endpoint: "http://127.0.0.1:9".parse().expect("a URL"),
        public_url: "http://127.0.0.1:9".parse().expect("a URL"),
        region: "local".to_owned(),
        bucket: "hyeobom".to_owned(),
        access_key_id: "id".to_owned(),
        secret_access_key: "secret".into(),
    });
    work(&database, &redis, context(unreachable, &clock), 1).await;
    let mut conn = database.tenant().acquire().await.expect("a connection");
    let notifications = db::notifications::list(&mut conn, database.first.patient, None, 9).await.expect("a list");
    let kinds: Vec<_> = notifications.iter().map(|notification| notification.kind).collect();
    assert_eq!(kinds, [NotificationKind::ExportFailed]);
}

/// Adds a photo with a result, a social account and a session for the patient and for another one. Returns the photos'
/// keys with their owners.
/// their owners.
async fn add_data_of_two(database: &Database, store: &Store) -> Vec<(String, i64)> {
    let (db, patient) = (database.tenant(), database.first.patient);
    let other = factory::patient(&db, "other123").await.id;
    factory::tci_with_result(&db, patient, [2; 9], factory::now()).await;
    factory::tci_with_result(&db, other, [0; 9], factory::now()).await;
    let keys: Vec<(String, i64)> = sqlx::query_as("select object_key, patient_id from uploads order by id")
        .fetch_all(&mut database.superuser().await)
        .await
        .expect("keys");
    for (key, owner) in &keys {
        let photo = if *owner == patient.get() { "my photo" } else { "another's photo" };
        store.put(key, "image/jpeg", Bytes::from(photo)).await.expect("stored");
    }
    for (owner, subject) in [(patient, "my subject"), (other, "another's")] {
        let mut conn = db.acquire().await.expect("a connection");
        let provider = domain::SocialProvider::Naver;
        db::social::link(&mut conn, owner, provider, subject, factory::now()).await.expect("linked");
        let token = domain::TokenHash::from_token(subject);
        factory::session(&db, owner, &token, factory::now()).await;
    }
    keys
}

fn assert_account(mut account: Value) {
    // the export that is packed second contains the message of the first
    let messages = account["messages"].take();
    let messages = messages.as_array().expect("a list");
    assert!(messages.iter().all(|message| message["kind"] == "export_ready"), "{messages:?}");
    let since = "2025-10-09T08:53:20+00:00";
    let until = "2025-10-10T08:53:20+00:00";
    let expected = serde_json::json!({
        "identityVerifiedAt": null,
        "socialAccounts": [{"provider": "naver", "since": since}],
        "sessions": [{
            "begunAt": since, "lastUsedAt": since, "until": until, "browser": "chrome", "platform": "android",
            "network": "203.0.113.*",
        }],
        "messages": null,
        "changes": [],
        "nameRequest": null,
        "notificationSettings": null,
        "favoriteClinics": [],
    });
    assert_eq!(account, expected);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn export_holds_own_data_and_sends_one_link() {
    let (database, redis, store) = (Database::create().await, PrivateRedis::start().await, store());
    let clock = ManualClock::at(factory::now());
    let patient = database.first.patient;
    let keys = add_data_of_two(&database, &store).await;
    // two jobs, as after a crash
    let object_key = export(&database, &clock, 2, 3).await;
    work(&database, &redis, context(store.clone(), &clock), 2).await;

    let file = store.get(object_key.as_str(), 1 << 20).await.expect("the file");
    let mut zip = ZipArchive::new(Cursor::new(file)).expect("a zip");
    let photo = keys.iter().find(|(_, owner)| *owner == patient.get()).expect("a photo");
    let photo = format!("pictures/{}", photo.0.rsplit('/').next().expect("a name"));
    let mut names: Vec<_> = zip.file_names().map(|name| name.expect("a name").into_owned()).collect();
    names.sort();
    let expected = format!(
        "account.json applications.json claims.json consents.json notifications.json \
         payments.json people.json {photo} profile.json self-checks.json"
    );
    assert_eq!(names.join(" "), expected);
    let mut read = |name: &str| {
        let mut text = String::new();
        zip.by_name(name).expect("an entry").read_to_string(&mut text).expect("text");
        text
    };
    assert_eq!(read(&photo), "my photo");
    let profile: Value = serde_json::from_str(&read("profile.json")).expect("JSON");
    assert_eq!((&profile["loginUserId"], &profile["address"]), (&"demo1".into(), &"서울특별시 종로구 1".into()));
    assert!(!profile.to_string().contains("argon2"), "{profile}");
    assert_account(serde_json::from_str(&read("account.json")).expect("JSON"));
    let checks: Value = serde_json::from_str(&read("self-checks.json")).expect("JSON");
    assert_eq!(checks.as_array().map(Vec::len), Some(1));
    assert_eq!(checks[0]["pictures"][0]["file"], photo);
    assert_eq!(checks[0]["pictures"][0]["ai"]["scores"], serde_json::json!([2, 2, 2, 2, 2, 2, 2, 2, 2]));

    let messages: Vec<(String, String, String)> = sqlx::query_as(
        "select m.kind, m.channel, m.locale from messages m join jobs j on j.kind = 'send_message' and (j.payload->>'message_id')::bigint = m.id",
    )
    .fetch_all(&mut database.superuser().await)
    .await
    .expect("messages");
    assert_eq!(messages, [("export_ready".into(), "mail".into(), "en".into())]);
}
