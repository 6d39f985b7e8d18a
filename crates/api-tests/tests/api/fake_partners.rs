//! A fake server for all partners: returns configured responses and records the calls.

use std::collections::HashMap;
use std::sync::Arc;

use axum::Router;
use axum::body::to_bytes;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use parking_lot::Mutex;
use serde_json::Value;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

/// A server on its own port, stopped on drop.
pub struct FakePartners {
    pub url: String,
    shared: Shared,
    serving: JoinHandle<()>,
}

#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Script>>);

#[derive(Default)]
struct Script {
    responses: HashMap<String, (u16, Option<String>)>,
    calls: Vec<RecordedCall>,
}

/// A recorded call.
#[derive(Clone, Debug)]
pub struct RecordedCall {
    pub path: String,
    /// The fields of the query and of the form in the body.
    pub fields: HashMap<String, String>,
    pub headers: HeaderMap,
}

/// The configuration of all partners at one address.
pub fn variables(url: &str) -> Vec<(&'static str, String)> {
    let at = |path: &str| format!("{url}{path}");
    let text = str::to_owned;
    vec![
        ("WEB_ORIGIN", text("https://web.example")),
        ("SEAL_KEYS", text("1:AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=")),
        ("CI_PEPPER", text("AwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwM=")),
        ("JUSO_URL", at("/juso")),
        ("JUSO_KEY", text("juso-key")),
        ("TOSS_URL", at("/toss")),
        ("INICIS_URL", at("/inicis")),
        ("INICIS_API_URL", at("/iniapi")),
        ("KAKAO_AUTH_URL", at("/kauth")),
        ("KAKAO_API_URL", at("/kapi")),
        ("KAKAO_CLIENT_ID", text("kakao-id")),
        ("KAKAO_CLIENT_SECRET", text("kakao-secret")),
        ("NAVER_AUTH_URL", at("/nid")),
        ("NAVER_API_URL", at("/openapi")),
        ("NAVER_CLIENT_ID", text("naver-id")),
        ("NAVER_CLIENT_SECRET", text("naver-secret")),
        // not configured, so this provider is not available
        ("GOOGLE_CLIENT_ID", String::new()),
        ("PORTONE_URL", at("/portone")),
        ("PORTONE_SDK_URL", at("/portone/browser-sdk.js")),
        ("PORTONE_API_SECRET", text("portone-secret")),
        ("PORTONE_STORE_ID", text("store-1")),
        ("PORTONE_CHANNEL_KEY", text("channel-1")),
    ]
}

impl FakePartners {
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let shared = Shared::default();
        let router = Router::new().fallback(handle).with_state(shared.clone());
        let serving = tokio::spawn(async move { axum::serve(listener, router).await.expect("served") });
        Self { url, shared, serving }
    }

    /// Sets the response of `path`.
    pub fn set_response(&self, path: &str, status: u16, body: &Value) {
        self.set_text_response(path, status, &body.to_string());
    }

    pub fn set_text_response(&self, path: &str, status: u16, body: &str) {
        self.shared.0.lock().responses.insert(path.to_owned(), (status, Some(body.to_owned())));
    }

    /// Stops responding to `path`.
    pub fn hang(&self, path: &str) {
        self.shared.0.lock().responses.insert(path.to_owned(), (200, None));
    }

    /// The recorded calls of `path`.
    pub fn calls(&self, path: &str) -> Vec<RecordedCall> {
        self.shared.0.lock().calls.iter().filter(|call| call.path == path).cloned().collect()
    }
}

impl Drop for FakePartners {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

async fn handle(State(shared): State<Shared>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let body = to_bytes(body, 1 << 20).await.expect("a body");
    let path = parts.uri.path().to_owned();
    let query = parts.uri.query().unwrap_or_default().as_bytes();
    let fields = url::form_urlencoded::parse(query).chain(url::form_urlencoded::parse(&body));
    let fields = fields.map(|(name, value)| (name.into_owned(), value.into_owned())).collect();
    let response = {
        let mut shared = shared.0.lock();
        shared.calls.push(RecordedCall { path: path.clone(), fields, headers: parts.headers });
        shared.responses.get(&path).cloned()
    };
    match response {
        Some((status, Some(body))) => {
            let status = StatusCode::from_u16(status).expect("a status");
            (status, [(header::CONTENT_TYPE, "application/json")], body).into_response()
        }
        Some((_, None)) => std::future::pending().await,
        None => StatusCode::NOT_FOUND.into_response(),
    }
}
