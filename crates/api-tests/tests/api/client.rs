//! Calls to the router, like those of a client.

use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::http::{HeaderMap, HeaderValue, Method, Request, StatusCode, header};
use serde_json::Value;
use tower::ServiceExt as _;

use crate::contract;

/// A request under construction.
#[must_use]
pub struct Call {
    router: Router,
    method: Method,
    path: String,
    headers: HeaderMap,
    body: Option<Vec<u8>>,
}

/// A response, validated against the OpenAPI document.
#[derive(Debug)]
pub struct TestResponse {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub text: String,
    pub bytes: Bytes,
}

impl Call {
    pub fn new(router: Router, method: Method, host: &str, path: &str) -> Self {
        let call = Self { router, method, path: path.to_owned(), headers: HeaderMap::new(), body: None };
        call.header("host", host)
    }

    pub fn header(mut self, name: &'static str, value: &str) -> Self {
        self.headers.insert(name, value.parse().expect("a header"));
        self
    }

    /// Adds a header of any bytes. A value that HTTP does not allow is left out.
    pub fn header_bytes(mut self, name: &'static str, value: &[u8]) -> Self {
        if let Ok(value) = HeaderValue::from_bytes(value) {
            self.headers.insert(name, value);
        }
        self
    }

    pub fn token(self, token: &str) -> Self {
        self.header("authorization", &format!("Bearer {token}"))
    }

    pub fn json(mut self, body: &Value) -> Self {
        self.body = Some(body.to_string().into_bytes());
        self.header("content-type", "application/json")
    }

    pub fn text(self, kind: &str, body: &str) -> Self {
        self.bytes(kind, body.as_bytes())
    }

    pub fn bytes(mut self, kind: &str, body: &[u8]) -> Self {
        self.body = Some(body.to_owned());
        self.header("content-type", kind)
    }

    pub async fn send(self) -> TestResponse {
        let method = self.method.clone();
        let mut request = Request::builder().method(self.method).uri(format!("/api/v1{}", self.path));
        *request.headers_mut().expect("a well-formed request") = self.headers;
        let request = request.body(self.body.map_or_else(Body::empty, Body::from)).expect("a request");
        let response = self.router.oneshot(request).await.expect("a response");
        let (parts, body) = response.into_parts();
        let bytes = to_bytes(body, 1 << 20).await.expect("a body");
        let response = TestResponse::new(parts.status, parts.headers, bytes);
        contract::validate(&method, &self.path, &response);
        response
    }
}

impl TestResponse {
    pub fn new(status: StatusCode, headers: HeaderMap, bytes: Bytes) -> Self {
        // lossy, because a body may be a file
        let text = String::from_utf8_lossy(&bytes).into_owned();
        Self { status, headers, text, bytes }
    }

    pub fn from_parts(status: u16, content_type: &str, body: &str) -> Self {
        let mut headers = HeaderMap::new();
        headers.insert(header::CONTENT_TYPE, content_type.parse().expect("a header"));
        Self::new(StatusCode::from_u16(status).expect("a status"), headers, Bytes::from(body.to_owned()))
    }

    /// Checks the status and returns the body.
    #[track_caller]
    pub fn expect(&self, status: u16) -> Value {
        assert_eq!(self.status.as_u16(), status, "{}", self.text);
        if self.text.is_empty() { Value::Null } else { serde_json::from_str(&self.text).expect("JSON") }
    }

    /// Checks the status and content type of a problem and returns its code.
    #[track_caller]
    pub fn problem(&self, status: u16) -> String {
        let body = self.expect(status);
        assert_eq!(self.header("content-type"), Some("application/problem+json"));
        assert_eq!(body["status"], status);
        body["code"].as_str().expect("a code").to_owned()
    }

    /// The invalid fields of a validation problem, as `field.code`.
    #[track_caller]
    pub fn invalid_fields(&self) -> Vec<String> {
        let body = self.expect(422);
        assert_eq!(body["code"], "validation", "{body}");
        let errors = body["errors"].as_array().expect("errors");
        errors.iter().map(|error| format!("{}.{}", text(&error["field"]), text(&error["code"]))).collect()
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(|value| value.to_str().expect("text"))
    }

    /// The token in the session cookie.
    #[track_caller]
    pub fn token(&self) -> String {
        let cookie = self.headers.get(header::SET_COOKIE).expect("a cookie").to_str().expect("text");
        let (pair, _) = cookie.split_once(';').expect("attributes");
        pair.strip_prefix("authorization=").expect("the session cookie").to_owned()
    }
}

fn text(value: &Value) -> &str {
    value.as_str().expect("text")
}
