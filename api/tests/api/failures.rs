//! Failures of ours: told without their reasons.

use std::time::Duration;

use api::http::frame::frame;
use axum::Router;
use axum::http::Method;
use axum::middleware::from_fn_with_state;
use axum::routing::{MethodRouter, get};

use crate::client::{Answer, Call};
use crate::world::{HOST, World};

/// A route that fails in a way of its own, inside the frame of every route.
async fn framed(world: &World, route: MethodRouter<()>) -> Answer {
    let router = Router::new().route("/api/v1/failing", route).layer(from_fn_with_state(world.app.clone(), frame));
    Call::new(router, Method::GET, HOST, "/failing").send().await
}

async fn panics() -> &'static str {
    panic!("a secret of ours")
}

async fn takes_too_long() -> &'static str {
    tokio::time::sleep(Duration::from_secs(11)).await;
    "late"
}

#[tokio::test]
async fn a_panic_is_a_500_that_says_nothing_of_it() {
    let world = World::new().await;
    let answer = framed(&world, get(panics)).await;
    assert_eq!(answer.problem(500), "internal");
    assert!(!answer.text.contains("secret"), "{}", answer.text);
    assert!(answer.header("x-request-id").is_some());
}

#[tokio::test]
async fn what_takes_too_long_is_ended() {
    let world = World::new().await;
    let answer = framed(&world, get(takes_too_long)).await;
    assert_eq!(answer.problem(408), "timeout");
}

#[tokio::test]
async fn a_refusing_database_is_a_500_without_its_words() {
    let world = World::new().await;
    let patient = world.patient().await;
    sqlx::raw_sql("drop table notifications").execute(&mut world.superuser().await).await.expect("it is dropped");
    let answer = world.get("/patients/notifications").token(&patient.token).send().await;
    assert_eq!(answer.problem(500), "internal");
    assert_eq!(answer.header("retry-after"), None);
    for word in ["notifications", "relation", "select", "sqlx"] {
        assert!(!answer.text.contains(word), "{}", answer.text);
    }
}
