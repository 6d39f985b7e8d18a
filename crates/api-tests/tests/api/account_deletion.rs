//! Account deletion.

use axum::http::Method;
use chrono::TimeDelta;
use domain::StaffRole;
use serde_json::json;

use crate::claims::Purchase;
use crate::documents::{RECEIPT, bill_form};
use crate::test_app::{PASSWORD, PHONE, TestApp};

#[tokio::test]
async fn account_deletion_ends_sessions_at_once() {
    let app = TestApp::new().await;
    let patient = app.consenting_patient().await;
    let second = app.login(&patient.login, PASSWORD).await.token();
    let left = app.delete_account(&patient.token).await;
    assert_eq!((left.status.as_u16(), left.text.as_str()), (204, ""));
    for session in [&patient.token, &second] {
        assert_eq!(app.get("/patients/me").token(session).send().await.problem(401), "unauthorized");
        let again = app.call(Method::DELETE, "/patients/me").token(session).send().await;
        assert_eq!(again.problem(401), "unauthorized");
    }
    assert_eq!(app.login(&patient.login, PASSWORD).await.problem(401), "invalid_credentials");
    for (path, body) in [
        ("/patients/find-id", json!({"email": "kim@example.com"})),
        ("/patients/find-id", json!({"phone": PHONE})),
        ("/patients/find-password", json!({"loginUserId": patient.login, "email": "kim@example.com"})),
    ] {
        let refused = app.call(Method::POST, path).json(&body).send().await;
        assert_eq!(refused.problem(404), "not_registered", "{body}");
    }
    assert_eq!(app.count("consents where withdrawn_at is null").await, 0);
    assert_eq!(app.count("consents").await, 1, "what was consented to stays");
}

#[tokio::test]
async fn account_deletion_refunds_paid_claims() {
    let purchase = Purchase::open().await;
    let app = &purchase.app;
    let order = purchase.order(&app.draft().await).await;
    purchase.pay(&order, "pay").await;
    app.delete_account(&purchase.patient.token).await.expect(204);
    assert_eq!(app.count("orders where status = 'refunding' and refund_reason = 'withdrawn'").await, 1);
    assert_eq!(app.count("jobs where kind = 'refund_order'").await, 1, "the refund does not wait for the sweep");
    assert_eq!(app.count("notifications where kind = 'refund_started'").await, 1);
}

#[tokio::test]
async fn deletion_cancels_claims_without_documents() {
    let app = TestApp::new().await;
    let (patient, staff) = (app.patient().await, app.staff(StaffRole::ClinicAdmin).await);
    let (empty, issued) = (app.taken_claim(&patient, &staff).await, app.taken_claim(&patient, &staff).await);
    app.issue(&staff, issued, RECEIPT, &json!({"generate": bill_form(&app)})).await.expect(200);
    let shown = app.get("/patients/me/leaving").token(&patient.token).send().await.expect(200);
    let ids = |part: &str| -> Vec<i64> {
        shown[part].as_array().expect("a list").iter().filter_map(|claim| claim["id"].as_i64()).collect()
    };
    assert_eq!((ids("claims"), ids("continuingClaims")), (vec![empty], vec![issued]));
    assert_eq!(shown["refund"], 21_560);
    app.delete_account(&patient.token).await.expect(204);
    assert_eq!(app.count(&format!("claims where status = -1 and id = {empty}")).await, 1);
    assert_eq!(app.count(&format!("claims where status = 1 and id = {issued}")).await, 1);
    assert_eq!(app.count("jobs where kind = 'refund_order'").await, 1);
}

#[tokio::test]
async fn deleted_login_id_stays_reserved() {
    let app = TestApp::new().await;
    let first = app.signup_body("kimhaneul").await;
    let token = app.signup(&first).await.token();
    app.delete_account(&token).await.expect(204);
    let valid = app.get("/patients/valid-id?userId=KimHaneul").send().await.expect(200);
    assert_eq!(valid, json!({"isValid": false}));
    let same = app.signup_body("kimhaneul").await;
    assert_eq!(app.signup(&same).await.invalid_fields(), ["loginUserId.taken"]);
    // the same person, number and address with another ID
    let other = app.signup_body("kimhaneul2").await;
    app.signup(&other).await.expect(201);
    let found = app.call(Method::POST, "/patients/find-id").json(&json!({"phone": PHONE})).send().await;
    found.expect(200);
}

#[tokio::test]
async fn account_deletion_ends_reset_links() {
    let app = TestApp::new().await;
    let patient = app.patient().await;
    let me = app.get("/patients/me").token(&patient.token).send().await.expect(200);
    let body = json!({"loginUserId": patient.login, "phoneNumber": PHONE});
    app.call(Method::POST, "/patients/find-password").json(&body).send().await.expect(200);
    let message: i64 =
        sqlx::query_scalar("select id from messages").fetch_one(&mut app.superuser().await).await.expect("a message");
    let token = domain::LinkToken::from_bytes([7; 16]);
    let owner = me["patient"]["id"].as_i64().expect("an id").into();
    let now = runtime::Clock::now(&*app.clock);
    let mut conn = app.one.acquire().await.expect("a connection");
    db::recovery::upsert_reset(&mut conn, owner, message.into(), &token.hash(), now).await.expect("kept");
    app.clock.advance(TimeDelta::seconds(1));
    app.delete_account(&patient.token).await.expect(204);
    let path = format!("/patients/find-password/{}", token.reveal());
    assert_eq!(app.get(&path).send().await.problem(404), "invalid_token");
    let body = json!({"token": token.reveal(), "password": "wxyz9876?"});
    let reset = app.call(Method::POST, "/patients/reset-password").json(&body).send().await;
    assert_eq!(reset.problem(404), "invalid_token");
    // a pending message is not sent to a deleted account
    let waiting = db::messages::find(&mut conn, message.into()).await.expect("a result");
    assert!(waiting.is_none());
}
