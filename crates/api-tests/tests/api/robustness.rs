//! Generated requests to each product: no internal errors, and only documented responses.

use std::collections::BTreeMap;
use std::panic::AssertUnwindSafe;

use axum::http::Method;
use domain::{OperatorRole, StaffRole};
use futures::FutureExt as _;
use serde_json::{Value, json};

use crate::hotel::{HOTEL_HOST, ROLES};
use crate::hotel_rooms::EquippedHotel;
use crate::request_generator::{GeneratedRequest, Generator, Random};
use crate::test_app::{HOST, OPS_HOST, TestApp};

/// Minimum number of requests to the dental product; the others get half as many.
const REQUESTS: usize = 2_000;
/// The seed of the requests, so that each run sends the same.
const SEED: u64 = 0x0068_7965_6f62_6f6d;
/// Operations that end a session or an account, which come last.
const DESTRUCTIVE_OPERATIONS: [&str; 9] = [
    "logout",
    "password",
    "sessions",
    "/patients/me",
    "/institutions/staff",
    "/hotel/users",
    "/hotel/housekeepers",
    "/hotel/api-keys/{id}",
    "/ops/operators",
];
/// Values of path parameters that are not numbers.
const WORDS: [&str; 10] = [
    "medical_bill_receipt",
    "detailed_statement",
    "toss",
    "inicis",
    "kakao",
    "naver",
    "2026-10",
    "2026-11",
    "before",
    "not-a-token",
];

/// The product of an operation and its host: dental, hotels or operators.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Product {
    Dental,
    Hotel,
    Operators,
}

impl Product {
    fn from_path(path: &str) -> Self {
        match path.split('/').nth(1) {
            Some("hotel") => Self::Hotel,
            Some("ops") => Self::Operators,
            _ => Self::Dental,
        }
    }

    const fn host(self) -> &'static str {
        match self {
            Self::Dental => HOST,
            Self::Hotel => HOTEL_HOST,
            Self::Operators => OPS_HOST,
        }
    }

    /// Returns its operations in the document, those that end a session last. Its hosts serve no others.
    fn operations(self, document: &Value) -> Vec<(String, String)> {
        let paths = document["paths"].as_object().expect("paths");
        let own = paths.iter().filter(|(path, _)| Self::from_path(path) == self);
        let mut all: Vec<(String, String)> = own
            .flat_map(|(path, item)| {
                let methods = item.as_object().into_iter().flat_map(|item| item.keys());
                methods.map(move |method| (path.clone(), method.clone()))
            })
            .collect();
        let ends = |(path, method): &(String, String)| {
            method != "get" && DESTRUCTIVE_OPERATIONS.iter().any(|part| path.contains(part))
        };
        all.sort_by_key(|operation| (ends(operation), operation.clone()));
        all
    }
}

