//! What still works when something else does not.

use std::time::Duration;

use axum::http::Method;
use serde_json::json;
use testing::PrivateRedis;

use crate::world::{JPEG, PASSWORD, World};

/// Nothing listens on the discard port.
const NO_REDIS: &str = "redis://127.0.0.1:9";
const NO_STORAGE: &str = "http://127.0.0.1:9";

#[tokio::test]
async fn without_redis_a_photo_is_accepted_and_its_job_waits() {
    let world = World::without(Some(NO_REDIS), None).await;
    let patient = world.consenting_patient().await;
    let key = world.stored(&patient, JPEG).await;
    world.hand_in(&patient, &key).send().await.expect(201);
    let job = world.newest_job().await;
    assert_eq!((job.state.as_str(), job.kind.as_str()), ("queued", "read_picture"));
}

#[tokio::test]
async fn without_redis_sign_in_works_and_wrong_passwords_are_still_counted() {
    let world = World::without(Some(NO_REDIS), None).await;
    let patient = world.patient().await;
    world.login(&patient.login, PASSWORD).await.expect(200);
    for _ in 0..10 {
        assert_eq!(world.login(&patient.login, "wrong1234!").await.problem(401), "invalid_credentials");
    }
    assert_eq!(world.login(&patient.login, PASSWORD).await.problem(429), "too_many_requests");
}

#[tokio::test]
async fn a_redis_that_hangs_holds_nobody_up() {
    let redis = PrivateRedis::start().await;
    let world = World::without(Some(&redis.url()), None).await;
    let patient = world.consenting_patient().await;
    let key = world.stored(&patient, JPEG).await;
    redis.pause(Duration::from_mins(5)).await;
    let calls = async {
        world.login(&patient.login, PASSWORD).await.expect(200);
        world.hand_in(&patient, &key).send().await.expect(201);
    };
    // the time limit of a request, which one that waited for Redis would reach
    tokio::time::timeout(Duration::from_secs(10), calls).await.expect("nobody waited for Redis");
    assert_eq!(world.newest_job().await.state, "queued");
}

#[tokio::test]
async fn without_storage_nothing_half_made_is_left() {
    let world = World::without(None, Some(NO_STORAGE)).await;
    let patient = world.consenting_patient().await;
    // signing needs no storage
    let issued = world.upload(&patient, "image/jpeg", 100).await.expect(201);
    let hand_in = world.hand_in(&patient, issued["key"].as_str().expect("a key"));
    let answer = hand_in.header("idempotency-key", "down-1").send().await;
    assert_eq!(answer.problem(503), "storage_unavailable");
    assert_eq!(answer.header("retry-after"), Some("3"));
    assert!(!answer.text.contains("127.0.0.1"));
    assert_eq!(world.count("tcis").await + world.count("jobs").await, 0);
    assert_eq!(world.count("uploads where used_at is not null").await, 0);
    assert_eq!(world.count("idempotency_keys").await, 0);
}

#[tokio::test]
async fn without_a_database_the_answer_is_a_503_that_says_when_to_come_back() {
    let mut world = World::with_own_database().await;
    let patient = world.consenting_patient().await;
    let key = world.stored(&patient, JPEG).await;
    world.postgres().stop().await;
    let login = json!({"loginUserId": patient.login, "password": PASSWORD});
    let size = json!({"filename": "a.jpg", "contentType": "image/jpeg", "size": 1000});
    for call in [
        world.get("/patients/me").token(&patient.token),
        world.get("/patients/valid-id?userId=fresh123"),
        world.call(Method::POST, "/patients/auth/login").json(&login),
        world.call(Method::POST, "/patients/uploads").token(&patient.token).json(&size),
        world.hand_in(&patient, &key).header("idempotency-key", "press-1"),
    ] {
        let answer = call.send().await;
        assert_eq!(answer.problem(503), "unavailable");
        assert_eq!(answer.header("retry-after"), Some("3"));
        assert_eq!(answer.expect(503)["detail"], "지금은 서비스를 이용할 수 없어요. 잠시 후 다시 시도해 주세요.");
    }
    // the tenant is still known
    world.get("/tenant").send().await.expect(200);

    world.postgres().start_again().await;
    world.get("/patients/me").token(&patient.token).send().await.expect(200);
    world.hand_in(&patient, &key).header("idempotency-key", "press-1").send().await.expect(201);
    assert_eq!((world.count("tcis").await, world.count("jobs").await), (1, 1));
}
