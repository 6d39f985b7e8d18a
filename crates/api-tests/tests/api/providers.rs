//! Social sign-in through the sandbox's providers over HTTP, from the first redirect to the session. The other tests
//! use fake partners.

use std::time::Duration;

use axum::http::Method;
use reqwest::Client;
use reqwest::redirect::Policy;
use serde_json::{Value, json};
use url::Url;

use crate::client::TestResponse;
use crate::test_app::TestApp;

/// A host of the first tenant that the sandbox's providers redirect to.
const LOCAL: &str = "one.localhost";

/// A browser that signs in with one provider.
struct Browser {
    app: TestApp,
    provider: &'static str,
    http: Client,
}

impl Browser {
    async fn new(provider: &'static str) -> Self {
        let app = TestApp::with_sandbox().await;
        let host =
            "insert into tenant_hosts (host, tenant_id, position) select $1, id, 1 from tenants where key = 'one'";
        sqlx::query(host).bind(LOCAL).execute(&mut app.superuser().await).await.expect("a host");
        let http = Client::builder().redirect(Policy::none()).no_proxy().timeout(Duration::from_secs(20));
        Self { app, provider, http: http.build().expect("a client") }
    }

    /// Signs in through the provider's page as one of its demo people.
    async fn sign_in(&self, person: &str) -> TestResponse {
        let start = format!("/patients/social/{}/start?redirect=/self-check", self.provider);
        let left = self.app.call_host(LOCAL, Method::GET, &start).send().await;
        let cookie = cookie(&left, "socialBrowser");
        let page: Url = left.header("location").expect("a way").parse().expect("a URL");
        let shown = self.http.get(page.clone()).send().await.expect("the provider's page");
        assert_eq!(shown.status().as_u16(), 200);
        let mut form: Vec<(String, String)> = page.query_pairs().into_owned().collect();
        form.push(("person".to_owned(), person.to_owned()));
        let sent = self.http.post(page).form(&form).send().await.expect("the provider's response");
        let back: Url = sent.headers()["location"].to_str().expect("text").parse().expect("a URL");
        assert_eq!(back.host_str(), Some(LOCAL), "{back}");
        let path = back.path().strip_prefix("/api/v1").expect("a path of ours");
        let path = format!("{path}?{}", back.query().expect("a query"));
        self.app.call_host(LOCAL, Method::GET, &path).header("cookie", &cookie).send().await
    }

    /// Makes the provider's next call fail.
    async fn inject_fault(&self, kind: &str) {
        let base = format!("{}_API_URL", self.provider.to_uppercase());
        let base = testing::required(&base);
        // longer than the timeout of a call
        let fault = json!({"kind": kind, "times": 1, "seconds": 6});
        let response =
            self.http.post(format!("{base}/__sandbox/faults")).json(&fault).send().await.expect("a response");
        assert_eq!(response.status().as_u16(), 200);
    }

    /// Signs in, signs up, signs in again, and returns the form's profile.
    async fn sign_in_up_and_in_again(&self) -> Value {
        let app = &self.app;
        let first = self.sign_in("adult").await;
        let to = location(&first);
        let ticket = to.strip_prefix("/auth/signup/form?social=").expect("the form");
        let ticket = ticket.strip_suffix("&redirect=%2Fself-check").expect("the way on");
        let own = cookie(&first, "socialTicket");
        let path = format!("/patients/social/profile?token={ticket}");
        let profile = app.call_host(LOCAL, Method::GET, &path).header("cookie", &own).send().await;
        let mut body = app.signup_body("kimhaneul").await;
        body["socialToken"] = json!(ticket);
        let call = app.call_host(LOCAL, Method::POST, "/patients/auth/signup").header("cookie", &own).json(&body);
        let made = call.send().await.expect(201);

        let again = self.sign_in("adult").await;
        assert_eq!(location(&again), "/self-check");
        let session = cookie(&again, "authorization");
        let token = session.strip_prefix("authorization=").expect("a token");
        let me = app.get("/patients/me").token(token).send().await.expect(200);
        assert_eq!(me["patient"], made["patient"]);
        // another person is new
        assert!(location(&self.sign_in("second").await).starts_with("/auth/signup/form?social="));
        profile.expect(200)["profile"].clone()
    }

    /// Checks that every failure of the provider leads to the sign-in page, and that the next attempt works.
    async fn failures(&self) {
        let failed = |code: &str| format!("/auth/signin?error={code}&redirect=%2Fself-check");
        assert_eq!(location(&self.sign_in("").await), failed("social_denied"));
        for fault in ["error", "malformed", "lost_answer", "slow"] {
            self.inject_fault(fault).await;
            assert_eq!(location(&self.sign_in("adult").await), failed("social_failed"), "{fault}");
        }
        assert_eq!(self.app.count("patient_sessions").await + self.app.count("social_tickets").await, 0);
    }
}

#[track_caller]
fn location(response: &TestResponse) -> &str {
    assert_eq!(response.status.as_u16(), 303, "{}", response.text);
    response.header("location").expect("a way")
}

/// Returns a cookie of a response in the form in which the browser sends it back.
#[track_caller]
fn cookie(response: &TestResponse, name: &str) -> String {
    let lines = response.headers.get_all("set-cookie").iter().map(|line| line.to_str().expect("text"));
    let mut pairs = lines.filter_map(|line| line.split(';').next()).filter(|pair| !pair.ends_with('='));
    pairs.find(|pair| pair.split('=').next() == Some(name)).expect("a cookie").to_owned()
}

#[tokio::test]
async fn naver_sign_in_creates_a_profile() {
    let browser = Browser::new("naver").await;
    browser.failures().await;
    let expected = json!({"provider": "naver", "name": "김하늘", "email": "haneul.kim@example.com", "phone": "01023456701",
        "birth": "1990.05.14", "gender": 1});
    assert_eq!(browser.sign_in_up_and_in_again().await, expected);
}

#[tokio::test]
async fn google_sign_in_creates_a_profile() {
    let browser = Browser::new("google").await;
    browser.failures().await;
    let expected = json!({"provider": "google", "name": "김하늘", "email": "haneul.kim@example.com"});
    assert_eq!(browser.sign_in_up_and_in_again().await, expected);
}
