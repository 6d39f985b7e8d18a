//! Address search over HTTP, as a client of business.juso.go.kr uses it.

use anyhow::{Context as _, Result};
use reqwest::Client;
use sandbox::parties::faults::Faults;
use sandbox::parties::juso;
use serde_json::{Value, json};
use tokio::net::TcpListener;

async fn start() -> Result<(Client, String)> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let base = format!("http://{}", listener.local_addr()?);
    let router = juso::router("KEY", Faults::default());
    tokio::spawn(async move { axum::serve(listener, router).await });
    Ok((Client::builder().no_proxy().build()?, base))
}

async fn search(client: &Client, base: &str, fields: &[(&str, &str)]) -> Result<Value> {
    let response = client.get(format!("{base}/addrlink/addrLinkApi.do")).query(fields).send().await?;
    assert_eq!(response.status(), 200);
    Ok(response.json::<Value>().await?["results"].clone())
}

fn fields<'a>(keyword: &'a str, page: &'a str, size: &'a str) -> [(&'a str, &'a str); 5] {
    [("confmKey", "KEY"), ("currentPage", page), ("countPerPage", size), ("keyword", keyword), ("resultType", "json")]
}

#[tokio::test]
async fn address_has_the_documented_fields() -> Result<()> {
    let (client, base) = start().await?;
    let found = search(&client, &base, &fields("강남구 혀봄로 10", "1", "5")).await?;
    assert_eq!(
        found["common"],
        json!({ "errorMessage": "정상", "errorCode": "0", "totalCount": "1", "currentPage": "1", "countPerPage": "5" })
    );
    let address = &found["juso"][0];
    assert_eq!(address["roadAddr"], "서울특별시 강남구 혀봄로 10 (역삼동, 해솔여울마을아파트)");
    assert_eq!(address["roadAddrPart1"], "서울특별시 강남구 혀봄로 10");
    assert_eq!(address["roadAddrPart2"], " (역삼동, 해솔여울마을아파트)");
    assert_eq!(address["jibunAddr"], "서울특별시 강남구 역삼동 107-1 해솔여울마을아파트");
    assert_eq!(address["zipNo"], "06001");
    let fields = address.as_object().context("an object")?;
    assert_eq!(fields.len(), 24);
    let digits = ["zipNo", "admCd", "rnMgtSn", "bdMgtSn"].map(|name| address[name].as_str().map_or(0, str::len));
    assert_eq!(digits, [5, 10, 12, 25]);
    assert!(fields.values().all(Value::is_string), "{address}");
    Ok(())
}

#[tokio::test]
async fn pages_have_no_gaps() -> Result<()> {
    let (client, base) = start().await?;
    let mut seen = std::collections::BTreeSet::new();
    for page in ["1", "2", "3"] {
        let found = search(&client, &base, &fields("부산광역시 해운대구", page, "10")).await?;
        assert_eq!(found["common"]["totalCount"], "24");
        for address in found["juso"].as_array().context("rows")? {
            assert!(seen.insert(address["bdMgtSn"].to_string()), "{address} twice");
        }
    }
    assert_eq!(seen.len(), 24);
    let beyond = search(&client, &base, &fields("부산광역시 해운대구", "4", "10")).await?;
    assert_eq!((&beyond["common"]["errorCode"], &beyond["juso"]), (&json!("0"), &json!([])));
    Ok(())
}

#[tokio::test]
async fn errors_have_status_200_and_a_code() -> Result<()> {
    let (client, base) = start().await?;
    let long = "가".repeat(41);
    for (keyword, page, code) in [
        ("", "1", "E0005"),
        ("서울", "1", "E0006"),
        ("강", "1", "E0008"),
        ("123", "1", "E0009"),
        (&long, "1", "E0010"),
        ("혀봄로 12345678901", "1", "E0011"),
        ("12-3", "1", "E0012"),
        ("혀봄로 = 3", "1", "E0013"),
        ("혀봄로 or 3", "1", "E0013"),
        ("혀봄로", "901", "E0015"),
        ("혀봄로", "x", "-999"),
    ] {
        let found = search(&client, &base, &fields(keyword, page, "10")).await?;
        assert_eq!(found["common"]["errorCode"], code, "{keyword:?}");
        assert_eq!((&found["juso"], &found["common"]["totalCount"]), (&Value::Null, &json!("0")), "{keyword:?}");
    }
    let mut wrong = fields("혀봄로", "1", "10");
    wrong[0].1 = "OTHER";
    assert_eq!(search(&client, &base, &wrong).await?["common"]["errorCode"], "E0001");
    assert_eq!(search(&client, &base, &wrong[1..]).await?["common"]["errorCode"], "E0001");
    Ok(())
}

#[tokio::test]
async fn form_is_accepted_and_xml_is_the_default() -> Result<()> {
    let (client, base) = start().await?;
    let url = format!("{base}/addrlink/addrLinkApi.do");
    let response = client.post(&url).form(&fields("48001", "1", "10")).send().await?.json::<Value>().await?;
    assert_eq!(response["results"]["juso"][0]["siNm"], "부산광역시");
    let response = client.get(&url).query(&fields("48001", "1", "10")[..4]).send().await?.text().await?;
    assert!(response.starts_with("<?xml") && response.contains("<zipNo>48001</zipNo>"), "{response}");
    Ok(())
}
