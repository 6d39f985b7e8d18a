//! Isolation of patients and tenants.

use axum::http::Method;
use domain::StaffRole;
use serde_json::json;

use crate::test_app::{JPEG, TestApp};

/// Every operation that requires a session.
const SIGNED: [(Method, &str); 138] = [
    (Method::GET, "/institutions/tcis/counts"),
    (Method::POST, "/institutions/tcis/take"),
    (Method::PUT, "/institutions/tcis/1/assignee"),
    (Method::GET, "/institutions/tcis/people"),
    (Method::GET, "/institutions/tcis/1/record"),
    (Method::GET, "/institutions/tcis/1/record/claims"),
    (Method::GET, "/institutions/tcis/1/report.pdf"),
    (Method::GET, "/institutions/comment-snippets"),
    (Method::POST, "/institutions/comment-snippets"),
    (Method::PUT, "/institutions/comment-snippets/1"),
    (Method::DELETE, "/institutions/comment-snippets/1"),
    (Method::GET, "/institutions/statistics"),
    (Method::GET, "/institutions/statistics/csv"),
    (Method::GET, "/patients/tcis/1/report.pdf"),
    (Method::POST, "/patients/tcis/1/report/links"),
    (Method::POST, "/patients/insurances/1/documents/1/links"),
    (Method::POST, "/institutions/tcis/1/link-code"),
    (Method::GET, "/institutions/invites/1/applications"),
    (Method::POST, "/patients/walk-ins"),
    (Method::GET, "/patients/me"),
    (Method::DELETE, "/patients/me"),
    (Method::POST, "/patients/auth/logout"),
    (Method::POST, "/patients/auth/confirm"),
    (Method::GET, "/patients/sessions"),
    (Method::DELETE, "/patients/sessions"),
    (Method::DELETE, "/patients/sessions/1"),
    (Method::POST, "/patients/export"),
    (Method::GET, "/patients/consents"),
    (Method::PUT, "/patients/consents"),
    (Method::GET, "/patients/me/profile"),
    (Method::PUT, "/patients/me/name"),
    (Method::PUT, "/patients/me/phone"),
    (Method::POST, "/patients/me/email"),
    (Method::DELETE, "/patients/me/email"),
    (Method::PUT, "/patients/me/address"),
    (Method::GET, "/patients/me/notification-settings"),
    (Method::PUT, "/patients/me/notification-settings"),
    (Method::GET, "/patients/me/terms"),
    (Method::PUT, "/patients/me/terms"),
    (Method::GET, "/patients/people"),
    (Method::POST, "/patients/people"),
    (Method::PUT, "/patients/people/1"),
    (Method::DELETE, "/patients/people/1"),
    (Method::POST, "/patients/uploads"),
    (Method::POST, "/patients/tcis/self-check"),
    (Method::GET, "/patients/tcis/self-check"),
    (Method::GET, "/patients/tcis/self-check/1"),
    (Method::DELETE, "/patients/tcis/self-check/1"),
    (Method::PUT, "/patients/tcis/self-check/1/picture"),
    (Method::GET, "/patients/notifications"),
    (Method::POST, "/patients/notifications/1/read"),
    (Method::POST, "/patients/notifications/read"),
    (Method::GET, "/patients/me?host=two"),
    (Method::GET, "/patients/tcis"),
    (Method::POST, "/patients/tcis"),
    (Method::GET, "/patients/tcis/1"),
    (Method::PUT, "/patients/tcis/1"),
    (Method::GET, "/patients/tcis/1/tci/1"),
    (Method::POST, "/patients/accept-invite"),
    (Method::GET, "/patients/insurers"),
    (Method::POST, "/patients/insurances/quote"),
    (Method::GET, "/patients/insurances"),
    (Method::POST, "/patients/insurances"),
    (Method::GET, "/patients/insurances/1"),
    (Method::DELETE, "/patients/insurances/1"),
    (Method::PUT, "/patients/insurances/1/payments"),
    (Method::GET, "/patients/insurances/1/documents/1"),
    (Method::POST, "/patients/payments"),
    (Method::GET, "/patients/payments/1"),
    (Method::DELETE, "/patients/payments/1"),
    (Method::GET, "/institutions/insurances"),
    (Method::GET, "/institutions/insurances/1"),
    (Method::PUT, "/institutions/insurances/1"),
    (Method::POST, "/institutions/insurances/1/uploads"),
    (Method::POST, "/institutions/insurances/1/documents/1"),
    (Method::POST, "/institutions/insurances/1/documents/1/download"),
    (Method::PUT, "/institutions/insurances/1/forwarding"),
    (Method::POST, "/institutions/insurances/1/payout"),
    (Method::GET, "/institutions/seal"),
    (Method::PUT, "/institutions/seal"),
    (Method::DELETE, "/institutions/seal"),
    (Method::GET, "/institutions/tcis/1/health-consent"),
    (Method::PUT, "/institutions/tcis/1/health-consent"),
    (Method::GET, "/patients/me/leaving"),
    (Method::GET, "/patients/consents/withdrawal"),
    (Method::GET, "/patients/institutions/1/claim-options"),
    (Method::PUT, "/patients/institutions/1/favorite"),
    (Method::DELETE, "/patients/institutions/1/favorite"),
    (Method::GET, "/institutions/payments/findings"),
    (Method::PUT, "/institutions/payments/findings/1"),
    (Method::GET, "/institutions/payments/settlements"),
    (Method::GET, "/institutions/access-log"),
    (Method::GET, "/institutions/access-log/months"),
    (Method::GET, "/institutions/access-log/months/1"),
    (Method::PUT, "/institutions/access-log/months/1"),
    (Method::POST, "/institutions/auth/password"),
    (Method::GET, "/institutions/me"),
    (Method::POST, "/institutions/auth/second-factor/passkey"),
    (Method::POST, "/institutions/auth/second-factor/passkey/options"),
    (Method::POST, "/institutions/auth/passkeys"),
    (Method::POST, "/institutions/auth/passkeys/options"),
    (Method::POST, "/institutions/auth/passkeys/1/remove"),
    (Method::GET, "/institutions/roles"),
    (Method::GET, "/institutions/security"),
    (Method::PUT, "/institutions/security"),
    (Method::POST, "/institutions/auth/logout"),
    (Method::GET, "/institutions/auth/sessions"),
    (Method::DELETE, "/institutions/auth/sessions"),
    (Method::DELETE, "/institutions/auth/sessions/1"),
    (Method::GET, "/institutions/auth/second-factor"),
    (Method::POST, "/institutions/auth/second-factor"),
    (Method::POST, "/institutions/auth/second-factor/app"),
    (Method::POST, "/institutions/auth/second-factor/app/confirm"),
    (Method::POST, "/institutions/auth/second-factor/recovery-codes"),
    (Method::POST, "/institutions/auth/second-factor/app/remove"),
    (Method::POST, "/institutions/staff/1/password"),
    (Method::DELETE, "/institutions/staff/1/second-factor"),
    (Method::GET, "/institutions/experts"),
    (Method::GET, "/institutions/tcis"),
    (Method::POST, "/institutions/tcis"),
    (Method::GET, "/institutions/tcis/people/1"),
    (Method::GET, "/institutions/tcis/patients/1"),
    (Method::POST, "/institutions/tcis/generate"),
    (Method::GET, "/institutions/tcis/1"),
    (Method::PUT, "/institutions/tcis/1"),
    (Method::POST, "/institutions/tcis/1/pictures"),
    (Method::PUT, "/institutions/tcis/1/tci/1"),
    (Method::GET, "/institutions/tcis/1/tci/1/corrections"),
    (Method::POST, "/institutions/tcis/1/tci/1/corrections"),
    (Method::GET, "/institutions/staff"),
    (Method::POST, "/institutions/staff"),
    (Method::PUT, "/institutions/staff/1"),
    (Method::DELETE, "/institutions/staff/1"),
    (Method::GET, "/institutions/invites"),
    (Method::POST, "/institutions/invites"),
    (Method::DELETE, "/institutions/invites/1"),
    (Method::POST, "/institutions/tcis/1/name-request"),
    (Method::PUT, "/patients/me/name-request"),
];

