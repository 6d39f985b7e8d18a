//! Checkouts, lookups, the payer's return, and webhooks.

use super::*;

async fn start(url: &Url, name: &str) -> Result<StartedCheckout, Error> {
    let return_url = "http://bom.localhost:8400/api/v1/payments/return/toss?a=b".parse().expect("a URL");
    let oid = oid();
    let new = NewCheckout {
        oid: &oid,
        amount: Krw::new(3_630),
        name,
        buyer: "김하늘",
        return_url: &return_url,
        mobile: true,
    };
    provider(url).start(&new).await
}

#[tokio::test]
async fn checkout_request_repeats_order_in_return_url() {
    let party = Party::with_responses(&[(200, &payment_with("status", json!("READY")).to_string())]).await;
    let started = start(&party.url, &"가".repeat(150)).await.expect("a checkout");
    let url = "https://api.tosspayments.com/v1/payments/tgen_1/checkout".parse().expect("a URL");
    assert_eq!(started, StartedCheckout { checkout: Checkout::Redirect(url), provider_key: Some("tgen_1".to_owned()) });
    let request = &party.requests().await[0];
    assert_eq!(header(request, "idempotency-key"), "start:clm_order-1");
    let sent: Value = serde_json::from_str(body(request)).expect("JSON");
    let to = "http://bom.localhost:8400/api/v1/payments/return/toss?a=b&oid=clm_order-1";
    let expected = json!({"method": "CARD", "amount": 3_630, "currency": "KRW", "orderId": OID, "orderName": "가".repeat(100),
        "customerName": "김하늘", "successUrl": to, "failUrl": to, "flowMode": "DEFAULT"});
    assert_eq!(sent, expected);
}

#[tokio::test]
async fn checkout_without_url_is_unavailable() {
    for body in [
        r#"{"orderId":"x"}"#.to_owned(),
        payment_with("checkout", Value::Null).to_string(),
        payment_with("checkout", json!({"url": "no URL"})).to_string(),
        payment_with("orderId", json!("clm_another")).to_string(),
    ] {
        let party = Party::with_responses(&[(200, &body)]).await;
        assert!(matches!(start(&party.url, "x").await, Err(Error::ServiceUnavailable(_))), "{body}");
    }
}

#[tokio::test]
async fn checkout_timeout_is_unavailable() {
    let party = Party::unresponsive().await;
    assert!(matches!(start(&party.url, "x").await, Err(Error::ServiceUnavailable(_))));
}

#[tokio::test]
async fn unknown_order_is_none() {
    assert!(matches!(find(404, &refusal("NOT_FOUND_PAYMENT")).await, Ok(None)));
    let party = Party::with_responses(&[(404, &refusal("NOT_FOUND_PAYMENT"))]).await;
    provider(&party.url).find_by_order(&oid(), now()).await.expect("a response");
    assert_eq!(party.calls().await, ["GET /base/v1/payments/orders/clm_order-1"]);
}

#[tokio::test]
async fn refused_lookup_is_refused() {
    for (status, code) in [(404, "NOT_FOUND"), (401, "UNAUTHORIZED_KEY"), (403, "FORBIDDEN_REQUEST")] {
        let result = find(status, &refusal(code)).await;
        assert!(matches!(&result, Err(Error::Refused { code: actual, .. }) if actual == code), "{result:?}");
    }
}

#[tokio::test]
async fn failed_lookup_is_unavailable() {
    for (status, body) in [(500, "{}"), (429, "{}"), (404, "<html>"), (302, "{}"), (200, "{}"), (200, "null")] {
        let result = find(status, body).await;
        assert!(matches!(result, Err(Error::ServiceUnavailable(_))), "{status} {body}: {result:?}");
    }
}

#[tokio::test]
async fn every_documented_status_is_known() {
    use ProviderStatus::{Aborted, Canceled, Done, Expired, InProgress, PartialCanceled, Ready};
    for (text, status) in [
        ("READY", Ready),
        ("IN_PROGRESS", InProgress),
        ("WAITING_FOR_DEPOSIT", InProgress),
        ("DONE", Done),
        ("CANCELED", Canceled),
        ("PARTIAL_CANCELED", PartialCanceled),
        ("ABORTED", Aborted),
        ("EXPIRED", Expired),
    ] {
        let payment =
            find(200, &payment_with("status", json!(text)).to_string()).await.expect("a response").expect("a payment");
        assert_eq!(payment.status, status, "{text}");
    }
}

#[tokio::test]
async fn failed_payment_keeps_code_and_message() {
    let body = payment_with("failure", json!({"code": "REJECT_CARD_PAYMENT", "message": "한도초과"})).to_string();
    let failure = find(200, &body).await.expect("a response").expect("a payment").failure.expect("a failure");
    assert_eq!((failure.code.as_str(), failure.message.as_str()), ("REJECT_CARD_PAYMENT", "한도초과"));
}

#[test]
fn return_is_parsed() {
    let parse = |query: &str| parse_return(&parse_form(query.as_bytes()));
    let agreed = parse("paymentType=NORMAL&oid=clm_order-1&orderId=clm_order-1&paymentKey=tgen_1&amount=3630");
    let expected = CheckoutResult::Authorized {
        oid: oid(),
        amount: Some(Krw::new(3_630)),
        provider_key: "tgen_1".to_owned(),
        confirm_at: None,
    };
    assert_eq!(agreed.expect("agreed"), expected);
    let canceled = parse("oid=clm_order-1&code=PAY_PROCESS_CANCELED&message=x").expect("given up");
    assert_eq!(canceled, CheckoutResult::Canceled { oid: Some(oid()) });
    let refused = parse("code=REJECT_CARD_COMPANY&message=%EA%B1%B0%EC%A0%88&orderId=clm_order-1").expect("refused");
    let (code, message) = ("REJECT_CARD_COMPANY".to_owned(), "거절".to_owned());
    assert_eq!(refused, CheckoutResult::Refused { oid: Some(oid()), code, message });
}

#[test]
fn malformed_return_is_refused() {
    let parse = |query: &str| parse_return(&parse_form(query.as_bytes()));
    for query in [
        "",
        "paymentKey=k&orderId=clm_order-1",
        "paymentKey=k&amount=1",
        "paymentKey=k&orderId=clm_order-1&amount=1.5",
        "paymentKey=k&orderId=../../x&amount=1",
        "paymentKey=a/b&orderId=clm_order-1&amount=1",
        "paymentKey=%00&orderId=clm_order-1&amount=1",
        "orderId=clm_order-1&amount=99999999999999999999&paymentKey=k",
    ] {
        assert!(matches!(parse(query), Err(Error::Refused { code, .. }) if code == "malformed"), "{query}");
    }
}

#[test]
fn webhook_is_a_hint() {
    let body = br#"{"eventType":"PAYMENT_STATUS_CHANGED","createdAt":"2022-05-12T00:00:00.000",
        "data":{"paymentKey":"k","status":"DONE","orderId":"clm_order-1"}}"#;
    let hint = WebhookHint { oid: Some(oid()), provider_key: Some("k".to_owned()) };
    assert_eq!(parse_webhook(body), Some(hint));
    for other in [
        &br#"{"eventType":"seller.changed","data":{"orderId":"clm_order-1"}}"#[..],
        br#"{"eventType":"PAYMENT_STATUS_CHANGED","data":{"orderId":"' or 1"}}"#,
        br#"{"eventType":"PAYMENT_STATUS_CHANGED"}"#,
        b"[]",
        b"",
        &[0xff, 0xfe],
    ] {
        assert_eq!(parse_webhook(other), None);
    }
}
