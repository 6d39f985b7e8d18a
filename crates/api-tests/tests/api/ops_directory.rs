//! Operators' calls about tenants and their parts.

use axum::http::Method;
use domain::{OperatorRole, StaffRole};
use serde_json::{Value, json};

use crate::operators::OperatorClient;
use crate::test_app::{HOST, PASSWORD, TestApp};

/// Returns a PNG of one pixel. It is valid only in the parts that the API checks.
fn png() -> Vec<u8> {
    let mut file = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0".to_vec();
    file.extend([0; 12]);
    file
}

fn tenant(key: &str) -> Value {
    json!({
        "key": key, "kind": "dental", "name": "새봄", "hosts": [format!("{key}.example.kr")], "locale": "ko",
        "company": {"name": "주식회사 새봄", "representative": "김봄", "registrationNumber": "123-45-67890",
                    "address": "서울특별시 중구 1", "phone": "02-1234-5678", "email": "help@new.example.kr"},
        "brandColor": "#17594a",
        "banner": {"title": "설문", "text": "의견", "linkUrl": "/self-check"},
        "subsites": {"tci": null, "chea": null}, "identityRequired": false, "residentNumberFull": false,
        "mailFrom": "noreply@new.example.kr", "smsFrom": "0212345678", "mobileProvider": null,
        "reason": "a new customer",
    })
}

/// Returns a body with a changed field.
fn with_field(mut body: Value, field: &str, value: Value) -> Value {
    body[field] = value;
    body
}

async fn admin(app: &TestApp) -> OperatorClient {
    app.operator(OperatorRole::Admin).await
}

async fn post(operator: &OperatorClient, path: &str, body: &Value) -> Value {
    operator.send(Method::POST, path, body).await.expect(201)
}

/// Returns a path of the first tenant.
fn tenant_path(app: &TestApp, rest: &str) -> String {
    format!("/ops/tenants/{}{rest}", app.one.tenant())
}

#[tokio::test]
async fn tenant_is_added_and_works_at_once() {
    let app = TestApp::new().await;
    let operator = admin(&app).await;
    let added = post(&operator, "/ops/tenants", &tenant("new")).await;
    assert_eq!((&added["tenant"]["active"], &added["tenant"]["brandColor"]), (&json!(true), &json!("#17594a")));
    let shown = app.call_host("new.example.kr", Method::GET, "/tenant").send().await.expect(200);
    assert_eq!((&shown["tenant"]["name"], &shown["tenant"]["active"]), (&json!("새봄"), &json!(true)));
    let listed = operator.get("/ops/tenants").send().await.expect(200);
    let keys: Vec<_> = listed["tenants"].as_array().expect("tenants").iter().map(|row| &row["key"]).collect();
    assert_eq!(keys[keys.len() - 3..], ["one", "two", "new"]);
    let path = format!("/ops/tenants/{}", added["tenant"]["id"]);
    assert_eq!(operator.get(&path).send().await.expect(200), added);
    let audited =
        "operator_actions where action = 'tenant_added' and reason = 'a new customer' and tenant_id is not null";
    assert_eq!(app.count(audited).await, 1);
}

#[tokio::test]
async fn refused_tenant_names_its_fields() {
    let app = TestApp::new().await;
    let operator = admin(&app).await;
    for (field, value, refused) in [
        ("reason", json!(""), "reason.required"),
        ("key", json!("one"), "key.taken"),
        ("hosts", json!([HOST]), "hosts.taken"),
        ("hosts", json!(["ops.example"]), "hosts.taken"),
        ("hosts", json!(["https://new.kr"]), "hosts.format"),
        ("brandColor", json!("#ffffff"), "brandColor.range"),
        ("kind", json!("vet"), "kind.unknown"),
        ("banner", json!({"title": "제목", "text": "글", "linkUrl": "http://plain.example"}), "banner.linkUrl.format"),
        ("smsFrom", json!("02-123"), "smsFrom.format"),
    ] {
        let response = operator.send(Method::POST, "/ops/tenants", &with_field(tenant("new"), field, value)).await;
        assert_eq!(response.problem(422), "validation", "{field}");
        assert_eq!(response.invalid_fields(), [refused], "{}", response.text);
        assert!(!response.text.contains("\"message\":\"\""), "{}", response.text);
    }
    assert_eq!(app.count("tenants where key = 'new'").await, 0);
}

