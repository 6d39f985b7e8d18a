//! Operators: sign-in, sessions, accounts, and their host.

use axum::Router;
use axum::http::Method;
use chrono::TimeDelta;
use db::operator_sessions::NewSession;
use db::operators::NewOperator;
use domain::{LoginUserId, Name, OperatorId, OperatorRole, PasswordHash};
use runtime::Clock as _;
use runtime::config::Environment;
use serde_json::{Value, json};
use totp_rs::Totp;

use crate::client::{Call, TestResponse};
use crate::program;
use crate::test_app::{HOST, OPS_HOST, PASSWORD, TestApp};

/// An operator's own password.
const OWN_PASSWORD: &str = "lantern-38!";
/// The cookie on a host that is not local.
const COOKIE: &str = "__Host-operatorAuthorization";

/// The browser of an operator.
pub struct OperatorClient {
    pub id: i64,
    pub login: String,
    pub token: String,
    router: Router,
}

impl OperatorClient {
    /// Returns the headers of calls from its own page.
    pub fn headers(&self) -> Vec<(&'static str, String)> {
        vec![("cookie", format!("{COOKIE}={}", self.token)), ("sec-fetch-site", "same-origin".to_owned())]
    }

    pub fn call(&self, method: Method, path: &str) -> Call {
        let call = Call::new(self.router.clone(), method, OPS_HOST, path);
        self.headers().iter().fold(call, |call, (name, value)| call.header(name, value))
    }

    pub fn get(&self, path: &str) -> Call {
        self.call(Method::GET, path)
    }

    pub fn post(&self, path: &str) -> Call {
        self.call(Method::POST, path)
    }

    pub fn put(&self, path: &str) -> Call {
        self.call(Method::PUT, path)
    }

    /// Sends a call with a JSON body.
    pub async fn send(&self, method: Method, path: &str, body: &Value) -> TestResponse {
        self.call(method, path).json(body).send().await
    }

    async fn code(&self, code: &str) -> TestResponse {
        self.send(Method::POST, "/ops/auth/second-factor", &json!({"code": code})).await
    }

    /// Sets up an authenticator app with the secret and confirms it. Returns the app and the recovery codes.
    async fn set_up_app(&self, app: &TestApp) -> (Totp, Vec<String>) {
        let made = self.post("/ops/auth/second-factor/setup").send().await.expect(200);
        let phone = Totp::from_url(made["uri"].as_str().expect("an address")).expect("an app can read it");
        let confirm = json!({"code": app.shown_code(&phone)});
        let done = self.send(Method::POST, "/ops/auth/second-factor/confirm", &confirm).await.expect(200);
        let codes = done["recoveryCodes"].as_array().expect("codes").iter();
        (phone, codes.map(|code| code.as_str().expect("a code").to_owned()).collect())
    }
}

impl TestApp {
    /// An operator with this role, signed in.
    pub async fn operator(&self, role: OperatorRole) -> OperatorClient {
        let now = self.clock.now();
        let (login, id) = self.new_operator(role).await;
        let mut conn = self.state.databases.system().acquire().await.expect("a connection");
        let hash = PasswordHash::new(self.password_hash().await.as_str().to_owned());
        db::operators::set_password(&mut conn, id, &hash).await.expect("no longer a temporary one");
        let (token, hash) = api::services::token::issue(&self.state.random);
        let session = NewSession {
            operator: id,
            token: &hash,
            expires_at: now + domain::operator::SESSION_LIFETIME,
            client_address: std::net::Ipv4Addr::LOCALHOST.into(),
            second_factor_pending: false,
        };
        db::operator_sessions::insert(&mut conn, &session, now).await.expect("the session is written");
        self.client(id, login, token)
    }

    fn client(&self, id: OperatorId, login: String, token: String) -> OperatorClient {
        OperatorClient { id: id.get(), login, token, router: self.router.clone() }
    }

    /// Creates an account with the temporary password [`PASSWORD`].
    async fn new_operator(&self, role: OperatorRole) -> (String, OperatorId) {
        let login = format!("operator{}", self.count("operators").await);
        let new = NewOperator {
            login_id: LoginUserId::parse(&login).expect("a sign-in name"),
            password_hash: self.password_hash().await,
            name: Name::parse("최운영").expect("a name"),
            role,
        };
        let mut conn = self.state.databases.system().acquire().await.expect("a connection");
        let id = db::operators::insert(&mut conn, &new, self.clock.now()).await.expect("the account is written");
        (login, id)
    }

    pub async fn operator_login(&self, login: &str, password: &str) -> TestResponse {
        let body = json!({"loginId": login, "password": password});
        self.call_host(OPS_HOST, Method::POST, "/ops/auth/login").json(&body).send().await
    }

