//! Address search.

use serde_json::{Value, json};

use crate::fake_partners::FakePartners;
use crate::test_app::TestApp;

const PATH: &str = "/juso/addrlink/addrLinkApi.do";

fn results(code: &str, rows: &Value) -> Value {
    json!({"results": {"common": {"errorCode": code, "errorMessage": "m", "totalCount": "0", "currentPage": "1", "countPerPage": "50"},
        "juso": rows}})
}

#[tokio::test]
async fn address_search_sanitizes_its_keyword() {
    let partners = FakePartners::start().await;
    let app = TestApp::with_partners(&partners.url).await;
    let row = json!({"roadAddr": "서울특별시 종로구 세종대로 175 (세종로)", "jibunAddr": "서울특별시 종로구 세종로 81-3", "zipNo": "03172"});
    partners.set_response(PATH, 200, &results("0", &json!([row])));
    let path = "/patients/addresses?q=%20%EC%84%B8%EC%A2%85%EB%8C%80%EB%A1%9C%25%3D%20or%20175";
    let found = app.get(path).send().await.expect(200);
    let expected = json!({"zipcode": "03172", "roadAddress": row["roadAddr"], "jibunAddress": row["jibunAddr"]});
    assert_eq!(found, json!({"addresses": [expected]}));
    let sent = &partners.calls(PATH)[0].fields;
    assert_eq!((sent["keyword"].as_str(), sent["confmKey"].as_str()), ("세종대로 175", "juso-key"));

    partners.set_response(PATH, 200, &results("0", &Value::Null));
    assert_eq!(app.get("/patients/addresses?q=nowhere").send().await.expect(200), json!({"addresses": []}));
}

#[tokio::test]
async fn too_broad_address_search_is_a_field_error() {
    let partners = FakePartners::start().await;
    let app = TestApp::with_partners(&partners.url).await;
    let find = async |q: &str| app.get(&format!("/patients/addresses?q={q}")).send().await.invalid_fields();
    assert_eq!(find("").await, ["q.required"]);
    assert_eq!(find("%25%3C").await, ["q.required"]);
    assert_eq!(find("%EB%A1%9C").await, ["q.range"]);
    assert_eq!(find(&"a".repeat(81)).await, ["q.too_long"]);
    assert!(partners.calls(PATH).is_empty(), "none of these is worth a call");
    for code in ["E0006", "E0008", "E0012", "E0015"] {
        partners.set_response(PATH, 200, &results(code, &Value::Null));
        assert_eq!(find("%EC%84%9C%EC%9A%B8").await, ["q.range"], "{code}");
    }
}

#[tokio::test]
async fn address_search_outage_returns_503() {
    let partners = FakePartners::start().await;
    let app = TestApp::with_partners(&partners.url).await;
    let find = async || app.get("/patients/addresses?q=sejong").send().await;
    for (status, body) in [
        (200, results("E0001", &Value::Null).to_string()),
        (200, results("-999", &Value::Null).to_string()),
        (500, "{}".to_owned()),
        (200, "<html>".to_owned()),
    ] {
        partners.set_text_response(PATH, status, &body);
        let response = find().await;
        assert_eq!(response.problem(503), "address_search_unavailable", "{status} {body}");
        assert_eq!(response.header("retry-after"), Some("3"));
        assert!(!response.text.contains("127.0.0.1") && !response.text.contains("juso-key"));
    }
    partners.hang(PATH);
    assert_eq!(find().await.problem(503), "address_search_unavailable");
    let nobody = TestApp::new().await;
    let response = nobody.get("/patients/addresses?q=sejong").send().await;
    assert_eq!(response.problem(503), "address_search_unavailable");
}
