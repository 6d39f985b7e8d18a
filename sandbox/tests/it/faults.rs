//! Fault injection, as a client of any party sees it.

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

    async fn inject(&self, settings: Value) -> Result<Response> {
        Ok(self.client.post(format!("{}/__sandbox/faults", self.base)).json(&settings).send().await?)
    }

    fn call(&self) -> reqwest::RequestBuilder {
        self.client.get(format!("{}/addrlink/addrLinkApi.do?confmKey=KEY&keyword=혀봄로&resultType=json", self.base))
    }
}

#[tokio::test]
async fn error_is_injected_as_often_as_configured() -> Result<()> {
    let party = Party::start().await?;
    let response = party.inject(json!({ "kind": "error", "times": 2 })).await?;
    assert_eq!(response.status(), 200);
    for expected in [500, 500, 200] {
        assert_eq!(party.call().send().await?.status(), expected);
    }
    let left: Value = party.client.get(format!("{}/__sandbox/faults", party.base)).send().await?.json().await?;
    assert_eq!(left["times"], 0);
    assert_eq!(party.inject(json!({ "kind": "bogus" })).await?.status(), 422);
    Ok(())
}

#[tokio::test]
async fn malformed_response_is_no_json() -> Result<()> {
    let party = Party::start().await?;
    party.inject(json!({ "kind": "malformed" })).await?;
    let response = party.call().send().await?;
    assert_eq!(response.status(), 200);
    let text = response.text().await?;
    assert!(text.starts_with('{') && serde_json::from_str::<Value>(&text).is_err(), "{text}");
    assert!(party.call().send().await?.json::<Value>().await?["results"].is_object());
    Ok(())
}

#[tokio::test]
async fn lost_response_closes_the_connection() -> Result<()> {
    let party = Party::start().await?;
    party.inject(json!({ "kind": "lost_answer" })).await?;
    let error = party.call().send().await.expect_err("no response");
    assert!(error.is_request() && error.status().is_none(), "{error:?}");
    assert_eq!(party.call().send().await?.status(), 200);
    Ok(())
}

#[tokio::test]
async fn slow_response_times_out() -> Result<()> {
    let party = Party::start().await?;
    party.inject(json!({ "kind": "slow", "seconds": 60 })).await?;
    let error = party.call().timeout(Duration::from_millis(300)).send().await.expect_err("a timeout");
    assert!(error.is_timeout(), "{error:?}");
    party.inject(json!({ "kind": "slow", "times": 5, "seconds": 60 })).await?;
    party.inject(json!({ "kind": "none" })).await?;
    assert_eq!(party.call().send().await?.status(), 200);
    Ok(())
}

#[tokio::test]
async fn other_paths_have_no_faults() -> Result<()> {
    let party = Party::start().await?;
    party.inject(json!({ "kind": "error", "path": "/elsewhere" })).await?;
    assert_eq!(party.call().send().await?.status(), 200);
    Ok(())
}
