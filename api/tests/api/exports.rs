//! One's own data, to be downloaded. What is in the file is for the worker's tests.

use axum::http::Method;
use chrono::TimeDelta;
use domain::{LinkToken, MessageKind};

use crate::client::Answer;
use crate::world::{OTHER_HOST, SignedIn, World};

async fn ask(world: &World, patient: &SignedIn) -> Answer {
    world.call(Method::POST, "/patients/export").token(&patient.token).send().await
}

/// The link to a file with `content`, as the jobs make both.
async fn link(world: &World, patient: &SignedIn, content: &'static [u8]) -> String {
    let (path, key) = told(world, patient).await;
    world.app.store.put(&key, "application/zip", content.into()).await.expect("stored");
    path
}

/// The link to a file, and the key of the object that is to be there.
async fn told(world: &World, patient: &SignedIn) -> (String, String) {
    ask(world, patient).await.expect(202);
    let row: (i64, i64, String) =
        sqlx::query_as("select id, patient_id, object_key from exports order by id desc limit 1")
            .fetch_one(&mut world.superuser().await)
            .await
            .expect("an export");
    let now = runtime::Clock::now(&*world.clock);
    let mut conn = world.one.acquire().await.expect("a connection");
    let message = db::messages::NewMessage {
        patient_id: row.1.into(),
        kind: MessageKind::ExportReady,
        channel: domain::Channel::Mail,
        locale: domain::Locale::Ko,
        expires_at: now + TimeDelta::hours(1),
    };
    let message = db::messages::insert(&mut conn, &message, now).await.expect("a message");
    let packed = db::exports::set_packed(&mut conn, row.0.into(), message, now).await.expect("an answer");
    assert_eq!(packed, db::exports::Packed::Noted);
    let token = LinkToken::from_bytes([9; 16]);
    assert!(db::exports::put_link(&mut conn, message, &token.hash(), now).await.expect("kept"));
    (format!("/patients/export/{}", token.reveal()), row.2)
}

#[tokio::test]
async fn a_job_packs_what_was_asked_for_three_times_a_day() {
    let world = World::new().await;
    let patient = world.patient().await;
    assert_eq!(ask(&world, &patient).await.expect(202), serde_json::json!({}));
    let job = world.newest_job().await;
    assert_eq!((job.queue.as_str(), job.kind.as_str()), ("maintenance", "export_data"));
    let key: String = sqlx::query_scalar("select object_key from exports")
        .fetch_one(&mut world.superuser().await)
        .await
        .expect("an export");
    assert!(key.starts_with("export/local/") && key.rsplit('.').next() == Some("zip"), "{key}");
    let once = || world.call(Method::POST, "/patients/export").token(&patient.token).header("idempotency-key", "once");
    once().send().await.expect(202);
    // a repetition is not counted
    assert_eq!(once().send().await.header("idempotency-replayed"), Some("true"));
    ask(&world, &patient).await.expect(202);
    assert_eq!(ask(&world, &patient).await.problem(429), "too_many_requests");
    assert_eq!(world.count("exports").await, 3);
}

#[tokio::test]
async fn the_link_gives_the_file_for_a_day_at_its_own_tenant() {
    let world = World::new().await;
    let patient = world.patient().await;
    let path = link(&world, &patient, b"PK as good as a file").await;
    for _ in 0..2 {
        let file = world.get(&path).send().await;
        assert_eq!((file.status.as_u16(), file.text.as_str()), (200, "PK as good as a file"));
        assert_eq!(file.header("content-type"), Some("application/zip"));
        assert_eq!(file.header("content-disposition"), Some("attachment; filename=\"my-data.zip\""));
        assert_eq!(file.header("content-length"), Some("20"));
        assert_eq!(file.header("cache-control"), Some("no-store"));
    }
    let elsewhere = world.at(OTHER_HOST, Method::GET, &path).send().await;
    assert_eq!(elsewhere.problem(404), "invalid_token");
    for nothing in ["x", "AAAAAAAAAAAAAAAAAAAAAA"] {
        let refused = world.get(&format!("/patients/export/{nothing}")).send().await;
        assert_eq!(refused.problem(404), "invalid_token");
    }
    world.clock.advance(TimeDelta::hours(24));
    assert_eq!(world.get(&path).send().await.problem(404), "invalid_token");
}

#[tokio::test]
async fn leaving_ends_the_link() {
    let world = World::new().await;
    let patient = world.patient().await;
    let path = link(&world, &patient, b"PK").await;
    world.call(Method::DELETE, "/patients/me").token(&patient.token).send().await.expect(204);
    assert_eq!(world.get(&path).send().await.problem(404), "invalid_token");
    assert_eq!(world.count("exports where token_hash is not null").await, 0);
}

#[tokio::test]
async fn a_link_to_who_left_opens_nothing_whatever_else_stands_in_its_row() {
    let world = World::new().await;
    let patient = world.patient().await;
    let path = link(&world, &patient, b"PK").await;
    let left = sqlx::query("update patients set left_at = now()");
    left.execute(&mut world.superuser().await).await.expect("changed");
    assert_eq!(world.get(&path).send().await.problem(404), "invalid_token");
}

#[tokio::test]
async fn a_file_in_a_store_that_is_away_is_told_to_be_away() {
    let world = World::without(None, Some("http://127.0.0.1:9")).await;
    let patient = world.patient().await;
    let (path, _) = told(&world, &patient).await;
    let answer = world.get(&path).send().await;
    assert_eq!(answer.problem(503), "storage_unavailable");
    assert_eq!(answer.header("retry-after"), Some("3"));
    assert!(!answer.text.contains("127.0.0.1"));
}

#[tokio::test]
async fn a_failed_export_is_told_with_the_way_to_ask_again() {
    let world = World::new().await;
    let patient = world.patient().await;
    let me = world.get("/patients/me").token(&patient.token).send().await.expect(200);
    let owner = me["patient"]["id"].as_i64().expect("an id").into();
    let (kind, now) = (domain::NotificationKind::ExportFailed, runtime::Clock::now(&*world.clock));
    let mut conn = world.one.acquire().await.expect("a connection");
    db::notifications::insert_plain(&mut conn, owner, kind, now).await.expect("told");
    let told = world.get("/patients/notifications").token(&patient.token).header("accept-language", "en");
    let told = told.send().await.expect(200);
    let told = &told["notifications"][0];
    assert_eq!((&told["kind"], &told["link"]), (&"export_failed".into(), &"/account".into()));
    assert_eq!(told["title"], "Your data could not be sent");
}