    /// Signs in with a correct password.
    async fn signed_in(&self, login: &str, password: &str) -> OperatorClient {
        let response = self.operator_login(login, password).await;
        let id = response.expect(200)["id"].as_i64().expect("an id");
        let cookie = response.header("set-cookie").expect("a cookie");
        for attribute in ["HttpOnly", "SameSite=Strict", "Secure", "Path=/", "Max-Age=28800"] {
            assert!(cookie.contains(attribute), "{cookie}");
        }
        let token = cookie.split(';').next().and_then(|pair| pair.strip_prefix(&format!("{COOKIE}=")));
        self.client(OperatorId::new(id), login.to_owned(), token.expect("the cookie").to_owned())
    }

    /// The code that an authenticator app shows now.
    fn shown_code(&self, phone: &Totp) -> String {
        phone.generate(u64::try_from(self.clock.now().timestamp()).expect("after 1970")).to_string()
    }
}

#[tokio::test]
async fn first_sign_in_sets_password_and_app() {
    let app = TestApp::in_environment(Environment::Staging).await;
    let (login, _) = app.new_operator(OperatorRole::Admin).await;
    assert_eq!(app.operator_login(&login, "wrong-27!").await.problem(401), "invalid_credentials");
    let admin = app.signed_in(&login.to_uppercase(), PASSWORD).await;
    let me = admin.get("/ops/auth/me").send().await.expect(200);
    assert_eq!(
        (&me["next"], &me["environment"], &me["role"]),
        (&json!("password"), &json!("staging"), &json!("admin"))
    );
    assert_eq!(admin.get("/ops/operators").send().await.problem(403), "password_change_required");
    assert_eq!(app.operator_login(&login, PASSWORD).await.problem(401), "temporary_password_expired");

    let set =
        async |password: &str| admin.send(Method::PUT, "/ops/auth/password", &json!({"password": password})).await;
    assert_eq!(set(PASSWORD).await.invalid_fields(), ["password.used"]);
    assert_eq!(set(OWN_PASSWORD).await.expect(200)["next"], "second_factor_setup");
    assert_eq!(admin.get("/ops/operators").send().await.problem(403), "second_factor_setup_required");
    let (_, recovery) = admin.set_up_app(&app).await;
    assert_eq!(recovery.len(), 10);
    assert_eq!(admin.get("/ops/auth/me").send().await.expect(200)["next"], Value::Null);
    admin.get("/ops/operators").send().await.expect(200);
    // an app that is set up can only be reset by another admin
    assert_eq!(admin.post("/ops/auth/second-factor/setup").send().await.problem(409), "illegal_transition");
    assert_eq!(set("lantern-39!").await.invalid_fields(), ["currentPassword.required"]);
}

#[tokio::test]
async fn second_factor_codes_work_once() {
    let app = TestApp::in_environment(Environment::Production).await;
    let (login, _) = app.new_operator(OperatorRole::Viewer).await;
    let first = app.signed_in(&login, PASSWORD).await;
    first.send(Method::PUT, "/ops/auth/password", &json!({"password": OWN_PASSWORD})).await.expect(200);
    let (phone, recovery) = first.set_up_app(&app).await;

    let used = app.shown_code(&phone);
    let second = app.signed_in(&login, OWN_PASSWORD).await;
    assert_eq!(second.get("/ops/auth/me").send().await.expect(200)["next"], "second_factor");
    assert_eq!(second.get("/ops/retention").send().await.problem(403), "second_factor_required");
    assert_eq!(second.code(&used).await.problem(422), "code_mismatch", "it confirmed the app");
    app.clock.advance(TimeDelta::minutes(1));
    let fresh = app.shown_code(&phone);
    assert_eq!(second.code(&fresh).await.expect(200)["next"], Value::Null);
    second.get("/ops/retention").send().await.expect(200);
    assert_eq!(second.code(&fresh).await.problem(409), "illegal_transition");

    let replay = app.signed_in(&login, OWN_PASSWORD).await;
    assert_eq!(replay.code(&fresh).await.problem(422), "code_mismatch");
    replay.code(&recovery[0].to_uppercase()).await.expect(200);
    let again = app.signed_in(&login, OWN_PASSWORD).await;
    assert_eq!(again.code(&recovery[0]).await.problem(422), "code_mismatch");
    for action in ["second_factor_set", "recovery_code_used"] {
        assert_eq!(app.count(&format!("operator_actions where action = '{action}'")).await, 1, "{action}");
    }
    assert_eq!(app.count("operator_actions where action = 'second_factor_failed'").await, 3);
    assert_eq!(
        app.count(&format!("operators where position('{login}' in encode(totp_sealed, 'escape')) > 0")).await,
        0
    );
}

