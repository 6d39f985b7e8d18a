//! Input that nobody should send, and what of it is taken.

use axum::http::Method;
use serde_json::{Value, json};

use crate::world::{JPEG, World};

#[tokio::test]
async fn unknown_fields_are_ignored_and_change_nothing() {
    let world = World::new().await;
    let mut body = world.signup_body("kimhaneul").await;
    for (field, value) in
        [("id", json!(1)), ("tenantId", json!(2)), ("role", json!("admin")), ("passwordHash", json!("x"))]
    {
        body[field] = value;
    }
    let answer = world.signup(&body).await;
    let token = answer.token();
    let created = answer.expect(201);
    let mut names: Vec<_> = created["patient"].as_object().expect("an object").keys().cloned().collect();
    names.sort_unstable();
    assert_eq!(names, ["birth", "email", "gender", "id", "loginUserId", "name", "phoneNumber"]);
    assert_eq!(world.count("patients p join tenants t on t.id = p.tenant_id where t.key = 'one'").await, 1);
    world.get("/patients/me").token(&token).send().await.expect(200);

    let patient = world.consenting_patient().await;
    let key = world.stored(&patient, JPEG).await;
    let forged = json!({"url": key, "status": 2, "patientId": 1, "scores": [0, 0, 0, 0, 0, 0, 0, 0, 0]});
    let call = world.call(Method::POST, "/patients/tcis/self-check").token(&patient.token).json(&forged);
    let created = call.send().await.expect(201);
    assert_eq!((&created["tci"]["status"], &created["tci"]["tciPicture"]["aiResult"]), (&json!(0), &Value::Null));
}

#[tokio::test]
async fn dates_of_birth_are_taken_in_three_forms_and_no_other() {
    let world = World::new().await;
    for (count, birth) in ["19900131", "1990-01-31", "1990.01.31"].into_iter().enumerate() {
        let mut body = world.signup_body(&format!("kimhaneul{count}")).await;
        body["birth"] = json!(birth);
        assert_eq!(world.signup(&body).await.expect(201)["patient"]["birth"], "1990.01.31", "{birth}");
    }
    let good = world.signup_body("kimhaneul9").await;
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
        assert_eq!(world.signup(&body).await.wrong_fields(), [wrong], "{birth}");
    }
    let mut number = good;
    number["birth"] = json!(19_900_131);
    assert_eq!(world.signup(&number).await.problem(400), "malformed");
}

#[tokio::test]
async fn a_wait_has_bounds() {
    let world = World::new().await;
    world.hear_of_results().await;
    let patient = world.consenting_patient().await;
    for wait in ["wait=0", "wait=-1", "wait=soon", "wait", "respond-async"] {
        let key = world.stored(&patient, JPEG).await;
        let answer = world.hand_in(&patient, &key).header("prefer", wait).send().await;
        assert_eq!(answer.expect(201)["tci"]["status"], 0, "{wait}");
        assert_eq!(answer.header("preference-applied"), None, "{wait}");
    }
    let before = world.count("jobs").await;
    let key = world.stored(&patient, JPEG).await;
    let waiting = world.hand_in(&patient, &key).header("prefer", "respond-async, wait=999").send();
    let reading = async {
        world.jobs_made(before + 1).await;
        world.read_newest(Err("blurred")).await;
    };
    let (answer, ()) = tokio::join!(waiting, reading);
    assert_eq!(answer.header("preference-applied"), Some("wait=15"));
    // a photo that cannot be read ends the wait too
    assert_eq!(answer.expect(201)["tci"]["failure"]["code"], "blurred");
}

#[tokio::test]
async fn a_page_has_bounds() {
    let world = World::new().await;
    let patient = world.consenting_patient().await;
    world.checked(&patient, Ok(())).await;
    world.checked(&patient, Ok(())).await;
    for path in ["/patients/tcis/self-check", "/patients/notifications"] {
        let page = async |query: &str| world.get(&format!("{path}{query}")).token(&patient.token).send().await;
        let length = |body: &Value| body["tcis"].as_array().or_else(|| body["notifications"].as_array()).map(Vec::len);
        let smallest = page("?limit=0").await.expect(200);
        assert_eq!(length(&smallest), Some(1), "{path}");
        let rest = page(&format!("?before={}", smallest["next"])).await.expect(200);
        assert_eq!((length(&rest), &rest["next"]), (Some(1), &Value::Null), "{path}");
        let largest = page("?limit=100000&before=9223372036854775807").await.expect(200);
        assert_eq!(length(&largest), Some(2), "{path}");
        assert_eq!(length(&page("?before=-1").await.expect(200)), Some(0), "{path}");
        for query in ["?limit=-1", "?limit=x", "?before=x", "?before=9223372036854775808"] {
            assert_eq!(page(query).await.problem(400), "malformed", "{path}{query}");
        }
    }
}

#[tokio::test]
async fn a_body_is_one_json_object() {
    let world = World::new().await;
    let login =
        async |kind: &str, body: &str| world.call(Method::POST, "/patients/auth/login").text(kind, body).send().await;
    for body in ["", " ", "null", "[]", "[\"kim\", \"x\"]", "\"kim\"", "{", "{} {}", "loginUserId=kim", "\u{feff}{}"] {
        assert_eq!(login("application/json", body).await.problem(400), "malformed", "{body}");
    }
    for kind in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "application/jsonp", ""] {
        assert_eq!(login(kind, "{}").await.problem(415), "unsupported_media_type", "{kind}");
    }
    let untyped = world.call(Method::POST, "/patients/auth/login").send().await;
    assert_eq!(untyped.problem(415), "unsupported_media_type");
    // as browsers send it
    login("application/json;charset=UTF-8", " \n{}").await.expect(422);
    let nested = format!("{{\"loginUserId\": {}{}}}", "[".repeat(5_000), "]".repeat(5_000));
    assert_eq!(login("application/json", &nested).await.problem(400), "malformed");
}

#[tokio::test]
async fn letters_that_the_database_cannot_hold_are_refused() {
    let world = World::new().await;
    let good = world.signup_body("kimhaneul").await;
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
        assert_eq!(world.signup(&body).await.wrong_fields(), [wrong], "{field}");
    }
    let find = async |q: &str| world.get(&format!("/patients/institutions?q={q}")).send().await;
    assert_eq!(find("%00").await.wrong_fields(), ["q.format"]);
    assert_eq!(find(&"a".repeat(101)).await.wrong_fields(), ["q.too_long"]);
    find("%FF%FE").await.expect(200);
    assert_eq!(world.login("kim\u{0}", "x").await.problem(401), "invalid_credentials");
}

#[tokio::test]
async fn wrong_fields_are_told_in_english_too() {
    let world = World::new().await;
    let call = world.call(Method::POST, "/patients/auth/signup").header("accept-language", "en-US,en;q=0.9,ko;q=0.8");
    let answer = call.json(&json!({"loginUserId": "abc", "password": "short"})).send().await;
    assert_eq!(answer.header("content-language"), Some("en"));
    let body = answer.expect(422);
    assert_eq!(body["detail"], "Check what you entered.");
    let errors = body["errors"].as_array().expect("a list");
    let messages: Vec<_> = errors.iter().map(|error| error["message"].as_str().expect("text")).collect();
    assert!(messages.iter().all(|text| !text.is_empty() && text.is_ascii()), "{messages:?}");
}