#[tokio::test]
async fn second_operator_gets_the_newer_tenant() {
    let app = TestApp::new().await;
    let operator = admin(&app).await;
    let added = post(&operator, "/ops/tenants", &tenant("new")).await;
    let path = format!("/ops/tenants/{}", added["tenant"]["id"]);
    let seen = with_field(tenant("new"), "version", added["tenant"]["version"].clone());
    let first = with_field(seen.clone(), "name", json!("하나"));
    operator.send(Method::PUT, &path, &first).await.expect(200);
    let second = operator.send(Method::PUT, &path, &with_field(seen.clone(), "name", json!("둘"))).await;
    assert_eq!(second.problem(409), "version_conflict");
    let body: Value = serde_json::from_str(&second.text).expect("JSON");
    assert_eq!(body["tenant"]["name"], "하나");
    let renamed = operator.send(Method::PUT, &path, &with_field(first, "key", json!("newer"))).await;
    assert_eq!(renamed.problem(409), "version_conflict");
    let current = body["tenant"]["version"].clone();
    let key = with_field(with_field(seen, "key", json!("newer")), "version", current);
    assert_eq!(operator.send(Method::PUT, &path, &key).await.invalid_fields(), ["key.mismatch"]);
}

#[tokio::test]
async fn disabled_tenant_refuses_sign_in_with_words() {
    let app = TestApp::new().await;
    let operator = admin(&app).await;
    let patient = app.patient().await;
    let unsaid = operator.send(Method::POST, &tenant_path(&app, "/disable"), &json!({})).await;
    assert_eq!(unsaid.invalid_fields(), ["reason.required"]);
    operator.send(Method::POST, &tenant_path(&app, "/disable"), &json!({"reason": "contract ended"})).await.expect(200);
    let refused = app.login(&patient.login, PASSWORD).await;
    assert_eq!(refused.problem(403), "tenant_disabled");
    assert!(refused.text.contains("지금은 이용할 수 없어요"), "{}", refused.text);
    assert_eq!(app.get("/patients/me").token(&patient.token).send().await.problem(403), "tenant_disabled");
    assert_eq!(app.staff_login("admin01", PASSWORD).await.problem(403), "tenant_disabled");
    assert_eq!(app.get("/tenant").send().await.expect(200)["tenant"]["active"], false);
    assert_eq!(app.count_patients(&patient.login).await, 1);
    operator.send(Method::POST, &tenant_path(&app, "/enable"), &json!({"reason": "signed again"})).await.expect(200);
    app.login(&patient.login, PASSWORD).await.expect(200);
    assert_eq!(app.count("operator_actions where action in ('tenant_disabled', 'tenant_enabled')").await, 2);
}

#[tokio::test]
async fn logo_and_banner_come_from_the_own_origin() {
    let app = TestApp::new().await;
    let operator = admin(&app).await;
    let path = |what: &str| tenant_path(&app, &format!("/{what}?reason=new%20look"));
    let logo = operator.put(&path("logo")).bytes("image/png", &png()).send().await.expect(200);
    let banner = operator.put(&path("banner")).bytes("image/png", &png()).send().await.expect(200);
    assert_eq!((&logo["tenant"]["hasLogo"], &banner["tenant"]["hasBannerImage"]), (&json!(true), &json!(true)));
    let shown = app.get("/tenant").send().await.expect(200);
    let version = shown["tenant"]["banner"]["picture"]["version"].as_str().expect("a version").to_owned();
    let served = app.get(&format!("/tenant/banner?v={version}")).send().await;
    assert_eq!((served.status.as_u16(), served.header("content-type")), (200, Some("image/png")));
    assert_eq!(&served.bytes[..], png());
    assert_eq!(&operator.get(&tenant_path(&app, "/logo")).send().await.bytes[..], png());
    for what in ["logo", "banner"] {
        let svg = operator.put(&path(what)).bytes("image/svg+xml", b"<svg onload='alert(1)'>").send().await;
        assert_eq!(svg.problem(422), "validation", "{what}");
        let large = operator.put(&path(what)).bytes("image/png", &[png(), vec![0; 270 * 1024]].concat()).send().await;
        assert_eq!(large.problem(422), "validation", "{what}");
        operator.call(Method::DELETE, &path(what)).send().await.expect(200);
    }
    assert_eq!(app.get("/tenant/banner").send().await.problem(404), "not_found");
}

