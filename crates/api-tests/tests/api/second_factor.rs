//! Staff's second factor, with codes as an authenticator app computes them.

use axum::http::Method;
use chrono::TimeDelta;
use domain::StaffRole;
use runtime::Clock as _;
use serde_json::{Value, json};
use totp_rs::Totp;

use crate::client::TestResponse;
use crate::clinics::Member;
use crate::test_app::{PASSWORD, TestApp};

const PATH: &str = "/institutions/auth/second-factor";

impl TestApp {
    /// Returns the code that the app shows now.
    fn app_code(&self, app: &Totp) -> String {
        app.generate(u64::try_from(self.clock.now().timestamp()).expect("after 1970")).to_string()
    }

    async fn post_as(&self, token: &str, path: &str, body: &Value) -> TestResponse {
        self.call(Method::POST, path).token(token).json(body).send().await
    }

    async fn code(&self, token: &str, code: &str) -> TestResponse {
        self.post_as(token, PATH, &json!({"code": code})).await
    }

    /// Sets up an authenticator app with the QR code and confirms it. Returns the app and the recovery codes.
    async fn set_up_app(&self, token: &str) -> (Totp, Vec<String>) {
        let current = json!({"currentPassword": PASSWORD});
        let made = self.post_as(token, &format!("{PATH}/app"), &current).await.expect(200);
        let app = Totp::from_url(made["url"].as_str().expect("an address")).expect("an app can read it");
        let confirm = json!({"code": self.app_code(&app)});
        let done = self.post_as(token, &format!("{PATH}/app/confirm"), &confirm).await.expect(200);
        let codes = done["recoveryCodes"].as_array().expect("codes").iter();
        (app, codes.map(|code| code.as_str().expect("a code").to_owned()).collect())
    }

    async fn require_second_factor(&self, admin: &Member, required: bool) -> TestResponse {
        let call = self.staff_call(admin, Method::PUT, "/institutions/security");
        call.json(&json!({"secondFactorRequired": required})).send().await
    }
}

#[tokio::test]
async fn sign_in_needs_the_app_and_each_code_once() {
    let app = TestApp::new().await;
    let nurse = app.staff(StaffRole::ShootingExpert).await;
    let elsewhere = app.staff_token(&nurse.login, PASSWORD).await;
    let (phone, recovery) = app.set_up_app(&nurse.token).await;
    assert_eq!((recovery.len(), app.count("staff_recovery_codes").await), (10, 10));
    assert_eq!(app.get("/institutions/me").token(&elsewhere).send().await.problem(401), "unauthorized");
    let secret = format!("staff_totps where position('{}' in encode(secret_sealed, 'escape')) > 0", nurse.login);
    assert_eq!(app.count(&secret).await, 0);

    app.clock.advance(TimeDelta::minutes(2));
    let login = app.staff_login(&nurse.login, PASSWORD).await.expect(200);
    assert_eq!(login["next"], "second_factor");
    let token = app.staff_token(&nurse.login, PASSWORD).await;
    for path in ["/institutions/tcis", "/institutions/auth/sessions", PATH] {
        assert_eq!(app.get(path).token(&token).send().await.problem(403), "second_factor_required", "{path}");
    }
    let remove = json!({"currentPassword": PASSWORD});
    let early = app.post_as(&token, &format!("{PATH}/app/remove"), &remove).await;
    assert_eq!(early.problem(403), "second_factor_required");
    for wrong in ["", "000000", "abc", "aaaaa-aaaaa"] {
        assert_eq!(app.code(&token, wrong).await.problem(422), "code_mismatch", "{wrong}");
    }
    let code = app.app_code(&phone);
    assert_eq!(app.code(&token, &code).await.expect(200)["next"], Value::Null);
    app.get("/institutions/tcis").token(&token).send().await.expect(200);
    assert_eq!(app.code(&token, &code).await.problem(409), "illegal_transition");
    // the same code does not open a second session
    let again = app.staff_token(&nurse.login, PASSWORD).await;
    assert_eq!(app.code(&again, &code).await.problem(422), "code_mismatch");
    app.clock.advance(TimeDelta::seconds(60));
    app.code(&again, &app.app_code(&phone)).await.expect(200);
    assert_eq!(
        app.count(&format!("access_log where action = 'second_factor_failed' and staff_id = {}", nurse.id)).await,
        5
    );
}

