//! Sign-up and the verification of the phone number.

use api::services::limiter::{CODE_NUMBER, CODE_NUMBER_ADDRESS};
use axum::http::Method;
use chrono::TimeDelta;
use insta::assert_json_snapshot;
use serde_json::{Value, json};

use crate::test_app::{PASSWORD, TestApp};

#[tokio::test]
async fn signup_with_phone_token_creates_account() {
    let app = TestApp::new().await;
    let body = app.signup_body("kimhaneul").await;
    let response = app.signup(&body).await;
    let token = response.token();
    let created = response.expect(201);
    assert_json_snapshot!(created, {".patient.id" => "[id]"}, @r#"
    {
      "patient": {
        "birth": "1990.01.31",
        "email": "kim@example.com",
        "gender": 1,
        "id": "[id]",
        "loginUserId": "kimhaneul",
        "name": "김하늘",
        "phoneNumber": "01012345678"
      }
    }
    "#);
    assert_eq!(app.get("/patients/me").token(&token).send().await.expect(200), created);
    app.login("kimhaneul", PASSWORD).await.expect(200);
    let consents = app.get("/patients/consents").token(&token).send().await.expect(200);
    let consents = consents["consents"].as_array().expect("a list");
    let mut kinds: Vec<_> = consents.iter().map(|consent| consent["kind"].as_str().expect("text")).collect();
    kinds.sort_unstable();
    assert_eq!(kinds, ["age14", "privacy", "terms"]);
    assert!(consents.iter().all(|consent| consent["version"] == "2025-01-01" && consent["withdrawnAt"].is_null()));
}

#[tokio::test]
async fn phone_code_expires_after_three_minutes() {
    let app = TestApp::new().await;
    let phone = "01012345678";
    let request = app
        .call(Method::POST, "/patients/phone-codes")
        .header("x-request-id", "ask-for-code")
        .json(&json!({"phoneNumber": phone}));
    let response = request.send().await;
    assert_eq!((response.status.as_u16(), response.text.as_str()), (202, ""));
    let job = app.newest_job().await;
    assert_eq!(
        (job.queue.as_str(), job.kind.as_str(), job.request_id.as_deref()),
        ("notifications", "send_phone_code", Some("ask-for-code"))
    );
    let code = app.find_code(phone).await;
    app.clock.advance(TimeDelta::seconds(181));
    assert_eq!(app.verify(phone, &code).await.problem(422), "code_mismatch");

    app.request_code(phone).await;
    let newer = app.find_code(phone).await;
    let proof = app.verify(phone, &newer).await.expect(200);
    assert_eq!(proof["phoneToken"].as_str().map(str::len), Some(43));
    // a code can be exchanged for one token only
    assert_eq!(app.verify(phone, &newer).await.problem(422), "code_mismatch");
}

#[tokio::test]
async fn five_wrong_codes_invalidate_the_code() {
    let app = TestApp::new().await;
    let phone = "01012345678";
    app.request_code(phone).await;
    let code = app.find_code(phone).await;
    let wrong = if code == "000000" { "000001" } else { "000000" };
    for _ in 0..5 {
        let response = app.verify(phone, wrong).await;
        assert_eq!(response.expect(422)["detail"], "인증번호가 일치하지 않아요.");
    }
    assert_eq!(app.verify(phone, &code).await.problem(422), "code_mismatch");
    assert_eq!(app.verify(phone, "12345").await.invalid_fields(), ["code.format"]);
    assert_eq!(app.verify("01099998888", &code).await.problem(422), "code_mismatch");
}

#[tokio::test]
async fn phone_codes_are_rate_limited() {
    let app = TestApp::new().await;
    let ask = |phone: &'static str| {
        let call = app.call(Method::POST, "/patients/phone-codes").json(&json!({"phoneNumber": phone}));
        async move { call.send().await }
    };
    for _ in 0..5 {
        ask("01012345678").await.expect(202);
    }
    assert_eq!(ask("01012345678").await.problem(429), "too_many_requests");
    ask("01087654321").await.expect(202);
    for phone in ["010-1234-5678", "+821012345678", "0212345678", "0101234567890", "숫자아님"] {
        let call = app.call(Method::POST, "/patients/phone-codes").json(&json!({"phoneNumber": phone}));
        assert_eq!(call.send().await.invalid_fields(), ["phoneNumber.format"], "{phone}");
    }
}