#[tokio::test]
async fn clinic_and_first_admin_are_added() {
    let app = TestApp::new().await;
    let operator = admin(&app).await;
    let body = json!({"name": "새치과", "representativeName": "이하나", "address": "서울 1", "phoneNumber": "0212345678",
                      "reason": "a new clinic"});
    let added = post(&operator, &tenant_path(&app, "/clinics"), &body).await;
    let again = operator.send(Method::POST, &tenant_path(&app, "/clinics"), &body).await;
    assert_eq!(again.invalid_fields(), ["name.taken"]);
    let path = tenant_path(&app, &format!("/clinics/{}", added["clinic"]["id"]));
    let person = json!({"loginId": "chief01", "name": "조관우", "reason": "the first one"});
    let admin = post(&operator, &format!("{path}/admins"), &person).await;
    let password = admin["temporaryPassword"].as_str().expect("a password");
    let signed = app.staff_login("chief01", password).await.expect(200);
    assert_eq!(signed["staff"]["institution"]["name"], "새치과");
    assert!(admin["link"].as_str().expect("a link").ends_with("/clinic/signin"), "{admin}");
    let taken = operator.send(Method::POST, &format!("{path}/admins"), &person).await;
    assert_eq!(taken.invalid_fields(), ["loginId.taken"]);
    assert_eq!(app.count("access_log where action = 'staff_made' and login_id = 'chief01'").await, 1);
    assert_eq!(operator.get(&tenant_path(&app, "/clinics")).send().await.expect(200)["clinics"][1]["admins"], 1);
}

#[tokio::test]
async fn staff_of_disabled_clinic_cannot_sign_in() {
    let app = TestApp::new().await;
    let operator = admin(&app).await;
    let member = app.staff(StaffRole::ClinicAdmin).await;
    let clinics = operator.get(&tenant_path(&app, "/clinics")).send().await.expect(200);
    let clinic = clinics["clinics"].as_array().expect("clinics").iter().find(|row| row["id"] == member.clinic);
    let body = with_field(clinic.expect("the clinic").clone(), "active", json!(false));
    let path = tenant_path(&app, &format!("/clinics/{}", member.clinic));
    let disabled =
        operator.send(Method::PUT, &path, &with_field(body.clone(), "reason", json!("closed"))).await.expect(200);
    assert_eq!(disabled["clinic"]["active"], false);
    let stale = operator.send(Method::PUT, &path, &with_field(body, "reason", json!("closed"))).await;
    assert_eq!(stale.problem(409), "version_conflict");
    let call = app.staff_call(&member, Method::GET, "/institutions/me").send().await;
    assert_eq!(call.problem(401), "unauthorized");
    assert_eq!(app.staff_login(&member.login, PASSWORD).await.problem(403), "clinic_disabled");
}

#[tokio::test]
async fn insurers_are_added_and_disabled() {
    let app = TestApp::new().await;
    let operator = admin(&app).await;
    let body = json!({"name": "새보험", "position": 1, "reason": "asked for"});
    let added = post(&operator, &tenant_path(&app, "/insurers"), &body).await;
    let path = tenant_path(&app, &format!("/insurers/{}", added["insurer"]["id"]));
    let off = json!({"name": "새보험", "position": 1, "active": false, "version": added["insurer"]["version"],
                     "reason": "merged"});
    assert_eq!(operator.send(Method::PUT, &path, &off).await.expect(200)["insurer"]["active"], false);
    assert_eq!(operator.send(Method::PUT, &path, &off).await.problem(409), "version_conflict");
    let listed = operator.get(&tenant_path(&app, "/insurers")).send().await.expect(200);
    assert_eq!(listed["insurers"].as_array().expect("insurers").len(), 19);
}