#[tokio::test]
async fn wrong_operator_codes_are_slowed_down() {
    let app = TestApp::new().await;
    let member = app.operator(OperatorRole::Viewer).await;
    member.set_up_app(&app).await;
    let thief = app.signed_in(&member.login, PASSWORD).await;
    for _ in 0..5 {
        assert_eq!(thief.code("000000").await.problem(422), "code_mismatch");
    }
    assert_eq!(thief.code("000000").await.problem(429), "too_many_requests");
    for _ in 0..9 {
        assert_eq!(app.operator_login("nobody1", "wrong-27!").await.problem(401), "invalid_credentials");
    }
    app.operator_login("nobody1", "wrong-27!").await.problem(401);
    assert_eq!(app.operator_login("nobody1", "wrong-27!").await.problem(429), "too_many_requests");
}

#[tokio::test]
async fn operator_session_ends_idle_and_after_8_h() {
    let app = TestApp::new().await;
    let (idle, busy) = (app.operator(OperatorRole::Viewer).await, app.operator(OperatorRole::Viewer).await);
    app.clock.advance(TimeDelta::minutes(20));
    idle.get("/ops/auth/me").header("x-poll", "1").send().await.expect(200);
    busy.get("/ops/auth/me").send().await.expect(200);
    app.clock.advance(TimeDelta::minutes(11));
    assert_eq!(idle.get("/ops/auth/me").send().await.problem(401), "unauthorized", "polling is no use");
    for _ in 0..22 {
        busy.get("/ops/auth/me").send().await.expect(200);
        app.clock.advance(TimeDelta::minutes(20));
    }
    busy.get("/ops/auth/me").send().await.expect(200);
    app.clock.advance(TimeDelta::minutes(10));
    assert_eq!(busy.get("/ops/auth/me").send().await.problem(401), "unauthorized");

    let leaving = app.operator(OperatorRole::Viewer).await;
    let left = leaving.post("/ops/auth/logout").send().await;
    left.expect(204);
    assert!(left.header("set-cookie").is_some_and(|cookie| cookie.contains("Max-Age=0")));
    assert_eq!(leaving.get("/ops/auth/me").send().await.problem(401), "unauthorized");
}

#[tokio::test]
async fn operator_cookie_of_other_sites_is_refused() {
    let app = TestApp::new().await;
    let admin = app.operator(OperatorRole::Admin).await;
    let call = || {
        let call = app.call_host(OPS_HOST, Method::GET, "/ops/auth/me");
        call.header("cookie", &format!("{COOKIE}={}", admin.token))
    };
    assert_eq!(call().send().await.problem(403), "cross_site", "nobody's");
    for site in ["cross-site", "same-site"] {
        assert_eq!(call().header("sec-fetch-site", site).send().await.problem(403), "cross_site", "{site}");
    }
    for origin in ["https://evil.example", &format!("http://{OPS_HOST}"), &format!("https://{HOST}")] {
        assert_eq!(call().header("origin", origin).send().await.problem(403), "cross_site", "{origin}");
    }
    call().header("origin", &format!("https://{OPS_HOST}")).send().await.expect(200);
    // bearer tokens are for machines, which use the operations port
    let bearer = app.call_host(OPS_HOST, Method::GET, "/ops/auth/me").token(&admin.token);
    assert_eq!(bearer.header("sec-fetch-site", "same-origin").send().await.problem(401), "unauthorized");
}

#[tokio::test]
async fn ops_calls_are_on_their_host_alone() {
    let app = TestApp::new().await;
    let admin = app.operator(OperatorRole::Admin).await;
    for host in [HOST, "nowhere.example", "127.0.0.1"] {
        let cookie = format!("{COOKIE}={0}; operatorAuthorization={0}", admin.token);
        let call = app.call_host(host, Method::GET, "/ops/auth/me").header("cookie", &cookie);
        assert_eq!(call.header("sec-fetch-site", "same-origin").send().await.problem(404), "not_found", "{host}");
        let login = app.call_host(host, Method::POST, "/ops/auth/login").json(&json!({}));
        assert_eq!(login.send().await.problem(404), "not_found", "{host}");
    }
    for path in ["/tenant", "/patients/me", "/institutions/me", "/openapi.json", "/ops"] {
        assert_eq!(admin.get(path).send().await.status.as_u16(), 404, "{path}");
    }
    // the port and the case do not matter
    let elsewhere = app.call_host("OPS.example.:8443", Method::GET, "/ops/auth/me");
    assert_eq!(elsewhere.send().await.problem(401), "unauthorized");
}

