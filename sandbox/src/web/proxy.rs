//! A reverse proxy to the api. It keeps the host, adds the client's address, and streams the bodies.

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

/// Headers that are not forwarded.
const HOP_BY_HOP_HEADERS: [HeaderName; 6] = [
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
    /// Creates a proxy to the api at the base URL.
    ///
    /// # Errors
    /// The client cannot be created.
    pub fn new(base: &str) -> Result<Self> {
        let client = Client::builder()
            .redirect(Policy::none())
            .no_proxy()
            .connect_timeout(Duration::from_secs(5))
            .pool_max_idle_per_host(64)
            // below the api's idle timeout
            .pool_idle_timeout(Duration::from_mins(1))
            .build()?;
        Ok(Self { client, base: base.trim_end_matches('/').into() })
    }
}

/// Forwards a request.
pub async fn forward(
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
        .headers(forwarded_headers(parts.headers, peer));
    if has_body {
        outgoing = outgoing.body(reqwest::Body::wrap_stream(body.into_data_stream()));
    }
    match outgoing.send().await {
        Ok(upstream) => {
            let mut response = Response::new(Body::empty());
            *response.status_mut() = upstream.status();
            *response.headers_mut() = remove_hop_by_hop_headers(upstream.headers().clone());
            *response.body_mut() = Body::from_stream(upstream.bytes_stream());
            response
        }
        Err(error) => {
            tracing::warn!(%error, "the api does not answer");
            unavailable()
        }
    }
}

fn forwarded_headers(headers: HeaderMap, peer: SocketAddr) -> HeaderMap {
    let mut headers = remove_hop_by_hop_headers(headers);
    let previous = headers.get(FORWARDED_FOR).and_then(|value| value.to_str().ok());
    let chain = previous.map_or_else(|| peer.ip().to_string(), |previous| format!("{previous}, {}", peer.ip()));
    if let Ok(value) = HeaderValue::from_str(&chain) {
        headers.insert(FORWARDED_FOR, value);
    }
    headers.entry(FORWARDED_PROTO).or_insert(HeaderValue::from_static("http"));
    headers
}

fn remove_hop_by_hop_headers(mut headers: HeaderMap) -> HeaderMap {
    for name in HOP_BY_HOP_HEADERS {
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