#[tokio::test]
async fn payment_account_is_tested_and_keeps_secret() {
    let app = TestApp::with_sandbox().await;
    let operator = admin(&app).await;
    let accounts = operator.get(&tenant_path(&app, "/payment-accounts")).send().await;
    assert!(!accounts.text.contains("secret") && !accounts.text.contains("test_sk"), "{}", accounts.text);
    let toss = accounts.expect(200)["accounts"][0].clone();
    let path = tenant_path(&app, &format!("/payment-accounts/{}", toss["id"]));
    let tested = operator.post(&format!("{path}/test")).send().await.expect(200);
    assert_eq!(tested, json!({"ok": true, "outcome": "accepted", "detail": null}));
    let change = json!({"clientId": "test_ck", "secret": "wrong_key_1", "active": true, "version": toss["version"],
                        "reason": "a new key"});
    let changed = operator.send(Method::PUT, &path, &change).await;
    assert!(!changed.text.contains("wrong_key_1"), "{}", changed.text);
    changed.expect(200);
    let tested = operator.post(&format!("{path}/test")).send().await.expect(200);
    assert_eq!((&tested["ok"], &tested["outcome"]), (&json!(false), &json!("refused")));
    let inicis = json!({"provider": "inicis", "clientId": "INIpayTest", "secret": "has spaces", "reason": "phones"});
    let refused = operator.send(Method::POST, &tenant_path(&app, "/payment-accounts"), &inicis).await;
    assert_eq!(refused.invalid_fields(), ["secret.format"]);
    assert!(!refused.text.contains("has spaces"), "{}", refused.text);
    assert_eq!(app.count("operator_actions where subject like '%wrong_key%' or subject like '%has spaces%'").await, 0);
    assert_eq!(app.count("operator_actions where action = 'payment_account_tested'").await, 2);
}

#[tokio::test]
async fn kakao_channel_is_set_and_removed() {
    let app = TestApp::new().await;
    let operator = admin(&app).await;
    let path = tenant_path(&app, "/kakao-channel");
    let channel = json!({"pfId": "KA01PF1", "templates": {"result_ready": "KA01TP1"}});
    let body = json!({"channel": channel, "reason": "approved"});
    assert_eq!(operator.send(Method::PUT, &path, &body).await.expect(200)["channel"], channel);
    let unknown = json!({"channel": {"pfId": "KA01PF1", "templates": {"birthday": "KA01TP1"}}, "reason": "approved"});
    assert_eq!(operator.send(Method::PUT, &path, &unknown).await.invalid_fields(), ["templates.unknown"]);
    let none = json!({"channel": null, "reason": "closed"});
    assert_eq!(operator.send(Method::PUT, &path, &none).await.expect(200)["channel"], Value::Null);
}

#[tokio::test]
async fn rows_of_other_tenants_are_not_changed() {
    let app = TestApp::new().await;
    let operator = admin(&app).await;
    let foreign = operator.get(&format!("/ops/tenants/{}/clinics", app.two.tenant())).send().await.expect(200);
    let clinic = with_field(foreign["clinics"][0].clone(), "reason", json!("a test"));
    let path = tenant_path(&app, &format!("/clinics/{}", clinic["id"]));
    assert_eq!(operator.send(Method::PUT, &path, &clinic).await.problem(404), "not_found");
    for rest in ["/clinics", "/insurers", "/payment-accounts", "/kakao-channel", ""] {
        let missing = operator.get(&format!("/ops/tenants/999999{rest}")).send().await;
        assert_eq!(missing.problem(404), "not_found", "{rest}");
    }
}
