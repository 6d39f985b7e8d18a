//! Address search.

use serde_json::{Value, json};

use crate::party::Party;
use crate::world::World;

const PATH: &str = "/juso/addrlink/addrLinkApi.do";

fn results(code: &str, rows: &Value) -> Value {
    json!({"results": {"common": {"errorCode": code, "errorMessage": "m", "totalCount": "0", "currentPage": "1", "countPerPage": "50"},
        "juso": rows}})
}

#[tokio::test]
async fn addresses_are_found_by_what_is_left_of_a_search() {
    let party = Party::start().await;
    let world = World::with_party(&party.url).await;
    let row = json!({"roadAddr": "서울특별시 종로구 세종대로 175 (세종로)", "jibunAddr": "서울특별시 종로구 세종로 81-3", "zipNo": "03172"});
    party.answer(PATH, 200, &results("0", &json!([row])));
    let path = "/patients/addresses?q=%20%EC%84%B8%EC%A2%85%EB%8C%80%EB%A1%9C%25%3D%20or%20175";
    let found = world.get(path).send().await.expect(200);
    let expected = json!({"zipcode": "03172", "roadAddress": row["roadAddr"], "jibunAddress": row["jibunAddr"]});
    assert_eq!(found, json!({"addresses": [expected]}));
    let asked = &party.asked(PATH)[0].fields;
    assert_eq!((asked["keyword"].as_str(), asked["confmKey"].as_str()), ("세종대로 175", "juso-key"));

    party.answer(PATH, 200, &results("0", &Value::Null));
    assert_eq!(world.get("/patients/addresses?q=nowhere").send().await.expect(200), json!({"addresses": []}));
}

#[tokio::test]
async fn a_search_that_finds_too_much_is_a_matter_of_the_field() {
    let party = Party::start().await;
    let world = World::with_party(&party.url).await;
    let find = async |q: &str| world.get(&format!("/patients/addresses?q={q}")).send().await.wrong_fields();
    assert_eq!(find("").await, ["q.required"]);
    assert_eq!(find("%25%3C").await, ["q.required"]);
    assert_eq!(find("%EB%A1%9C").await, ["q.range"]);
    assert_eq!(find(&"a".repeat(81)).await, ["q.too_long"]);
    assert!(party.asked(PATH).is_empty(), "none of these is worth a call");
    for code in ["E0006", "E0008", "E0012", "E0015"] {
        party.answer(PATH, 200, &results(code, &Value::Null));
        assert_eq!(find("%EC%84%9C%EC%9A%B8").await, ["q.range"], "{code}");
    }
}

#[tokio::test]
async fn without_the_service_there_is_no_search_and_nothing_is_told_of_it() {
    let party = Party::start().await;
    let world = World::with_party(&party.url).await;
    let find = async || world.get("/patients/addresses?q=sejong").send().await;
    for (status, body) in [
        (200, results("E0001", &Value::Null).to_string()),
        (200, results("-999", &Value::Null).to_string()),
        (500, "{}".to_owned()),
        (200, "<html>".to_owned()),
    ] {
        party.answer_text(PATH, status, &body);
        let answer = find().await;
        assert_eq!(answer.problem(503), "address_search_unavailable", "{status} {body}");
        assert_eq!(answer.header("retry-after"), Some("3"));
        assert!(!answer.text.contains("127.0.0.1") && !answer.text.contains("juso-key"));
    }
    party.hang(PATH);
    assert_eq!(find().await.problem(503), "address_search_unavailable");
    let nobody = World::new().await;
    let answer = nobody.get("/patients/addresses?q=sejong").send().await;
    assert_eq!(answer.problem(503), "address_search_unavailable");
}
