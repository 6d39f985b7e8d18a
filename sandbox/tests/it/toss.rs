//! Card payment over HTTP, as used by the shop's server and the payer's browser.

use anyhow::{Context as _, Result};
use reqwest::redirect::Policy;
use reqwest::{Client, Url};
use sandbox::parties::faults::Faults;
use sandbox::parties::serve;
use sandbox::parties::toss::{Settings, router};
use serde_json::{Value, json};

const RETURN_URL: &str = "http://bom.localhost:8400/back?oid=order_1";

struct Toss {
    client: Client,
    base: String,
}

impl Toss {
    async fn start(settings: Settings) -> Result<Self> {
        let base = serve(router(settings, Faults::default())).await?;
        Ok(Self { client: Client::builder().no_proxy().redirect(Policy::none()).build()?, base })
    }

    async fn post(&self, path: &str, key: &str, body: &Value) -> Result<(u16, Value)> {
        let mut call = self.client.post(format!("{}{path}", self.base)).basic_auth("test_sk_sandbox", Some(""));
        if !key.is_empty() {
            call = call.header("idempotency-key", key);
        }
        let response = call.json(body).send().await?;
        Ok((response.status().as_u16(), response.json().await.unwrap_or_default()))
    }

    async fn get(&self, path: &str) -> Result<(u16, Value)> {
        let call = self.client.get(format!("{}{path}", self.base)).basic_auth("test_sk_sandbox", Some(""));
        let response = call.send().await?;
        Ok((response.status().as_u16(), response.json().await?))
    }

    /// Makes a checkout, and returns the payment's key.
    async fn open(&self, order: &str) -> Result<String> {
        let (status, body) = self.post("/v1/payments", "", &checkout(order)).await?;
        assert_eq!((status, &body["status"]), (200, &json!("READY")), "{body}");
        Ok(body["paymentKey"].as_str().context("a key")?.to_owned())
    }

    /// Presses a button, and returns where the browser is sent; none when it is refused.
    async fn press(&self, key: &str, button: &str) -> Result<Option<Url>> {
        let url = format!("{}/v1/payments/{key}/checkout", self.base);
        let response = self.client.post(url).form(&[("choice", button)]).send().await?;
        Ok(match response.headers().get("location") {
            Some(to) => Some(to.to_str()?.parse()?),
            None => None,
        })
    }

    /// A payment that was taken.
    async fn pay_order(&self, order: &str) -> Result<String> {
        let key = self.open(order).await?;
        self.press(&key, "pay").await?.context("a way back")?;
        let (status, body) = self.post("/v1/payments/confirm", "", &confirmation(&key, order)).await?;
        assert_eq!((status, &body["status"]), (200, &json!("DONE")), "{body}");
        Ok(key)
    }
}

fn checkout(order: &str) -> Value {
    json!({ "method": "CARD", "amount": 1_000, "orderId": order, "orderName": "<b>서류", "successUrl": RETURN_URL, "failUrl": RETURN_URL })
}

fn confirmation(key: &str, order: &str) -> Value {
    json!({ "paymentKey": key, "orderId": order, "amount": 1_000 })
}

fn query(url: &Url) -> Vec<String> {
    url.query_pairs().map(|(name, value)| format!("{name}={value}")).collect()
}

#[tokio::test]
async fn only_the_secret_key_authenticates() -> Result<()> {
    let toss = Toss::start(Settings::default()).await?;
    let url = format!("{}/v1/payments/orders/order_1", toss.base);
    for (header, status) in [
        // the key alone, as the documents have it
        ("Basic dGVzdF9za19zYW5kYm94Og==", 404),
        ("Basic dGVzdF9za19zYW5kYm94", 401),
        ("Basic dGVzdF9za19zYW5kYm94OnB3", 401),
        ("Basic bGl2ZV9za19yZWFsOg==", 401),
        ("Bearer test_sk_sandbox", 401),
        ("Basic ???", 401),
    ] {
        let response = toss.client.get(&url).header("authorization", header).send().await?;
        assert_eq!(response.status(), status, "{header}");
    }
    Ok(())
}