/// The headers of a caller.
type Caller = Vec<(&'static str, String)>;

fn with_token(token: &str) -> Caller {
    vec![("authorization", format!("Bearer {token}"))]
}

/// The callers: those with a session first, then others and one without credentials.
struct Callers {
    all: Vec<Caller>,
    sessions: usize,
}

impl Callers {
    fn new(sessions: Vec<Caller>, others: Vec<Caller>) -> Self {
        let count = sessions.len();
        Self { all: sessions.into_iter().chain(others).chain([Vec::new()]).collect(), sessions: count }
    }
}

impl TestApp {
    /// Sends a generated request. Returns the status, or the violation in the response.
    async fn send_generated(
        &self,
        host: &str,
        request: &GeneratedRequest,
        caller: &[(&'static str, String)],
    ) -> Result<u16, String> {
        let mut call = self.call_host(host, request.method.clone(), &request.path);
        for (name, value) in request.headers.iter().chain(caller) {
            call = call.header_bytes(name, value.as_bytes());
        }
        if let Some((kind, text)) = &request.body {
            call = call.text(kind, text);
        }
        match AssertUnwindSafe(call.send()).catch_unwind().await {
            Ok(response) if response.status.is_server_error() => Err(format!("{}: {}", response.status, response.text)),
            Ok(response) => Ok(response.status.as_u16()),
            Err(panic) => {
                let text = panic.downcast_ref::<String>().cloned();
                Err(text.unwrap_or_else(|| "a response that the document does not contain".to_owned()))
            }
        }
    }

    /// Sends generated requests to a product, by each caller in turn, and checks every response.
    async fn check_generated(&self, product: Product, callers: &Callers, known: &[String]) {
        let count = if product == Product::Dental { REQUESTS } else { REQUESTS / 2 };
        let (callers, sessions) = (&callers.all, callers.sessions);
        let document = serde_json::to_value(api::openapi()).expect("JSON");
        let operations = product.operations(&document);
        let mut generator = Generator { document: &document, known, random: Random::new(SEED) };
        let (mut wrong, mut statuses, mut sent) = (Vec::new(), BTreeMap::new(), 0);
        for (path, method) in &operations {
            for at in 0..count.div_ceil(operations.len()) {
                let request = generator.request(path, method);
                let caller = at % callers.len();
                sent += 1;
                match self.send_generated(product.host(), &request, &callers[caller]).await {
                    Ok(status) => *statuses.entry((caller, status / 100)).or_insert(0) += 1,
                    Err(what) => {
                        let what: String = what.chars().take(600).collect();
                        wrong.push(format!("{method} {path}\n{request:?}\n{what}"));
                    }
                }
            }
        }
        assert!(wrong.is_empty(), "{} of {sent}:\n{}", wrong.len(), wrong.join("\n\n"));
        assert!(sent >= count);
        // the requests reach the handlers for every caller with a session
        for caller in 0..sessions {
            assert!(statuses.get(&(caller, 2)).is_some_and(|count| *count >= 3), "{caller}: {statuses:?}");
        }
    }
}

#[tokio::test]
async fn generated_requests_get_documented_responses() {
    let app = TestApp::with_sandbox().await;
    let (patient, expert) = (app.consenting_patient().await, app.staff(StaffRole::AnalysisExpert).await);
    let admin = app.staff(StaffRole::ClinicAdmin).await;
    let application = app.new_application(&patient).await;
    app.set_status(&expert, application, 1).await.expect(200);
    let tci = app.read_picture(&expert, application, "before").await;
    let (claim, own) = (app.new_paid_claim(&patient).await, app.self_check(&patient, Ok(())).await);
    let invite = app.staff_call(&admin, Method::POST, "/institutions/invites").json(&json!({"maxUses": 10}));
    let invite = invite.send().await.expect(201)["invite"]["code"].as_str().expect("a code").to_owned();
    let ids = [application, claim, own, tci["id"].as_i64().expect("an id"), expert.id, admin.clinic];
    let known: Vec<String> =
        ids.map(|id| id.to_string()).into_iter().chain(WORDS.map(str::to_owned)).chain([invite]).collect();

    let sessions = [&patient.token, &expert.token, &admin.token].map(|token| with_token(token)).into();
    app.check_generated(Product::Dental, &Callers::new(sessions, Vec::new()), &known).await;
}

#[tokio::test]
async fn generated_hotel_requests_are_documented() {
    let app = TestApp::new().await;
    let EquippedHotel { hotels, product, room, dispenser, sensor, key } = EquippedHotel::new(&app).await;
    let lines = json!([{"productId": product, "boxes": 2}]);
    let order = hotels.order(&app, &hotels.hotel_client, hotels.hotel, lines).await["id"].as_i64().expect("an id");
    let clients = [hotels.hotel, hotels.headquarters, hotels.partner].map(domain::HotelClientId::get);
    let ids = [product, room, dispenser, sensor, order].into_iter().chain(clients);
    let known: Vec<String> = ids.map(|id| id.to_string()).collect();
    let sessions = ROLES.map(|role| with_token(&hotels.member(role).token)).into();
    app.check_generated(Product::Hotel, &Callers::new(sessions, vec![with_token(&key)]), &known).await;
}

#[tokio::test]
async fn generated_ops_requests_are_documented() {
    let app = TestApp::new().await;
    let mut sessions = Vec::new();
    let mut ids = vec![app.one.tenant().get()];
    for role in [OperatorRole::Viewer, OperatorRole::Operator, OperatorRole::Admin] {
        let operator = app.operator(role).await;
        ids.push(operator.id);
        sessions.push(operator.headers());
    }
    let names = ["inference", "notifications", "payments", "maintenance"].map(str::to_owned);
    let known: Vec<String> = ids.iter().map(ToString::to_string).chain(names).collect();
    app.check_generated(Product::Operators, &Callers::new(sessions, Vec::new()), &known).await;
}