#[tokio::test]
async fn admin_manages_operator_accounts() {
    let app = TestApp::new().await;
    let admin = app.operator(OperatorRole::Admin).await;
    let new = json!({"loginId": "night01", "name": "한밤중", "role": "viewer"});
    let made = admin.send(Method::POST, "/ops/operators", &new).await.expect(201);
    let (id, password) = (&made["operator"]["id"], made["temporaryPassword"].as_str().expect("a password"));
    assert_eq!(admin.send(Method::POST, "/ops/operators", &new).await.invalid_fields(), ["loginId.taken"]);
    let wrong = json!({"loginId": "x", "name": "", "role": "king"});
    let fields = admin.send(Method::POST, "/ops/operators", &wrong).await.invalid_fields();
    assert_eq!(fields, ["loginId.format", "name.required", "role.format"]);

    let night = app.signed_in("night01", password).await;
    night.send(Method::PUT, "/ops/auth/password", &json!({"password": OWN_PASSWORD})).await.expect(200);
    night.set_up_app(&app).await;
    let reset = format!("/ops/operators/{id}/reset");
    assert_eq!(admin.send(Method::POST, &reset, &json!({})).await.invalid_fields(), ["reason.required"]);
    let again = admin.send(Method::POST, &reset, &json!({"reason": "휴대폰을 잃어버렸어요"})).await.expect(200);
    assert_eq!(night.get("/ops/auth/me").send().await.problem(401), "unauthorized");
    assert_eq!(again["operator"]["hasSecondFactor"], false);
    app.clock.advance(TimeDelta::hours(73));
    let admin = app.operator(OperatorRole::Admin).await;
    let late = app.operator_login("night01", again["temporaryPassword"].as_str().expect("a password")).await;
    assert_eq!(late.problem(401), "temporary_password_expired");
    assert_eq!(
        admin.send(Method::POST, "/ops/operators/999999/reset", &json!({"reason": "x"})).await.problem(404),
        "not_found"
    );

    let put = format!("/ops/operators/{id}");
    let ended = admin
        .send(Method::PUT, &put, &json!({"name": "한밤중", "role": "operator", "active": false}))
        .await
        .expect(200);
    assert_eq!((&ended["operator"]["active"], &ended["temporaryPassword"]), (&json!(false), &Value::Null));
    let back =
        admin.send(Method::PUT, &put, &json!({"name": "한밤중", "role": "operator", "active": true})).await.expect(200);
    assert!(back["temporaryPassword"].is_string());
    let listed = admin.get("/ops/operators").send().await.expect(200);
    assert_eq!(listed["operators"].as_array().map(Vec::len), Some(3));
}

#[tokio::test]
async fn last_admin_of_operators_stays() {
    let app = TestApp::new().await;
    let admin = app.operator(OperatorRole::Admin).await;
    let put = format!("/ops/operators/{}", admin.id);
    for change in [
        json!({"name": "최운영", "role": "viewer", "active": true}),
        json!({"name": "최운영", "role": "admin", "active": false}),
    ] {
        assert_eq!(admin.send(Method::PUT, &put, &change).await.problem(409), "last_admin");
    }
    app.operator(OperatorRole::Admin).await;
    admin.send(Method::PUT, &put, &json!({"name": "최운영", "role": "viewer", "active": true})).await.expect(200);
    assert_eq!(admin.get("/ops/operators").send().await.problem(403), "forbidden");
    let own = admin.send(Method::POST, "/ops/auth/password", &json!({})).await;
    assert_eq!(own.problem(405), "method_not_allowed");
}

#[tokio::test]
async fn add_operator_command_creates_the_account() {
    let app = TestApp::new().await;
    let add = async |login: &str, role: &str| {
        let mut command = program::command(&app, "add-operator");
        command.args(["--login-id", login, "--name", "김운영", "--role", role]);
        program::output(command).await
    };
    let made = add("root01", "admin").await;
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let printed = String::from_utf8(made.stdout).expect("text");
    app.clock.set(runtime::SystemClock.now());
    let signed = app.operator_login("root01", printed.trim()).await.expect(200);
    assert_eq!((&signed["role"], &signed["next"]), (&json!("admin"), &json!("password")));
    for (login, role) in [("ROOT01", "admin"), ("x", "admin"), ("root02", "king")] {
        let refused = add(login, role).await;
        assert!(!refused.status.success() && refused.stdout.is_empty(), "{login} {role}");
    }
    assert_eq!(app.count("operators").await, 1);
    assert_eq!(app.count("operator_actions where action = 'operator_added' and operator_id is null").await, 1);
}