#[tokio::test]
async fn window_shows_the_order_and_redirects() -> Result<()> {
    let toss = Toss::start(Settings::default()).await?;
    let key = toss.open("order_1").await?;
    let shown = toss.client.get(format!("{}/v1/payments/{key}/checkout", toss.base)).send().await?.text().await?;
    assert!(shown.contains("&lt;b&gt;서류") && shown.contains("1,000원"), "{shown}");
    for button in ["pay", "cancel", "decline", "lose", "slow", "reject"] {
        assert!(shown.contains(&format!("data-pay=\"{button}\"")), "{button}");
    }
    let back = toss.press(&key, "cancel").await?.context("a way back")?;
    assert_eq!(query(&back)[1], "code=PAY_PROCESS_CANCELED");
    assert!(!query(&back).iter().any(|pair| pair.starts_with("orderId")));
    let back = toss.press(&key, "pay").await?.context("a way back")?;
    let expected =
        ["oid=order_1", "paymentType=NORMAL", "orderId=order_1", &format!("paymentKey={key}"), "amount=1000"];
    assert_eq!(query(&back), expected);
    assert_eq!(toss.get("/v1/payments/orders/order_1").await?.1["status"], "IN_PROGRESS");
    assert!(toss.press(&key, "decline").await?.is_none(), "it was agreed to");
    let other = toss.open("order_2").await?;
    let back = toss.press(&other, "decline").await?.context("a way back")?;
    assert_eq!(query(&back)[1], "code=REJECT_CARD_COMPANY");
    let (_, body) = toss.get(&format!("/v1/payments/{other}")).await?;
    assert_eq!((&body["status"], &body["failure"]["code"]), (&json!("ABORTED"), &json!("REJECT_CARD_COMPANY")));
    Ok(())
}

#[tokio::test]
async fn invalid_checkout_is_refused() -> Result<()> {
    let toss = Toss::start(Settings::default()).await?;
    for (field, value, code) in [
        ("amount", json!(99), "BELOW_MINIMUM_AMOUNT"),
        ("amount", json!(-1_000), "BELOW_MINIMUM_AMOUNT"),
        ("amount", json!("1000"), "INVALID_REQUEST"),
        ("orderId", json!("short"), "INVALID_REQUEST"),
        ("orderId", json!("with space"), "INVALID_REQUEST"),
        ("method", json!("BITCOIN"), "INVALID_REQUEST"),
        ("successUrl", json!("https://evil.example/"), "INVALID_REQUEST"),
        ("orderName", json!(""), "INVALID_REQUEST"),
    ] {
        let mut body = checkout("order_1");
        body[field] = value;
        let (status, response) = toss.post("/v1/payments", "", &body).await?;
        assert_eq!((status, response["code"].as_str()), (400, Some(code)), "{field}");
    }
    toss.pay_order("order_1").await?;
    let (status, response) = toss.post("/v1/payments", "", &checkout("order_1")).await?;
    assert_eq!((status, &response["code"]), (400, &json!("DUPLICATED_ORDER_ID")));
    Ok(())
}

#[tokio::test]
async fn payment_is_captured_once_as_authorized() -> Result<()> {
    let toss = Toss::start(Settings::default()).await?;
    let confirm = async |body: &Value| -> Result<(u16, String)> {
        let (status, body) = toss.post("/v1/payments/confirm", "", body).await?;
        Ok((status, body["code"].as_str().unwrap_or_default().to_owned()))
    };
    let key = toss.open("order_1").await?;
    let good = confirmation(&key, "order_1");
    assert_eq!(confirm(&good).await?, (404, "NOT_FOUND_PAYMENT_SESSION".to_owned()), "nobody agreed");
    toss.press(&key, "pay").await?;
    for (field, value) in [("amount", json!(999)), ("orderId", json!("order_2")), ("paymentKey", json!(null))] {
        let mut body = good.clone();
        body[field] = value;
        assert_eq!(confirm(&body).await?, (400, "INVALID_REQUEST".to_owned()), "{field}");
    }
    assert_eq!(confirm(&good).await?.0, 200);
    assert_eq!(confirm(&good).await?, (400, "ALREADY_PROCESSED_PAYMENT".to_owned()));
    let (_, book) = toss.get("/sandbox/book?orderId=order_1&secret=test_sk_sandbox").await?;
    assert_eq!(book["transactions"].as_array().map(Vec::len), Some(1), "{book}");
    let (_, other) = toss.get("/sandbox/book?orderId=order_1&secret=test_sk_sandbox_other").await?;
    assert_eq!(other["transactions"], json!([]));
    Ok(())
}