#[tokio::test]
async fn recovery_code_signs_in_once() {
    let app = TestApp::new().await;
    let nurse = app.staff(StaffRole::ShootingExpert).await;
    let (_, recovery) = app.set_up_app(&nurse.token).await;
    let token = app.staff_token(&nurse.login, PASSWORD).await;
    app.code(&token, &recovery[0].to_uppercase().replace('-', " ")).await.expect(200);
    let again = app.staff_token(&nurse.login, PASSWORD).await;
    assert_eq!(app.code(&again, &recovery[0]).await.problem(422), "code_mismatch");
    let state = app.get(PATH).token(&token).send().await.expect(200);
    assert_eq!(state, json!({"hasApp": true, "passkeys": [], "isRequired": false, "recoveryCodesLeft": 9}));
    let made = app.post_as(&token, &format!("{PATH}/recovery-codes"), &json!({"currentPassword": PASSWORD})).await;
    let made = made.expect(200);
    assert_eq!(app.code(&again, &recovery[1]).await.problem(422), "code_mismatch", "replaced");
    app.code(&again, made["recoveryCodes"][0].as_str().expect("a code")).await.expect(200);
    assert_eq!(app.count("access_log where action = 'recovery_code_used'").await, 2);
}

#[tokio::test]
async fn clinic_may_require_a_second_factor() {
    let app = TestApp::new().await;
    let (admin, nurse) = (app.staff(StaffRole::ClinicAdmin).await, app.staff(StaffRole::ShootingExpert).await);
    let stranger = app.other_staff().await;
    app.require_second_factor(&admin, true).await.expect(200);
    let list = |member: &Member| app.staff_call(member, Method::GET, "/institutions/tcis").send();
    for member in [&admin, &nurse] {
        assert_eq!(list(member).await.problem(403), "second_factor_setup_required");
    }
    list(&stranger).await.expect(200);
    let me = app.staff_call(&nurse, Method::GET, "/institutions/me").send().await.expect(200);
    assert_eq!(me["next"], "second_factor_setup");
    app.set_up_app(&nurse.token).await;
    list(&nurse).await.expect(200);
    app.set_up_app(&admin.token).await;
    // a colleague who lost the phone
    let reset = format!("/institutions/staff/{}/second-factor", nurse.id);
    assert_eq!(app.staff_call(&nurse, Method::DELETE, &reset).send().await.problem(403), "forbidden");
    assert_eq!(app.staff_call(&stranger, Method::DELETE, &reset).send().await.problem(404), "not_found");
    app.staff_call(&admin, Method::DELETE, &reset).send().await.expect(204);
    assert_eq!(list(&nurse).await.problem(401), "unauthorized");
    let login = app.staff_login(&nurse.login, PASSWORD).await.expect(200);
    assert_eq!(login["next"], "second_factor_setup");
    app.require_second_factor(&admin, false).await.expect(200);
    assert_eq!(app.staff_login(&nurse.login, PASSWORD).await.expect(200)["next"], Value::Null);
    let logged =
        "access_log where action in ('second_factor_set', 'second_factor_removed', 'second_factor_rule_changed')";
    assert_eq!(app.count(logged).await, 5);
}

#[tokio::test]
async fn app_is_set_up_with_the_present_password() {
    let app = TestApp::new().await;
    let nurse = app.staff(StaffRole::ShootingExpert).await;
    let (begin, confirm) = (format!("{PATH}/app"), format!("{PATH}/app/confirm"));
    assert_eq!(app.post_as(&nurse.token, &begin, &json!({})).await.invalid_fields(), ["currentPassword.required"]);
    let wrong = json!({"currentPassword": "Wrong-1234!"});
    assert_eq!(app.post_as(&nurse.token, &begin, &wrong).await.invalid_fields(), ["currentPassword.mismatch"]);
    let code = json!({"code": "123456"});
    assert_eq!(app.post_as(&nurse.token, &confirm, &code).await.problem(409), "illegal_transition");
    let current = json!({"currentPassword": PASSWORD});
    app.post_as(&nurse.token, &begin, &current).await.expect(200);
    assert_eq!(app.post_as(&nurse.token, &confirm, &json!({"code": "x"})).await.problem(422), "code_mismatch");
    app.set_up_app(&nurse.token).await;
    assert_eq!(app.post_as(&nurse.token, &begin, &current).await.problem(409), "illegal_transition");
    app.post_as(&nurse.token, &format!("{PATH}/app/remove"), &current).await.expect(204);
    app.set_up_app(&nurse.token).await;
}
