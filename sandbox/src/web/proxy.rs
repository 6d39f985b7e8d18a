//! Passes requests on to the api, as a reverse proxy does: the host kept, the client's address added, bodies streamed.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use axum::Json;
use axum::body::Body;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::header::{
    CONNECTION, CONTENT_LENGTH, CONTENT_TYPE, HeaderName, RETRY_AFTER, TRANSFER_ENCODING, UPGRADE,
};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse as _, Response};
use reqwest::Client;
use reqwest::redirect::Policy;
use serde_json::json;

const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");
const FORWARDED_PROTO: HeaderName = HeaderName::from_static("x-forwarded-proto");

/// Headers that belong to one connection.
const OWN: [HeaderName; 6] = [
    CONNECTION,
    TRANSFER_ENCODING,
    UPGRADE,
    HeaderName::from_static("keep-alive"),
    HeaderName::from_static("te"),
    HeaderName::from_static("trailer"),
];

/// The api.
#[derive(Clone, Debug)]
pub struct Upstream {
    client: Client,
    base: Arc<str>,
}

impl Upstream {
    /// The api at `base`.
    ///
    /// # Errors
    /// When the client cannot be made.
    pub fn new(base: &str) -> Result<Self> {
        let client = Client::builder()
            .redirect(Policy::none())
            .no_proxy()
            .connect_timeout(Duration::from_secs(5))
            .pool_max_idle_per_host(64)
            .build()?;
        Ok(Self { client, base: base.trim_end_matches('/').into() })
    }
}

/// Passes one request on.
pub async fn pass(
    State(upstream): State<Upstream>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    request: Request,
) -> Response {
    let (parts, body) = request.into_parts();
    let path = parts.uri.path_and_query().map_or("/", axum::http::uri::PathAndQuery::as_str);
    let has_body = parts.headers.contains_key(CONTENT_LENGTH) || parts.headers.contains_key(TRANSFER_ENCODING);
    let mut outgoing = upstream
        .client
        .request(parts.method, format!("{}{path}", upstream.base))
        .headers(forwarded(parts.headers, peer));
    if has_body {
        outgoing = outgoing.body(reqwest::Body::wrap_stream(body.into_data_stream()));
    }
    match outgoing.send().await {
        Ok(answer) => {
            let mut response = Response::new(Body::empty());
            *response.status_mut() = answer.status();
            *response.headers_mut() = without_own(answer.headers().clone());
            *response.body_mut() = Body::from_stream(answer.bytes_stream());
            response
        }
        Err(error) => {
            tracing::warn!(%error, "the api does not answer");
            unavailable()
        }
    }
}

fn forwarded(headers: HeaderMap, peer: SocketAddr) -> HeaderMap {
    let mut headers = without_own(headers);
    let earlier = headers.get(FORWARDED_FOR).and_then(|value| value.to_str().ok());
    let chain = earlier.map_or_else(|| peer.ip().to_string(), |earlier| format!("{earlier}, {}", peer.ip()));
    if let Ok(value) = HeaderValue::from_str(&chain) {
        headers.insert(FORWARDED_FOR, value);
    }
    headers.entry(FORWARDED_PROTO).or_insert(HeaderValue::from_static("http"));
    headers
}

fn without_own(mut headers: HeaderMap) -> HeaderMap {
    for name in OWN {
        headers.remove(name);
    }
    headers
}

fn unavailable() -> Response {
    let body = json!({
        "type": "about:blank", "title": "Service Unavailable", "status": 503, "code": "unavailable",
        "detail": "잠시 후 다시 시도해 주세요.",
    });
    let mut response = (StatusCode::SERVICE_UNAVAILABLE, Json(body)).into_response();
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
    response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("1"));
    response
}