#[tokio::test]
async fn idempotency_key_repeats_the_first_response() -> Result<()> {
    let toss = Toss::start(Settings::default()).await?;
    let key = toss.open("order_1").await?;
    let good = confirmation(&key, "order_1");
    let early = toss.post("/v1/payments/confirm", "k", &good).await?;
    toss.press(&key, "pay").await?;
    assert_eq!(toss.post("/v1/payments/confirm", "k", &good).await?, early, "also a refusal");
    let first = toss.post("/v1/payments/confirm", "k2", &good).await?;
    assert_eq!(first.0, 200);
    let other = confirmation("another", "order_9");
    assert_eq!(toss.post("/v1/payments/confirm", "k2", &other).await?, first, "whatever is asked with it");
    let cancel = toss.post(&format!("/v1/payments/{key}/cancel"), "k2", &json!({ "cancelReason": "r" })).await?;
    assert_eq!((cancel.0, &cancel.1["status"]), (200, &json!("CANCELED")), "another call");
    let long = "k".repeat(301);
    assert_eq!(toss.post("/v1/payments/confirm", &long, &good).await?.0, 400);
    // fifteen days later it is forgotten
    toss.post("/sandbox/clock", "", &json!({ "advanceSeconds": 15 * 86_400 + 1 })).await?;
    assert_eq!(toss.post("/v1/payments/confirm", "k2", &good).await?.1["code"], "ALREADY_PROCESSED_PAYMENT");
    Ok(())
}

#[tokio::test]
async fn refunds_never_exceed_the_payment() -> Result<()> {
    let toss = Toss::start(Settings::default()).await?;
    let key = toss.pay_order("order_1").await?;
    let path = format!("/v1/payments/{key}/cancel");
    let (_, part) = toss.post(&path, "", &json!({ "cancelReason": "r", "cancelAmount": 300 })).await?;
    assert_eq!((&part["status"], &part["balanceAmount"]), (&json!("PARTIAL_CANCELED"), &json!(700)));
    for (body, code) in [
        (json!({ "cancelReason": "r", "cancelAmount": 701 }), "NOT_CANCELABLE_AMOUNT"),
        (json!({ "cancelReason": "r", "cancelAmount": 0 }), "NOT_CANCELABLE_AMOUNT"),
        (json!({ "cancelAmount": 1 }), "INVALID_REQUEST"),
    ] {
        assert_eq!(toss.post(&path, "", &body).await?.1["code"], code, "{body}");
    }
    let (_, rest) = toss.post(&path, "", &json!({ "cancelReason": "r" })).await?;
    assert_eq!((&rest["status"], rest["cancels"].as_array().map(Vec::len)), (&json!("CANCELED"), Some(2)));
    assert_eq!(toss.post(&path, "", &json!({ "cancelReason": "r" })).await?.1["code"], "ALREADY_CANCELED_PAYMENT");
    let (_, rows) = toss.get("/v1/transactions?startDate=2020-01-01T00:00:00&endDate=2099-01-01T00:00:00").await?;
    let amounts: Vec<_> = rows.as_array().context("rows")?.iter().filter_map(|row| row["amount"].as_i64()).collect();
    assert_eq!(amounts, [1_000, -300, -700]);
    let unpaid = toss.open("order_2").await?;
    let (status, body) =
        toss.post(&format!("/v1/payments/{unpaid}/cancel"), "", &json!({ "cancelReason": "r" })).await?;
    assert_eq!((status, &body["code"]), (403, &json!("NOT_CANCELABLE_PAYMENT")));
    Ok(())
}

#[tokio::test]
async fn lists_refuse_invalid_parameters() -> Result<()> {
    let toss = Toss::start(Settings::default()).await?;
    let day = "startDate=2026-11-21T00:00:00&endDate=2026-11-22T00:00:00";
    assert_eq!(toss.get(&format!("/v1/transactions?{day}")).await?, (200, json!([])));
    for wrong in [
        "/v1/transactions?startDate=2026-11-21&endDate=x".to_owned(),
        format!("/v1/transactions?{day}&limit=5001"),
        format!("/v1/transactions?{day}&limit=0"),
        format!("/v1/transactions?{day}&startingAfter=nobody"),
        "/v1/settlements?startDate=2026-11-21&endDate=2026-11-21&dateType=x".to_owned(),
        "/v1/settlements?startDate=2026-11-21&endDate=2026-11-21&page=0".to_owned(),
    ] {
        assert_eq!(toss.get(&wrong).await?.0, 400, "{wrong}");
    }
    Ok(())
}

#[tokio::test]
async fn ledger_survives_a_restart() -> Result<()> {
    let dir = tempfile::tempdir()?;
    let settings = Settings { ledger: Some(dir.path().join("toss.json")), ..Settings::default() };
    let first = Toss::start(settings.clone()).await?;
    let key = first.pay_order("order_1").await?;
    let second = Toss::start(settings).await?;
    let (status, body) = second.get("/v1/payments/orders/order_1").await?;
    assert_eq!((status, &body["status"], &body["paymentKey"]), (200, &json!("DONE"), &json!(key)));
    Ok(())
}