#[tokio::test]
async fn token_is_rejected_at_other_tenants() {
    let app = TestApp::new().await;
    let patient = app.patient().await;
    let (admin, other_admin) = (app.staff(StaffRole::ClinicAdmin).await, app.other_tenant_staff().await);
    for (method, path) in SIGNED {
        let elsewhere = app.call_host("two.example", method.clone(), path).token(&patient.token).json(&json!({}));
        assert_eq!(elsewhere.send().await.problem(401), "unauthorized", "{method} {path}");
        let nobody = app.call(method.clone(), path).json(&json!({})).send().await;
        assert_eq!(nobody.problem(401), "unauthorized", "{method} {path}");
        if !path.starts_with("/institutions/") {
            continue;
        }
        for (host, staff) in [("two.example", &admin), ("one.example", &other_admin)] {
            let elsewhere = app.call_host(host, method.clone(), path).token(&staff.token).json(&json!({}));
            assert_eq!(elsewhere.send().await.problem(401), "unauthorized", "{method} {path} at {host}");
        }
    }
}

#[tokio::test]
async fn isolation_list_covers_every_session_operation() {
    let document = serde_json::to_value(api::openapi()).expect("JSON");
    for (path, operations) in document["paths"].as_object().expect("paths") {
        for (method, operation) in operations.as_object().expect("operations") {
            // operators and hotels have their own tables: operator_permissions.rs and hotel_permissions.rs
            let scheme = &operation["security"][0];
            if scheme.get("session").is_some() || scheme.get("staff").is_some() {
                let path = path
                    .replace("{month}", "1")
                    .replace("{tciId}", "1")
                    .replace("{id}", "1")
                    .replace("{oid}", "1")
                    .replace("{code}", "1");
                let tried =
                    SIGNED.iter().any(|(own, known)| own.as_str().eq_ignore_ascii_case(method) && *known == path);
                assert!(tried, "{method} {path}");
            }
        }
    }
}

