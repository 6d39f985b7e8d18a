//! Upload forms and object storage.

use std::net::SocketAddr;

use axum::http::Method;
use chrono::TimeDelta;
use runtime::{Clock as _, SystemClock};
use serde_json::{Value, json};
use sha2::Digest as _;
use url::Url;

use crate::raw_http::{self, RawResponse};
use crate::test_app::{JPEG, TestApp};

#[tokio::test]
async fn upload_form_fixes_key_type_and_size() {
    let app = TestApp::new().await;
    let patient = app.patient().await;
    let response = app.upload(&patient, "image/jpeg", 1000).await.expect(201);
    let key = response["key"].as_str().expect("a key");
    let name = key.strip_prefix("self-check/local/").and_then(|name| name.strip_suffix(".jpg")).expect("a JPEG's key");
    assert!(name.len() == 32 && name.bytes().all(|byte| byte.is_ascii_hexdigit()), "{key}");
    assert_eq!(response["method"], "POST");
    assert_eq!(response["fields"]["key"], key);
    assert_eq!(response["fields"]["Content-Type"], "image/jpeg");
    let mut names: Vec<_> = response["fields"].as_object().expect("fields").keys().map(String::as_str).collect();
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

/// An upload form as a browser posts it.
struct Form {
    url: Url,
    fields: Vec<(String, String)>,
}

impl Form {
    fn from_permission(permission: &Value) -> Self {
        let fields = permission["fields"].as_object().expect("fields").iter();
        Self {
            url: permission["url"].as_str().expect("text").parse().expect("a URL"),
            fields: fields.map(|(name, value)| (name.clone(), value.as_str().expect("text").to_owned())).collect(),
        }
    }

    /// Returns the form with a changed field.
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
        raw_http::send_request(address(&self.url), &start, &[("content-type", &kind)], &body)
            .await
            .expect("the store answers")
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
    let form = Form::from_permission(&permission);
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
    let get = async |path: &str| {
        raw_http::send_request(address(&assets), &format!("GET {path}"), &[], b"").await.expect("a response")
    };
    let fetched = get(path).await;
    assert_eq!((fetched.status, fetched.body.as_slice()), (200, JPEG));
    for header in [
        "content-type: image/jpeg",
        "content-disposition: attachment",
        "cache-control: private, max-age=600",
        "x-content-type-options: nosniff",
        "content-security-policy: sandbox; default-src 'none'; frame-ancestors 'none'",
    ] {
        assert!(fetched.head.contains(header), "{header} in {}", fetched.head);
    }

    // the form stays valid for minutes, but has no effect any more
    assert_eq!(form.post(b"MZ\x90\0 a program").await.status, 204);
    assert_eq!(get(path).await.body, JPEG);
    assert_eq!(app.submit_photo(&patient, key).send().await.problem(409), "upload_used");
    let (unsigned, _) = path.split_once('?').expect("a signature");
    assert_eq!(get(unsigned).await.status, 403);
}

#[tokio::test]
async fn accepted_photo_is_a_copy() {
    let app = TestApp::new().await;
    let patient = app.consenting_patient().await;
    let key = app.stored_upload(&patient, JPEG).await;
    let created = app.submit_photo(&patient, &key).send().await.expect(201);
    let tci = created["tci"]["id"].as_i64().expect("an id");
    let copy = app.find_object_key(tci).await;
    assert!(copy.starts_with("pictures/local/") && copy.strip_suffix(".jpg").is_some(), "{copy}");
    assert_eq!(app.state.store.get(&copy, 1 << 20).await.expect("the copy"), JPEG);
    assert!(matches!(app.state.store.head(&key).await, Err(blob::Error::NotFound)), "the original is deleted");
    let hash: Vec<u8> = sqlx::query_scalar("select hash from uploads where object_key = $1")
        .bind(&copy)
        .fetch_one(&mut app.superuser().await)
        .await
        .expect("the upload of the copy");
    assert_eq!(hash, sha2::Sha256::digest(JPEG).to_vec());

    // a repeated replacement by the same photo changes nothing
    let path = format!("/patients/tcis/self-check/{tci}/picture");
    let key = app.stored_upload(&patient, JPEG).await;
    let put = || app.call(Method::PUT, &path).token(&patient.token).json(&json!({"url": key})).send();
    let (first, second) = (put().await.expect(200), put().await.expect(200));
    assert_eq!(first["tci"]["version"], second["tci"]["version"]);
    assert_eq!(app.count("pictures").await, 2);
}

#[tokio::test]
async fn refused_photo_leaves_no_copy() {
    let app = TestApp::new().await;
    let patient = app.consenting_patient().await;
    // the form allows fewer bytes than the object has
    let key = app.stored_upload(&patient, &[JPEG, &vec![0; 2_097_153 - JPEG.len()]].concat()).await;
    assert_eq!(app.submit_photo(&patient, &key).send().await.problem(422), "upload_size");
    let copies: Vec<String> = sqlx::query_scalar("select object_key from uploads where form_key = $1")
        .bind(&key)
        .fetch_all(&mut app.superuser().await)
        .await
        .expect("rows");
    assert_eq!(copies.len(), 1);
    assert!(matches!(app.state.store.head(&copies[0]).await, Err(blob::Error::NotFound)));
    assert!(app.state.store.head(&key).await.is_ok(), "the patient may look at the same upload again");
}

#[tokio::test]
async fn expired_upload_form_is_rejected() {
    let app = TestApp::new().await;
    app.clock.set(SystemClock.now() - TimeDelta::minutes(6));
    let patient = app.consenting_patient().await;
    let permission = app.upload(&patient, "image/jpeg", 1000).await.expect(201);
    assert!((400..=403).contains(&Form::from_permission(&permission).post(JPEG).await.status));
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
