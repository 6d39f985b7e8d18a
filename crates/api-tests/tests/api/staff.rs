//! A clinic's staff: sign-in, temporary passwords, and the accounts that an admin manages.

use axum::http::Method;
use chrono::TimeDelta;
use domain::StaffRole;
use insta::assert_json_snapshot;
use serde_json::{Value, json};

use crate::test_app::{PASSWORD, TestApp};

#[tokio::test]
async fn staff_sessions_are_separate_from_patients() {
    let app = TestApp::new().await;
    let nurse = app.staff(StaffRole::ShootingExpert).await;
    let response = app.staff_login(&nurse.login.to_uppercase(), PASSWORD).await;
    let cookie = response.header("set-cookie").expect("a cookie").to_owned();
    assert!(
        cookie.starts_with("__Host-staffAuthorization=")
            && cookie.ends_with("; Path=/; Max-Age=43200; HttpOnly; SameSite=Strict; Secure"),
        "{cookie}"
    );
    let mut body = response.expect(200);
    body["staff"]["id"] = "[id]".into();
    body["staff"]["institution"]["id"] = "[id]".into();
    assert_json_snapshot!(body, @r#"
    {
      "idleSeconds": 1800,
      "methods": [],
      "next": null,
      "staff": {
        "active": true,
        "hasSecondFactor": false,
        "id": "[id]",
        "institution": {
          "address": "서울특별시 종로구 2",
          "id": "[id]",
          "name": "바른치과",
          "phoneNumber": "0212345678",
          "representativeName": "김원장"
        },
        "loginId": "staff0",
        "mustChangePassword": false,
        "name": "박두리",
        "permissions": [
          "read_applications",
          "handle_applications",
          "add_pictures",
          "invite_patients"
        ],
        "role": "shooting_expert"
      }
    }
    "#);
    // with the cookie as well as with the header
    let pair = cookie.split(';').next().expect("a pair");
    let by_cookie = app.get("/institutions/me").header("cookie", pair).header("sec-fetch-site", "same-origin");
    by_cookie.send().await.expect(200);
    let token = pair.strip_prefix("__Host-staffAuthorization=").expect("the cookie");
    app.get("/institutions/me").token(token).send().await.expect(200);
    assert_eq!(app.get("/patients/me").token(token).send().await.problem(401), "unauthorized");
    let patient = app.patient().await;
    assert_eq!(app.get("/institutions/me").token(&patient.token).send().await.problem(401), "unauthorized");
    app.advance_in_use(TimeDelta::hours(12)).await;
    assert_eq!(app.get("/institutions/me").token(token).send().await.problem(401), "unauthorized");
}

#[tokio::test]
async fn failed_staff_sign_ins_are_alike_and_logged() {
    let app = TestApp::new().await;
    let (nurse, patient) = (app.staff(StaffRole::ShootingExpert).await, app.patient().await);
    app.staff_login(&nurse.login, PASSWORD).await.expect(200);
    for (login, password) in [(nurse.login.as_str(), "wrong1234!"), ("nobody01", PASSWORD), ("not an id", PASSWORD)] {
        assert_eq!(app.staff_login(login, password).await.problem(401), "invalid_credentials");
    }
    assert_eq!(app.staff_login("", "").await.invalid_fields(), ["loginId.required", "password.required"]);
    assert_eq!(app.staff_login(&patient.login, PASSWORD).await.problem(401), "invalid_credentials");
    assert_eq!(app.count("access_log where action = 'sign_in_failed' and staff_id is null").await, 4);
    assert_eq!(app.count("access_log where action = 'sign_in_failed' and login_id is null").await, 1);
    assert_eq!(app.count(&format!("access_log where action = 'sign_in' and staff_id = {}", nurse.id)).await, 1);
}

#[tokio::test]
async fn temporary_password_must_be_changed() {
    let app = TestApp::new().await;
    let admin = app.staff(StaffRole::ClinicAdmin).await;
    let body = json!({"loginId": "newnurse", "name": "강나리", "role": "shooting_expert"});
    let post = async || {
        let call = app.staff_call(&admin, Method::POST, "/institutions/staff").header("idempotency-key", "new-nurse");
        call.json(&body).send().await
    };
    let made = post().await.expect(201);
    let temporary = made["temporaryPassword"].as_str().expect("a password").to_owned();
    assert_eq!(made["staff"]["mustChangePassword"], true);
    let again = post().await.expect(201);
    assert_eq!((&again["staff"], &again["temporaryPassword"]), (&made["staff"], &Value::Null), "it is kept nowhere");
    assert_eq!(app.count(&format!("idempotency_keys where body::text like '%{temporary}%'")).await, 0);

    let login = app.staff_login("newnurse", &temporary).await;
    let cookie = login.header("set-cookie").expect("a cookie");
    let token = cookie.split(['=', ';']).nth(1).expect("a token").to_owned();
    login.expect(200);
    app.get("/institutions/me").token(&token).send().await.expect(200);
    for path in [
        "/institutions/tcis",
        "/institutions/experts",
        "/institutions/invites",
        "/institutions/staff",
        "/institutions/tcis/1",
    ] {
        assert_eq!(app.get(path).token(&token).send().await.problem(403), "password_change_required", "{path}");
    }
    let set = async |password: &str| {
        let call = app.call(Method::POST, "/institutions/auth/password").token(&token);
        call.json(&json!({"password": password})).send().await
    };
    assert_eq!(set("").await.invalid_fields(), ["password.required"]);
    assert_eq!(set("abcd1234").await.invalid_fields(), ["password.format"]);
    assert_eq!(set("newNurse-2026").await.invalid_fields(), ["password.personal"]);
    assert_eq!(set(&temporary).await.invalid_fields(), ["password.used"]);
    assert_eq!(set(PASSWORD).await.expect(200)["staff"]["mustChangePassword"], false);
    app.get("/institutions/tcis").token(&token).send().await.expect(200);
    assert_eq!(app.staff_login("newnurse", &temporary).await.problem(401), "invalid_credentials");
    app.staff_login("newnurse", PASSWORD).await.expect(200);
}

#[tokio::test]
async fn admin_manages_only_own_staff() {
    let app = TestApp::new().await;
    let (admin, nurse) = (app.staff(StaffRole::ClinicAdmin).await, app.staff(StaffRole::ShootingExpert).await);
    let stranger = app.other_staff().await;
    let put = async |id: i64, body: Value| {
        app.staff_call(&admin, Method::PUT, &format!("/institutions/staff/{id}")).json(&body).send().await
    };
    let changed = put(nurse.id, json!({"name": "새이름", "role": "analysis_expert"})).await.expect(200);
    assert_eq!((&changed["staff"]["name"], &changed["staff"]["role"]), (&json!("새이름"), &json!("analysis_expert")));
    assert_eq!(
        put(nurse.id, json!({"name": " ", "role": "boss"})).await.invalid_fields(),
        ["name.required", "role.format"]
    );
    assert_eq!(put(stranger.id, json!({"active": false})).await.problem(404), "not_found");
    assert_eq!(put(999_999, json!({})).await.problem(404), "not_found");
    let experts = app.staff_call(&nurse, Method::GET, "/institutions/experts").send().await.expect(200);
    let names: Vec<_> = experts["experts"].as_array().expect("a list").iter().map(|one| &one["name"]).collect();
    assert_eq!(names, ["박두리", "새이름"]);

    // the last admin cannot be removed
    assert_eq!(put(admin.id, json!({"active": false})).await.problem(409), "last_admin");
    assert_eq!(put(admin.id, json!({"role": "analysis_expert"})).await.problem(409), "last_admin");
    let post = async |body: Value| app.staff_call(&admin, Method::POST, "/institutions/staff").json(&body).send().await;
    let taken = json!({"loginId": stranger.login.to_uppercase(), "name": "이름", "role": "clinic_admin"});
    assert_eq!(post(taken).await.invalid_fields(), ["loginId.taken"]);
    assert_eq!(post(json!({})).await.invalid_fields(), ["loginId.required", "name.required", "role.format"]);

    // deactivated at once, but still listed
    app.staff_call(&admin, Method::DELETE, &format!("/institutions/staff/{}", nurse.id)).send().await.expect(204);
    assert_eq!(app.staff_call(&nurse, Method::GET, "/institutions/me").send().await.problem(401), "unauthorized");
    assert_eq!(app.staff_login(&nurse.login, PASSWORD).await.problem(401), "invalid_credentials");
    let list = app.staff_call(&admin, Method::GET, "/institutions/staff").send().await.expect(200);
    assert_eq!((&list["staff"][1]["id"], &list["staff"][1]["active"]), (&json!(nurse.id), &json!(false)));
    assert_eq!(list["staff"].as_array().map(Vec::len), Some(2));
    // the ID stays the person's: it is not given to others, and its reactivation sets a temporary password
    let again = json!({"loginId": nurse.login, "name": "이름", "role": "analysis_expert"});
    assert_eq!(post(again).await.invalid_fields(), ["loginId.used"]);
    for other in [json!({"active": true, "name": "다른사람"}), json!({"name": "다른사람"})] {
        let refused = put(nurse.id, other).await;
        assert_eq!(refused.invalid_fields(), ["name.mismatch"], "the records of an ID keep its person");
    }
    let back = put(nurse.id, json!({"active": true})).await.expect(200);
    let temporary = back["temporaryPassword"].as_str().expect("a password");
    assert_eq!((&back["staff"]["active"], &back["staff"]["mustChangePassword"]), (&json!(true), &json!(true)));
    assert_eq!(put(nurse.id, json!({"active": true})).await.expect(200)["temporaryPassword"], Value::Null);
    assert_eq!(app.staff_call(&nurse, Method::GET, "/institutions/me").send().await.problem(401), "unauthorized");
    assert_eq!(app.staff_login(&nurse.login, PASSWORD).await.problem(401), "invalid_credentials");
    app.staff_login(&nurse.login, temporary).await.expect(200);

    // two admins deactivate each other concurrently: one remains
    let second = app.staff(StaffRole::ClinicAdmin).await;
    let (path, back) = (format!("/institutions/staff/{}", second.id), format!("/institutions/staff/{}", admin.id));
    let (one, two) = tokio::join!(
        app.staff_call(&admin, Method::DELETE, &path).send(),
        app.staff_call(&second, Method::DELETE, &back).send()
    );
    let won = [one, two].iter().filter(|response| response.status.as_u16() == 204).count();
    assert_eq!(won, 1);
    assert_eq!(
        app.count(&format!("staff where institution_id = {} and role = 'clinic_admin' and active", admin.clinic)).await,
        1
    );
}

#[tokio::test]
async fn staff_login_is_rate_limited() {
    let app = TestApp::new().await;
    let nurse = app.staff(StaffRole::ShootingExpert).await;
    app.exhaust_limit(
        api::services::limiter::STAFF_ACCOUNT_ADDRESS,
        &format!("{}:{}:127.0.0.1", app.one.tenant(), nurse.login),
    )
    .await;
    assert_eq!(app.staff_login(&nurse.login, PASSWORD).await.problem(429), "too_many_requests");
    // guesses from many addresses
    let guessed = app.staff(StaffRole::ShootingExpert).await;
    let account = format!("{}:{}", app.one.tenant(), guessed.login);
    app.exhaust_limit(api::services::limiter::STAFF_ACCOUNT, &account).await;
    assert_eq!(app.staff_login(&guessed.login, PASSWORD).await.problem(429), "too_many_requests");
}

#[tokio::test]
async fn temporary_password_still_signs_in() {
    let app = TestApp::new().await;
    let nurse = app.staff(StaffRole::ShootingExpert).await;
    app.sign_in_with_temporary_password(&nurse).await;
    assert_eq!(
        app.staff_call(&nurse, Method::GET, "/institutions/tcis").send().await.problem(403),
        "password_change_required"
    );
}