#[tokio::test]
async fn other_patients_objects_are_not_found() {
    let app = TestApp::new().await;
    let (owner, other) = (app.consenting_patient().await, app.consenting_patient().await);
    let id = app.self_check(&owner, Ok(())).await;
    let unused = app.stored_upload(&owner, JPEG).await;
    let response = app.get("/patients/notifications").token(&owner.token).send().await.expect(200);
    let notification = &response["notifications"][0]["id"];

    let path = format!("/patients/tcis/self-check/{id}");
    assert_eq!(app.get(&path).token(&other.token).send().await.problem(404), "not_found");
    let delete = app.call(Method::DELETE, &path).token(&other.token);
    assert_eq!(delete.send().await.problem(404), "not_found");
    let put = app.call(Method::PUT, &format!("{path}/picture")).token(&other.token);
    assert_eq!(put.json(&json!({"coordinates": null})).send().await.problem(404), "not_found");
    assert_eq!(app.submit_photo(&other, &unused).send().await.problem(422), "unknown_upload");
    let read = app.call(Method::POST, &format!("/patients/notifications/{notification}/read")).token(&other.token);
    assert_eq!(read.send().await.problem(404), "not_found");
    let list = app.get("/patients/tcis/self-check").token(&other.token).send().await.expect(200);
    assert_eq!(list, json!({"tcis": [], "next": null}));
    let response = app.get("/patients/notifications").token(&other.token).send().await.expect(200);
    assert_eq!(response, json!({"notifications": [], "next": null, "unread": 0}));
    // the same response as for an unknown id
    for nothing in ["999999999", "0", "-1", "x", "9999999999999999999999"] {
        let path = format!("/patients/tcis/self-check/{nothing}");
        assert_eq!(app.get(&path).token(&owner.token).send().await.problem(404), "not_found", "{nothing}");
    }
}

#[tokio::test]
async fn other_tenants_objects_are_not_found() {
    let app = TestApp::new().await;
    let owner = app.consenting_patient().await;
    let id = app.self_check(&owner, Ok(())).await;
    let unused = app.stored_upload(&owner, JPEG).await;
    let other = app.other_tenant_patient().await;
    let at_two = |method, path: &str| app.call_host("two.example", method, path).token(&other.token);
    at_two(Method::GET, "/patients/me").send().await.expect(200);
    let path = format!("/patients/tcis/self-check/{id}");
    assert_eq!(at_two(Method::GET, &path).send().await.problem(404), "not_found");
    let put = at_two(Method::PUT, &format!("{path}/picture")).json(&json!({"coordinates": null}));
    assert_eq!(put.send().await.problem(404), "not_found");
    let consent = at_two(Method::PUT, "/patients/consents").json(&json!({"kind": "health", "given": true}));
    consent.send().await.expect(200);
    let hand_in = at_two(Method::POST, "/patients/tcis/self-check").json(&json!({"url": unused}));
    assert_eq!(hand_in.send().await.problem(422), "unknown_upload");
    for list in ["/patients/tcis/self-check", "/patients/notifications"] {
        let body = at_two(Method::GET, list).send().await.expect(200);
        assert!(
            body.as_object()
                .expect("an object")
                .values()
                .all(|part| part.is_null() || *part == json!([]) || *part == json!(0)),
            "{body}"
        );
    }
    let response = app.get("/patients/notifications").token(&owner.token).send().await.expect(200);
    let path = format!("/patients/notifications/{}/read", response["notifications"][0]["id"]);
    assert_eq!(at_two(Method::POST, &path).send().await.problem(404), "not_found");
    let clinics = app.get("/patients/institutions?q=%EB%B0%94%EB%A5%B8").send().await.expect(200);
    let clinic = &clinics["institutions"][0]["id"];
    let path = format!("/patients/institutions/{clinic}");
    app.get(&path).send().await.expect(200);
    assert_eq!(at_two(Method::GET, &path).send().await.problem(404), "not_found");
}

#[tokio::test]
async fn clinic_search_matches_name_and_address() {
    let app = TestApp::new().await;
    let find = |q: &'static str| {
        let call = app.get(&format!("/patients/institutions?q={q}"));
        async move { call.send().await.expect(200)["institutions"].as_array().expect("a list").len() }
    };
    assert_eq!(find("").await, 0);
    assert_eq!(find("%EB%B0%94%EB%A5%B8").await, 1);
    // ㅂㄹㅊㄱ, and of it ㅊㄱ
    assert_eq!(find("%E3%85%82%E3%84%B9%E3%85%8A%E3%84%B1").await, 1);
    assert_eq!(find("%E3%85%8A%E3%84%B1").await, 1);
    assert_eq!(find("nothing%20like%20it").await, 0);
    // wildcards match literally
    assert_eq!(find("%25").await, 0);
    assert_eq!(find("_").await, 0);
}