/// Codes that somebody else requests, and enters, for the same number neither replace nor close the owner's code.
#[tokio::test]
async fn stranger_does_not_block_a_phone_code() {
    let app = TestApp::new().await;
    let phone = "01012345678";
    app.request_code(phone).await;
    let code = app.find_code(phone).await;
    let wrong = if code == "000000" { "000001" } else { "000000" };
    let body = json!({"phoneNumber": phone});
    let stranger = |path: &str| app.call(Method::POST, path).header("x-forwarded-for", "203.0.113.9");
    let ask = || stranger("/patients/phone-codes").json(&body).send();
    for _ in 0..CODE_NUMBER_ADDRESS.limit {
        ask().await.expect(202);
    }
    assert_eq!(ask().await.problem(429), "too_many_requests");
    for guess in [wrong; 6].into_iter().chain([code.as_str()]) {
        let entered = stranger("/patients/phone-codes/verify").json(&json!({"phoneNumber": phone, "code": guess}));
        assert_eq!(entered.send().await.problem(422), "code_mismatch");
    }
    app.verify(phone, &code).await.expect(200);
    app.request_code(phone).await;
    let me = format!("{}:{phone}", app.one.tenant());
    app.exhaust_limit(CODE_NUMBER, &me).await;
    let call = app.call(Method::POST, "/patients/phone-codes").json(&body);
    assert_eq!(call.send().await.problem(429), "too_many_requests", "messages from all addresses are limited");
}

