//! Unusual and invalid input.

use axum::http::Method;
use serde_json::{Value, json};

use crate::test_app::{JPEG, TestApp};

#[tokio::test]
async fn unknown_fields_are_ignored() {
    let app = TestApp::new().await;
    let mut body = app.signup_body("kimhaneul").await;
    for (field, value) in
        [("id", json!(1)), ("tenantId", json!(2)), ("role", json!("admin")), ("passwordHash", json!("x"))]
    {
        body[field] = value;
    }
    let response = app.signup(&body).await;
    let token = response.token();
    let created = response.expect(201);
    let mut names: Vec<_> = created["patient"].as_object().expect("an object").keys().cloned().collect();
    names.sort_unstable();
    assert_eq!(names, ["birth", "email", "gender", "id", "loginUserId", "name", "phoneNumber"]);
    assert_eq!(app.count("patients p join tenants t on t.id = p.tenant_id where t.key = 'one'").await, 1);
    app.get("/patients/me").token(&token).send().await.expect(200);

    let patient = app.consenting_patient().await;
    let key = app.stored_upload(&patient, JPEG).await;
    let forged = json!({"url": key, "status": 2, "patientId": 1, "scores": [0, 0, 0, 0, 0, 0, 0, 0, 0]});
    let call = app.call(Method::POST, "/patients/tcis/self-check").token(&patient.token).json(&forged);
    let created = call.send().await.expect(201);
    assert_eq!((&created["tci"]["status"], &created["tci"]["tciPicture"]["aiResult"]), (&json!(0), &Value::Null));
}

#[tokio::test]
async fn birth_date_accepts_three_formats() {
    let app = TestApp::new().await;
    for (count, birth) in ["19900131", "1990-01-31", "1990.01.31"].into_iter().enumerate() {
        let mut body = app.signup_body(&format!("kimhaneul{count}")).await;
        body["birth"] = json!(birth);
        assert_eq!(app.signup(&body).await.expect(201)["patient"]["birth"], "1990.01.31", "{birth}");
    }
    let good = app.signup_body("kimhaneul9").await;
    for (birth, wrong) in [
        ("", "birth.required"),
        ("900131", "birth.format"),
        ("1990-1-31", "birth.format"),
        ("31.01.1990", "birth.format"),
        ("1990-01.31", "birth.format"),
        ("00000000", "birth.format"),
        ("19901301", "birth.format"),
        ("19910229", "birth.format"),
        ("１９９００１３１", "birth.format"),
        ("18991231", "birth.range"),
        ("20991231", "birth.range"),
    ] {
        let mut body = good.clone();
        body["birth"] = json!(birth);
        assert_eq!(app.signup(&body).await.invalid_fields(), [wrong], "{birth}");
    }
    let mut number = good;
    number["birth"] = json!(19_900_131);
    assert_eq!(app.signup(&number).await.problem(400), "malformed");
}

#[tokio::test]
async fn wait_preference_is_bounded() {
    let app = TestApp::new().await;
    app.listen_for_results().await;
    let patient = app.consenting_patient().await;
    for wait in ["wait=0", "wait=-1", "wait=soon", "wait", "respond-async"] {
        let key = app.stored_upload(&patient, JPEG).await;
        let response = app.submit_photo(&patient, &key).header("prefer", wait).send().await;
        assert_eq!(response.expect(201)["tci"]["status"], 0, "{wait}");
        assert_eq!(response.header("preference-applied"), None, "{wait}");
    }
    let before = app.count("jobs").await;
    let key = app.stored_upload(&patient, JPEG).await;
    let waiting = app.submit_photo(&patient, &key).header("prefer", "respond-async, wait=999").send();
    let reading = async {
        app.wait_for_jobs(before + 1).await;
        app.read_newest(Err("blurred")).await;
    };
    let (response, ()) = tokio::join!(waiting, reading);
    assert_eq!(response.header("preference-applied"), Some("wait=15"));
    // a failed analysis ends the wait too
    assert_eq!(response.expect(201)["tci"]["failure"]["code"], "blurred");
}

