//! Test helpers for claims: patients with consents, drafts, orders, and payers at the sandbox's provider.

use axum::http::Method;
use reqwest::Client;
use reqwest::redirect::Policy;
use serde_json::{Value, json};
use std::time::Duration;
use url::Url;

use crate::client::TestResponse;
use crate::test_app::{SignedIn, TestApp};

/// A host of the first tenant that the sandbox's providers redirect to.
pub const LOCAL: &str = "one.localhost";
/// The insurer of every claim here.
pub const INSURER: &str = "삼성화재";

/// An app with the sandbox's payment provider, and a patient who may claim.
pub struct Purchase {
    pub app: TestApp,
    pub patient: SignedIn,
    pub http: Client,
}

impl Purchase {
    pub async fn open() -> Self {
        let app = TestApp::with_sandbox().await;
        let host =
            "insert into tenant_hosts (host, tenant_id, position) select $1, id, 1 from tenants where key = 'one'";
        sqlx::query(host).bind(LOCAL).execute(&mut app.superuser().await).await.expect("a host");
        let patient = app.patient_with_consents().await;
        let http = Client::builder().redirect(Policy::none()).no_proxy().timeout(Duration::from_secs(30));
        Self { app, patient, http: http.build().expect("a client") }
    }

    /// Creates an order from the local host.
    pub async fn order(&self, body: &Value) -> Value {
        let call = self.app.call_host(LOCAL, Method::POST, "/patients/payments").token(&self.patient.token);
        call.json(body).send().await.expect(201)["order"].clone()
    }

    /// Opens the provider's page of the order.
    pub async fn window(&self, order: &Value) -> Url {
        let path = own_path(&text(&order["checkoutUrl"]).parse().expect("a URL"));
        let left = self.app.call_host(LOCAL, Method::GET, &path).send().await;
        assert_eq!(left.status.as_u16(), 303, "{}", left.text);
        left.header("location").expect("a way").parse().expect("a URL")
    }

    /// Chooses an outcome at the provider's page and returns the path that it redirects to.
    pub async fn choose_outcome(&self, page: &Url, choice: &str) -> String {
        let sent = self.http.post(page.clone()).form(&[("choice", choice)]).send().await.expect("a response");
        let back: Url = sent.headers()["location"].to_str().expect("text").parse().expect("a URL");
        own_path(&back)
    }

    /// Follows the provider's redirect without cookies and returns the location.
    pub async fn return_from_provider(&self, path: &str) -> String {
        let response = self.app.call_host(LOCAL, Method::GET, path).send().await;
        assert_eq!(response.status.as_u16(), 303, "{}", response.text);
        response.header("location").expect("a way").to_owned()
    }

    /// Orders and pays, and returns the final location.
    pub async fn pay(&self, order: &Value, choice: &str) -> String {
        let page = self.window(order).await;
        let back = self.choose_outcome(&page, choice).await;
        self.return_from_provider(&back).await
    }

    pub async fn get(&self, path: &str) -> TestResponse {
        self.app.get(path).token(&self.patient.token).send().await
    }

    pub async fn post(&self, path: &str, body: &Value) -> TestResponse {
        self.app.call(Method::POST, path).token(&self.patient.token).json(body).send().await
    }

    pub async fn status(&self, order: &Value) -> String {
        let found = self.get(&format!("/patients/payments/{}", text(&order["oid"]))).await.expect(200);
        text(&found["order"]["status"]).to_owned()
    }

    /// The provider's movements of an order.
    pub async fn provider_ledger(&self, order: &Value) -> Vec<i64> {
        let base = testing::required("TOSS_URL");
        let path = format!("{base}/sandbox/book?orderId={}", text(&order["oid"]));
        let book: Value = self.http.get(path).send().await.expect("a response").json().await.expect("JSON");
        let rows = book["transactions"].as_array().expect("a list").iter();
        rows.map(|row| row["amount"].as_i64().expect("an amount")).collect()
    }

    /// Our ledger's rows of an order.
    pub async fn ledger(&self, order: &Value) -> Vec<i64> {
        let found = sqlx::query_scalar(
            "select l.amount from ledger l join orders o on o.id = l.order_id where o.oid = $1 order by l.id",
        );
        let oid = text(&order["oid"]).to_owned();
        found.bind(oid).fetch_all(&mut self.app.superuser().await).await.expect("a list")
    }
}

impl TestApp {
    /// A patient with all consents for a claim at the first clinic.
    pub async fn patient_with_consents(&self) -> SignedIn {
        let patient = self.consenting_patient().await;
        self.give_provide_consent(&patient, "clinic", self.clinic().await).await;
        self.give_provide_consent(&patient, "insurer", self.insurer(INSURER).await).await;
        patient
    }

    /// The id of an insurer of the first tenant.
    pub async fn insurer(&self, name: &str) -> i64 {
        sqlx::query_scalar(
            "select i.id from insurers i join tenants t on t.id = i.tenant_id where i.name = $1 and t.key = 'one'",
        )
        .bind(name)
        .fetch_one(&mut self.superuser().await)
        .await
        .expect("the insurers are seeded")
    }

    /// A claim with every field.
    pub async fn claim_body(&self) -> Value {
        let insurer = self.insurer(INSURER).await;
        json!({
            "institutionId": self.clinic().await, "insurerId": insurer, "consented": true, "insuredName": "김하늘",
            "mobile": "01012345678", "onsetDate": "2025-10-01", "accidentType": "dental", "reason": "충치 치료",
            "documents": ["medical_bill_receipt", "detailed_statement"], "doctorSignature": false,
            "registeredMail": false, "forwarding": false, "kind": "new",
        })
    }

    /// The request of an order for a claim that is forwarded to another insurer.
    pub async fn forwarded_draft(&self, insurer: i64) -> Value {
        let mut body = self.draft().await;
        let payout = json!({
            "forwarding": true, "forwardInsurerId": insurer, "bankName": "국민은행", "accountNumber": "12345678901234",
            "depositor": "김하늘", "residentFront": "900131", "residentBack": "2",
        });
        let claim = body["claim"].as_object_mut().expect("a claim");
        claim.extend(payout.as_object().cloned().expect("fields"));
        body
    }

    /// The request of an order for a new claim.
    pub async fn draft(&self) -> Value {
        json!({"claim": self.claim_body().await, "returnMode": "window"})
    }
}

/// The path and query of an address of the API.
fn own_path(url: &Url) -> String {
    assert_eq!(url.host_str(), Some(LOCAL), "{url}");
    let path = url.path().strip_prefix("/api/v1").expect("a path of ours");
    url.query().map_or_else(|| path.to_owned(), |query| format!("{path}?{query}"))
}

pub fn text(value: &Value) -> &str {
    value.as_str().expect("text")
}