#[tokio::test]
async fn signup_names_every_missing_field() {
    let app = TestApp::new().await;
    let empty = app.signup(&json!({})).await;
    assert_json_snapshot!(empty.expect(422)["errors"], @r#"
    [
      {
        "code": "required",
        "field": "loginUserId",
        "message": "아이디를 입력해주세요."
      },
      {
        "code": "required",
        "field": "password",
        "message": "비밀번호를 입력해주세요."
      },
      {
        "code": "required",
        "field": "name",
        "message": "이름을 입력해주세요."
      },
      {
        "code": "required",
        "field": "phoneNumber",
        "message": "휴대폰 번호를 입력해주세요."
      },
      {
        "code": "required",
        "field": "birth",
        "message": "생년월일을 입력해주세요."
      },
      {
        "code": "required",
        "field": "phoneToken",
        "message": "휴대폰 인증을 해주세요."
      },
      {
        "code": "not_agreed",
        "field": "agreements",
        "message": "모든 약관에 동의해야 해요."
      }
    ]
    "#);
}

#[tokio::test]
async fn signup_names_every_invalid_field() {
    let app = TestApp::new().await;
    let good = app.signup_body("kimhaneul").await;
    let today = app.today();
    let years = |years: i32| {
        (today.format("%Y").to_string().parse::<i32>().expect("a year") - years).to_string()
            + &today.format("%m%d").to_string()
    };
    let cases: &[(&str, Value, &str)] = &[
        ("loginUserId", json!("abc"), "loginUserId.format"),
        ("loginUserId", json!("abcdefghijklmnopqrstu"), "loginUserId.format"),
        ("loginUserId", json!("한글아이디"), "loginUserId.format"),
        ("password", json!("abcdefgh1"), "password.format"),
        ("password", json!("ab1!"), "password.format"),
        ("password", json!("12345678!"), "password.format"),
        ("password", json!("Abcd1234!"), "password.common"),
        ("password", json!("KimHaneul27!"), "password.personal"),
        ("password", json!("김하늘abc27!"), "password.personal"),
        ("password", json!("zq1234-5678x!"), "password.personal"),
        ("name", json!("  "), "name.required"),
        ("name", json!("가".repeat(51)), "name.too_long"),
        ("birth", json!("19900231"), "birth.format"),
        ("birth", json!("1990/01/31"), "birth.format"),
        ("birth", json!(years(13)), "birth.too_young"),
        ("gender", json!(2), "gender.range"),
        ("email", json!("kim@example"), "email.format"),
        ("zipcode", json!("0".repeat(201)), "zipcode.too_long"),
        ("phoneToken", json!("A".repeat(43)), "phoneToken.unknown"),
        ("agreements", json!({"all": true, "age14": true, "terms": true}), "agreements.not_agreed"),
    ];
    for (field, value, wrong) in cases {
        let mut body = good.clone();
        body[*field] = value.clone();
        assert_eq!(app.signup(&body).await.invalid_fields(), [*wrong], "{field} = {value}");
    }
    let mut fourteen = good;
    fourteen["birth"] = json!(years(14));
    app.signup(&fourteen).await.expect(201);
}

#[tokio::test]
async fn signup_fields_have_length_limits() {
    let app = TestApp::new().await;
    let good = app.signup_body("kimhaneul").await;
    let tomorrow = (app.today() + TimeDelta::days(1)).format("%Y%m%d").to_string();
    let cases: &[(&str, Value, &str)] = &[
        ("loginUserId", json!(" kimhaneul"), "loginUserId.format"),
        ("loginUserId", json!("kim\u{1f600}haneul"), "loginUserId.format"),
        ("loginUserId", json!("\u{1100}\u{1161}\u{11a8}"), "loginUserId.format"),
        ("loginUserId", json!("kim\u{202e}haneul"), "loginUserId.format"),
        ("password", json!("abcde1!"), "password.format"),
        ("password", json!("abcd1234!\u{0}"), "password.format"),
        ("password", json!("a1!".repeat(22)), "password.too_long"),
        ("name", json!("김\n하늘"), "name.format"),
        ("phoneNumber", json!("010-1234-5678"), "phoneNumber.format"),
        ("phoneNumber", json!(" 01012345678"), "phoneNumber.format"),
        ("phoneNumber", json!("010123456789"), "phoneNumber.format"),
        ("phoneNumber", json!("０１０１２３４５６７８"), "phoneNumber.format"),
        ("birth", json!("18991231"), "birth.range"),
        ("birth", json!(tomorrow), "birth.range"),
        ("email", json!("kim@example.com\r\nBcc: all@example.com"), "email.format"),
        ("email", json!("k\u{202e}im@example.com"), "email.format"),
        ("email", json!(format!("{}@example.com", "a".repeat(250))), "email.too_long"),
        ("address", json!("가".repeat(201)), "address.too_long"),
        ("addressDetail", json!("가".repeat(201)), "addressDetail.too_long"),
        ("phoneToken", json!("A".repeat(201)), "phoneToken.too_long"),
        ("socialToken", json!("A".repeat(201)), "socialToken.too_long"),
    ];
    for (field, value, wrong) in cases {
        let mut body = good.clone();
        body[*field] = value.clone();
        assert_eq!(app.signup(&body).await.invalid_fields(), [*wrong], "{field} = {value}");
    }
    let mut longest = good;
    longest["loginUserId"] = json!("k".repeat(20));
    longest["password"] = json!(format!("a1!{}", "x".repeat(61)));
    longest["name"] = json!(format!(" {} ", "가".repeat(50)));
    longest["address"] = json!("가".repeat(200));
    longest["addressDetail"] = json!("\u{1f600}".repeat(200));
    let signed_up = app.signup(&longest).await.expect(201);
    assert_eq!(signed_up["patient"]["name"], "가".repeat(50));
}

#[tokio::test]
async fn phone_token_is_bound_to_number_and_account() {
    let app = TestApp::new().await;
    let first = app.signup_body("first001").await;
    let mut other_number = first.clone();
    other_number["phoneNumber"] = json!("01099998888");
    assert_eq!(app.signup(&other_number).await.invalid_fields(), ["phoneToken.unknown"]);
    app.signup(&first).await.expect(201);
    let mut again = first.clone();
    again["loginUserId"] = json!("second02");
    assert_eq!(app.signup(&again).await.invalid_fields(), ["phoneToken.unknown"]);

    let late = app.signup_body("third003").await;
    app.clock.advance(TimeDelta::minutes(31));
    assert_eq!(app.signup(&late).await.invalid_fields(), ["phoneToken.unknown"]);
}

#[tokio::test]
async fn concurrent_signups_have_one_winner() {
    let app = TestApp::new().await;
    let (one, two) = (app.signup_body("racer001").await, app.signup_body("RACER001").await);
    let (one, two) = tokio::join!(app.signup(&one), app.signup(&two));
    let (won, lost) = if one.status.as_u16() == 201 { (one, two) } else { (two, one) };
    won.expect(201);
    assert_eq!(lost.invalid_fields(), ["loginUserId.taken"]);
    assert_eq!(lost.expect(422)["errors"][0]["message"], "이미 사용 중인 아이디예요.");
    assert_eq!(app.count_patients("racer001").await, 1);
}

#[tokio::test]
async fn required_identity_rejects_phone_token() {
    let app = TestApp::new().await;
    let body = app.signup_body("kimhaneul").await;
    let response = app.call_host("two.example", Method::POST, "/patients/auth/signup").json(&body).send().await;
    assert_eq!(response.problem(422), "identity_required");
}