#[tokio::test]
async fn page_limit_is_bounded() {
    let app = TestApp::new().await;
    let patient = app.consenting_patient().await;
    app.self_check(&patient, Ok(())).await;
    app.self_check(&patient, Ok(())).await;
    for path in ["/patients/tcis/self-check", "/patients/notifications"] {
        let page = async |query: &str| app.get(&format!("{path}{query}")).token(&patient.token).send().await;
        let length = |body: &Value| body["tcis"].as_array().or_else(|| body["notifications"].as_array()).map(Vec::len);
        for query in ["?limit=0", "?limit=101"] {
            assert_eq!(page(query).await.invalid_fields(), ["limit.range"], "{path}{query}");
        }
        let smallest = page("?limit=1").await.expect(200);
        assert_eq!(length(&smallest), Some(1), "{path}");
        let rest = page(&format!("?before={}", smallest["next"])).await.expect(200);
        assert_eq!((length(&rest), &rest["next"]), (Some(1), &Value::Null), "{path}");
        let largest = page("?limit=100&before=9223372036854775807").await.expect(200);
        assert_eq!(length(&largest), Some(2), "{path}");
        assert_eq!(length(&page("?before=-1").await.expect(200)), Some(0), "{path}");
        for query in ["?limit=-1", "?limit=x", "?before=x", "?before=9223372036854775808"] {
            assert_eq!(page(query).await.problem(400), "malformed", "{path}{query}");
        }
    }
}

#[tokio::test]
async fn body_must_be_one_json_object() {
    let app = TestApp::new().await;
    let login =
        async |kind: &str, body: &str| app.call(Method::POST, "/patients/auth/login").text(kind, body).send().await;
    for body in ["", " ", "null", "[]", "[\"kim\", \"x\"]", "\"kim\"", "{", "{} {}", "loginUserId=kim", "\u{feff}{}"] {
        assert_eq!(login("application/json", body).await.problem(400), "malformed", "{body}");
    }
    for kind in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "application/jsonp", ""] {
        assert_eq!(login(kind, "{}").await.problem(415), "unsupported_media_type", "{kind}");
    }
    let untyped = app.call(Method::POST, "/patients/auth/login").send().await;
    assert_eq!(untyped.problem(415), "unsupported_media_type");
    // as sent by browsers
    login("application/json;charset=UTF-8", " \n{}").await.expect(422);
    let nested = format!("{{\"loginUserId\": {}{}}}", "[".repeat(5_000), "]".repeat(5_000));
    assert_eq!(login("application/json", &nested).await.problem(400), "malformed");
}

#[tokio::test]
async fn nul_characters_are_rejected() {
    let app = TestApp::new().await;
    let good = app.signup_body("kimhaneul").await;
    for (field, wrong) in [
        ("loginUserId", "loginUserId.format"),
        ("name", "name.format"),
        ("email", "email.format"),
        ("address", "address.format"),
        ("addressDetail", "addressDetail.format"),
        ("zipcode", "zipcode.format"),
        ("phoneToken", "phoneToken.format"),
    ] {
        let mut body = good.clone();
        body[field] = json!("kim\u{0}haneul@example.com");
        assert_eq!(app.signup(&body).await.invalid_fields(), [wrong], "{field}");
    }
    let find = async |q: &str| app.get(&format!("/patients/institutions?q={q}")).send().await;
    assert_eq!(find("%00").await.invalid_fields(), ["q.format"]);
    assert_eq!(find(&"a".repeat(101)).await.invalid_fields(), ["q.too_long"]);
    find("%FF%FE").await.expect(200);
    assert_eq!(app.login("kim\u{0}", "x").await.problem(401), "invalid_credentials");
}

#[tokio::test]
async fn field_messages_are_localized() {
    let app = TestApp::new().await;
    let call = app.call(Method::POST, "/patients/auth/signup").header("accept-language", "en-US,en;q=0.9,ko;q=0.8");
    let response = call.json(&json!({"loginUserId": "abc", "password": "short"})).send().await;
    assert_eq!(response.header("content-language"), Some("en"));
    let body = response.expect(422);
    assert_eq!(body["detail"], "Check what you entered.");
    let errors = body["errors"].as_array().expect("a list");
    let messages: Vec<_> = errors.iter().map(|error| error["message"].as_str().expect("text")).collect();
    assert!(messages.iter().all(|text| !text.is_empty() && text.is_ascii()), "{messages:?}");
}
