//! Upload forms and object storage.

use std::net::SocketAddr;

use axum::http::Method;
use chrono::TimeDelta;
use runtime::{Clock as _, SystemClock};
use serde_json::{Value, json};
use url::Url;

use crate::raw_http::{self, RawResponse};
use crate::test_app::{JPEG, TestApp};

#[tokio::test]
async fn upload_form_fixes_key_type_and_size() {
    let app = TestApp::new().await;
    let patient = app.patient().await;
    let answer = app.upload(&patient, "image/jpeg", 1000).await.expect(201);
    let key = answer["key"].as_str().expect("a key");
    let name = key.strip_prefix("self-check/local/").and_then(|name| name.strip_suffix(".jpg")).expect("a JPEG's key");
    assert!(name.len() == 32 && name.bytes().all(|byte| byte.is_ascii_hexdigit()), "{key}");
    assert_eq!(answer["method"], "POST");
    assert_eq!(answer["fields"]["key"], key);
    assert_eq!(answer["fields"]["Content-Type"], "image/jpeg");
    let mut names: Vec<_> = answer["fields"].as_object().expect("fields").keys().map(String::as_str).collect();
    names.sort_unstable();
    assert_eq!(
        names,
        ["Content-Type", "key", "policy", "x-amz-algorithm", "x-amz-credential", "x-amz-date", "x-amz-signature"]
    );
    for (kind, size, wrong) in [
        ("image/heic", 1000, "contentType.format"),
        ("text/html", 1000, "contentType.format"),
        ("image/jpeg", 0, "size.range"),
        ("image/jpeg", 2_097_153, "size.range"),
    ] {
        assert_eq!(app.upload(&patient, kind, size).await.invalid_fields(), [wrong], "{kind} {size}");
    }
    app.upload(&patient, "application/octet-stream", 2_097_152).await.expect(201);
    let unsigned = app.call(Method::POST, "/patients/uploads").json(&json!({"contentType": "image/jpeg", "size": 1}));
    assert_eq!(unsigned.send().await.problem(401), "unauthorized");
}

/// An upload form, as a browser posts it.
struct Form {
    url: Url,
    fields: Vec<(String, String)>,
}

impl Form {
    fn of(permission: &Value) -> Self {
        let fields = permission["fields"].as_object().expect("fields").iter();
        Self {
            url: permission["url"].as_str().expect("text").parse().expect("a URL"),
            fields: fields.map(|(name, value)| (name.clone(), value.as_str().expect("text").to_owned())).collect(),
        }
    }

    /// The same form with another value in a field.
    fn with(&self, name: &str, value: &str) -> Self {
        let fields = self
            .fields
            .iter()
            .map(|(field, old)| (field.clone(), if field == name { value.to_owned() } else { old.clone() }));
        Self { url: self.url.clone(), fields: fields.collect() }
    }

    async fn post(&self, file: &[u8]) -> RawResponse {
        let (kind, body) = raw_http::form(&self.fields, file);
        let start = format!("POST {}", self.url.path());
        raw_http::ask(address(&self.url), &start, &[("content-type", &kind)], &body).await.expect("the store answers")
    }
}

fn address(url: &Url) -> SocketAddr {
    let host = url.host_str().expect("a host");
    format!("{host}:{}", url.port_or_known_default().expect("a port")).parse().expect("the sandbox's address")
}

#[tokio::test]
async fn storage_rejects_other_uploads() {
    let app = TestApp::new().await;
    // the store uses the system clock
    app.clock.set(SystemClock.now());
    let patient = app.consenting_patient().await;
    let permission = app.upload(&patient, "image/jpeg", 1000).await.expect(201);
    let key = permission["key"].as_str().expect("a key");
    let form = Form::of(&permission);
    let oversize = [JPEG, &vec![0; 2_097_153 - JPEG.len()]].concat();
    assert!((400..=413).contains(&form.post(&oversize).await.status), "too large");
    assert!((400..=403).contains(&form.post(b"").await.status), "empty");
    assert!((400..=403).contains(&form.with("Content-Type", "text/html").post(JPEG).await.status), "another type");
    assert!(
        (400..=403).contains(&form.with("key", "self-check/local/other.jpg").post(JPEG).await.status),
        "another key"
    );
    let forged = "0".repeat(64);
    assert!((400..=403).contains(&form.with("x-amz-signature", &forged).post(JPEG).await.status), "forged");
    assert_eq!(app.submit_photo(&patient, key).send().await.problem(422), "upload_missing");
    assert_eq!(form.post(JPEG).await.status, 204);

    let created = app.submit_photo(&patient, key).send().await.expect(201);
    let path = created["tci"]["tciPicture"]["pictureUrl"].as_str().expect("a path");
    let tenant = app.get("/tenant").send().await.expect(200);
    let assets: Url = tenant["tenant"]["assetHost"].as_str().expect("text").parse().expect("a URL");
    let get =
        async |path: &str| raw_http::ask(address(&assets), &format!("GET {path}"), &[], b"").await.expect("an answer");
    let fetched = get(path).await;
    assert_eq!((fetched.status, fetched.body.as_slice()), (200, JPEG));
    let (unsigned, _) = path.split_once('?').expect("a signature");
    assert_eq!(get(unsigned).await.status, 403);
}

#[tokio::test]
async fn expired_upload_form_is_rejected() {
    let app = TestApp::new().await;
    app.clock.set(SystemClock.now() - TimeDelta::minutes(6));
    let patient = app.consenting_patient().await;
    let permission = app.upload(&patient, "image/jpeg", 1000).await.expect(201);
    assert!((400..=403).contains(&Form::of(&permission).post(JPEG).await.status));
    let key = permission["key"].as_str().expect("a key");
    assert_eq!(app.submit_photo(&patient, key).send().await.problem(422), "upload_missing");
}

#[tokio::test]
async fn picture_url_is_stable_then_expires() {
    let app = TestApp::new().await;
    let patient = app.consenting_patient().await;
    let id = app.self_check(&patient, Ok(())).await;
    let address = async || {
        let read = app.get(&format!("/patients/tcis/self-check/{id}")).token(&patient.token).send().await.expect(200);
        read["tci"]["tciPicture"]["pictureUrl"].as_str().expect("a path").to_owned()
    };
    let first = address().await;
    assert!(first.starts_with('/') && first.contains("X-Amz-Expires=1200"), "{first}");
    assert_eq!(address().await, first);
    app.clock.advance(TimeDelta::minutes(10));
    assert_ne!(address().await, first);
}
