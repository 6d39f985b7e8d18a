//! Faults on demand, as a client of any party meets them.

use std::time::Duration;

use anyhow::Result;
use reqwest::{Client, Response};
use sandbox::parties::faults::Faults;
use sandbox::parties::juso;
use serde_json::{Value, json};
use tokio::net::TcpListener;

struct Party {
    client: Client,
    base: String,
}

impl Party {
    async fn start() -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let base = format!("http://{}", listener.local_addr()?);
        let router = juso::router("KEY", Faults::default());
        tokio::spawn(async move { axum::serve(listener, router).await });
        Ok(Self { client: Client::builder().no_proxy().build()?, base })
    }

    async fn order(&self, order: Value) -> Result<Response> {
        Ok(self.client.post(format!("{}/__sandbox/faults", self.base)).json(&order).send().await?)
    }

    fn call(&self) -> reqwest::RequestBuilder {
        self.client.get(format!("{}/addrlink/addrLinkApi.do?confmKey=KEY&keyword=혀봄로&resultType=json", self.base))
    }
}

#[tokio::test]
async fn an_error_is_answered_as_often_as_ordered() -> Result<()> {
    let party = Party::start().await?;
    let answer = party.order(json!({ "kind": "error", "times": 2 })).await?;
    assert_eq!(answer.status(), 200);
    for expected in [500, 500, 200] {
        assert_eq!(party.call().send().await?.status(), expected);
    }
    let left: Value = party.client.get(format!("{}/__sandbox/faults", party.base)).send().await?.json().await?;
    assert_eq!(left["times"], 0);
    assert_eq!(party.order(json!({ "kind": "bogus" })).await?.status(), 422);
    Ok(())
}

#[tokio::test]
async fn a_malformed_answer_is_no_json() -> Result<()> {
    let party = Party::start().await?;
    party.order(json!({ "kind": "malformed" })).await?;
    let answer = party.call().send().await?;
    assert_eq!(answer.status(), 200);
    let text = answer.text().await?;
    assert!(text.starts_with('{') && serde_json::from_str::<Value>(&text).is_err(), "{text}");
    assert!(party.call().send().await?.json::<Value>().await?["results"].is_object());
    Ok(())
}

#[tokio::test]
async fn a_lost_answer_ends_the_connection_before_its_first_byte() -> Result<()> {
    let party = Party::start().await?;
    party.order(json!({ "kind": "lost_answer" })).await?;
    let error = party.call().send().await.expect_err("no answer");
    assert!(error.is_request() && error.status().is_none(), "{error:?}");
    assert_eq!(party.call().send().await?.status(), 200);
    Ok(())
}

#[tokio::test]
async fn a_slow_answer_outlasts_the_patience_of_a_client() -> Result<()> {
    let party = Party::start().await?;
    party.order(json!({ "kind": "slow", "seconds": 60 })).await?;
    let error = party.call().timeout(Duration::from_millis(300)).send().await.expect_err("no patience");
    assert!(error.is_timeout(), "{error:?}");
    party.order(json!({ "kind": "slow", "times": 5, "seconds": 60 })).await?;
    party.order(json!({ "kind": "none" })).await?;
    assert_eq!(party.call().send().await?.status(), 200);
    Ok(())
}

#[tokio::test]
async fn other_paths_are_left_alone() -> Result<()> {
    let party = Party::start().await?;
    party.order(json!({ "kind": "error", "path": "/elsewhere" })).await?;
    assert_eq!(party.call().send().await?.status(), 200);
    Ok(())
}
