//! Sign-ins while the account changes: whatever is changed first, no session is left that it should have ended.

use std::time::Duration;

use axum::http::Method;
use serde_json::json;
use sqlx::{Connection as _, PgConnection};

use crate::client::Answer;
use crate::party::Party;
use crate::world::{PASSWORD, World};

/// Sends a call while `change` is made and not yet committed, and commits when the call waits for it.
async fn during(world: &World, change: &'static str, call: impl Future<Output = Answer>) -> Answer {
    let mut changing = world.superuser().await;
    let mut tx = changing.begin().await.expect("a transaction");
    sqlx::query(change).execute(&mut *tx).await.expect("changed");
    let commit = async {
        // a call that does not wait has ended by then, and is judged by its answer
        wait_for_a_lock(&mut world.superuser().await).await;
        tx.commit().await.expect("committed");
    };
    tokio::join!(call, commit).0
}

async fn wait_for_a_lock(conn: &mut PgConnection) {
    let waiting = "select exists(select from pg_stat_activity
                   where datname = current_database() and wait_event_type = 'Lock')";
    for _ in 0..150 {
        if sqlx::query_scalar(waiting).fetch_one(&mut *conn).await.expect("an answer") {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// What ends every session: the password is set anew, or the patient leaves.
const CHANGES: [&str; 2] = ["update patients set password_hash = 'another'", "update patients set left_at = now()"];

#[tokio::test]
async fn a_sign_in_that_was_checked_before_a_change_is_none_after_it() {
    for change in CHANGES {
        let world = World::new().await;
        let patient = world.patient().await;
        let before = world.count("patient_sessions").await;
        let answer = during(&world, change, world.login(&patient.login, PASSWORD)).await;
        assert_eq!(answer.problem(401), "invalid_credentials", "{change}");
        assert_eq!(world.count("patient_sessions").await, before, "{change}");
    }
}

#[tokio::test]
async fn a_repeated_sign_up_that_was_checked_before_a_change_signs_nobody_in() {
    for change in CHANGES {
        let world = World::new().await;
        let body = world.signup_body("kimhaneul").await;
        let call = || world.call(Method::POST, "/patients/auth/signup").header("idempotency-key", "k").json(&body);
        call().send().await.expect(201);
        let before = world.count("patient_sessions").await;
        let answer = during(&world, change, call().send()).await;
        assert_eq!(answer.problem(422), "idempotency_mismatch", "{change}");
        assert_eq!(world.count("patient_sessions").await, before, "{change}");
    }
}

#[tokio::test]
async fn a_social_sign_in_of_who_leaves_meanwhile_is_none() {
    let party = Party::start().await;
    let world = World::with_party(&party.url).await;
    let patient = world.patient().await;
    party.answer("/kauth/oauth/token", 200, &json!({"access_token": "T", "token_type": "bearer"}));
    party.answer("/kapi/v2/user/me", 200, &json!({"id": 7}));
    let link = "insert into social_accounts (tenant_id, patient_id, provider, subject, created_at)
                select tenant_id, id, 'kakao', '7', now() from patients";
    sqlx::query(link).execute(&mut world.superuser().await).await.expect("linked");
    let left = world.get("/patients/social/kakao/start").send().await;
    let to: url::Url = left.header("location").expect("a way").parse().expect("a URL");
    let state = to.query_pairs().find(|(name, _)| name == "state").expect("a state").1.into_owned();
    let cookie = left.header("set-cookie").expect("a cookie").split(';').next().expect("a pair").to_owned();
    let back = world.get(&format!("/patients/social/kakao?code=C&state={state}")).header("cookie", &cookie);
    let before = world.count("patient_sessions").await;
    let answer = during(&world, CHANGES[1], back.send()).await;
    let location = answer.header("location").expect("a way");
    assert!(location.starts_with("/auth/signup/form?social="), "{location}");
    assert_eq!(world.count("patient_sessions").await, before, "{}", patient.login);
}
