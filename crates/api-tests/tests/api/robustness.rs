//! Two thousand generated requests: no failure of ours, and nothing that the OpenAPI document does not say.

use std::collections::BTreeMap;
use std::panic::AssertUnwindSafe;

use axum::http::Method;
use domain::StaffRole;
use futures::FutureExt as _;
use serde_json::{Value, json};

use crate::request_generator::{GeneratedRequest, Generator, Random};
use crate::test_app::TestApp;

/// How many requests there are at least.
const REQUESTS: usize = 2_000;
/// The seed of the requests: each run sends the same.
const SEED: u64 = 0x0068_7965_6f62_6f6d;
/// Operations that end a session or an account, last.
const ENDING: [&str; 5] = ["logout", "password", "sessions", "/patients/me", "/institutions/staff"];
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

/// The dental product's operations of the document, those that end a session last. Its hosts answer no others.
fn operations(document: &Value) -> Vec<(String, String)> {
    let paths = document["paths"].as_object().expect("paths");
    let of_others = |path: &str| path.starts_with("/ops/") || path.starts_with("/hotel/");
    let mut all: Vec<(String, String)> = paths
        .iter()
        .filter(|(path, _)| !of_others(path))
        .flat_map(|(path, item)| {
            item.as_object().into_iter().flat_map(|item| item.keys()).map(move |method| (path.clone(), method.clone()))
        })
        .collect();
    let ends = |(path, method): &(String, String)| method != "get" && ENDING.iter().any(|part| path.contains(part));
    all.sort_by_key(|operation| (ends(operation), operation.clone()));
    all
}

impl TestApp {
    /// Sends a generated request. Returns the status, or what is wrong with the answer.
    async fn send_generated(&self, request: &GeneratedRequest, token: Option<&str>) -> Result<u16, String> {
        let mut call = self.call(request.method.clone(), &request.path);
        for (name, value) in &request.headers {
            call = call.header_bytes(name, value.as_bytes());
        }
        if let Some(token) = token {
            call = call.token(token);
        }
        if let Some((kind, text)) = &request.body {
            call = call.text(kind, text);
        }
        match AssertUnwindSafe(call.send()).catch_unwind().await {
            Ok(answer) if answer.status.is_server_error() => Err(format!("{}: {}", answer.status, answer.text)),
            Ok(answer) => Ok(answer.status.as_u16()),
            Err(panic) => {
                let text = panic.downcast_ref::<String>().cloned();
                Err(text.unwrap_or_else(|| "an answer that the document does not have".to_owned()))
            }
        }
    }
}

#[tokio::test]
async fn generated_requests_get_documented_answers() {
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

    let document = serde_json::to_value(api::openapi()).expect("JSON");
    let operations = operations(&document);
    let callers = [None, Some(&patient.token), Some(&expert.token), Some(&admin.token)];
    let mut generator = Generator { document: &document, known: &known, random: Random::new(SEED) };
    let (mut wrong, mut statuses, mut sent) = (Vec::new(), BTreeMap::new(), 0);
    for (path, method) in &operations {
        for at in 0..REQUESTS.div_ceil(operations.len()) {
            let request = generator.request(path, method);
            let caller = callers[at % callers.len()];
            sent += 1;
            match app.send_generated(&request, caller.map(String::as_str)).await {
                Ok(status) => *statuses.entry((at % callers.len(), status / 100)).or_insert(0) += 1,
                Err(what) => {
                    let what: String = what.chars().take(600).collect();
                    wrong.push(format!("{method} {path}\n{request:?}\n{what}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {sent}:\n{}", wrong.len(), wrong.join("\n\n"));
    assert!(sent >= REQUESTS);
    // the requests reach the handlers of every caller
    for caller in 0..callers.len() {
        assert!(statuses.get(&(caller, 2)).is_some_and(|count| *count >= 10), "{statuses:?}");
    }
}
