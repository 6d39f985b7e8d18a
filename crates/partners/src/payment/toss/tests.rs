use chrono::TimeZone as _;
use domain::{ProviderName, ProviderStatus};

use super::*;
use crate::payment::{PaymentUrls, Payments, Provider, parse_form};
use crate::stub::{Party, body, closed_url, header};

const OID: &str = "clm_order-1";

/// The documented answer to a confirmation.
fn done() -> Value {
    json!({
        "mId": "tosspayments", "version": "2022-11-16", "lastTransactionKey": "B7103F204998813B889C77C043D09502",
        "paymentKey": "tgen_1", "orderId": OID, "orderName": "x", "currency": "KRW", "method": "카드", "status": "DONE",
        "requestedAt": "2022-06-08T15:40:09+09:00", "approvedAt": "2022-06-08T15:40:49+09:00", "useEscrow": false,
        "cultureExpense": false, "card": {"issuerCode": "61", "number": "12345678****789*", "amount": 3630},
        "virtualAccount": null, "transfer": null, "cancels": null, "secret": null, "type": "NORMAL", "easyPay": null,
        "country": "KR", "failure": null, "totalAmount": 3630, "balanceAmount": 3630, "suppliedAmount": 3300, "vat": 330,
        "taxFreeAmount": 0, "receipt": {"url": "https://dashboard.tosspayments.com/receipt/1"},
        "checkout": {"url": "https://api.tosspayments.com/v1/payments/tgen_1/checkout"}, "newField": {"a": [1]},
    })
}

fn with(field: &str, value: Value) -> Value {
    let mut body = done();
    body[field] = value;
    body
}

fn provider(url: &Url) -> Provider {
    let urls = PaymentUrls { toss: url.clone(), inicis: url.clone(), inicis_api: url.clone() };
    let secret = "test_sk_sandbox".into();
    let account = MerchantAccount { provider: ProviderName::Toss, client_id: "test_ck".to_owned(), secret };
    Payments::new(urls).expect("clients").provider(account)
}

fn oid() -> Oid {
    Oid::parse(OID).expect("an order's number")
}

fn now() -> DateTime<Utc> {
    Utc.with_ymd_and_hms(2026, 11, 21, 0, 0, 0).single().expect("a time")
}

fn refusal(code: &str) -> String {
    json!({ "code": code, "message": "사유" }).to_string()
}

async fn confirm_at(url: &Url) -> Result<ProviderPayment, ConfirmError> {
    let oid = oid();
    let request = ConfirmRequest { oid: &oid, amount: Krw::new(3_630), provider_key: "tgen_1", confirm_at: None };
    provider(url).confirm(&request).await
}

async fn confirm(status: u16, body: &str) -> Result<ProviderPayment, ConfirmError> {
    let party = Party::answering(&[(status, body)]).await;
    confirm_at(&party.url).await
}

async fn find(status: u16, body: &str) -> Result<Option<ProviderPayment>, Error> {
    let party = Party::answering(&[(status, body)]).await;
    provider(&party.url).find_by_order(&oid(), now()).await
}

#[tokio::test]
async fn confirmation_request_is_idempotent() {
    let party = Party::answering(&[(200, &done().to_string())]).await;
    for _ in 0..2 {
        confirm_at(&party.url).await.expect("a payment");
    }
    for request in party.requests().await {
        assert_eq!(request.url.path(), "/base/v1/payments/confirm");
        assert_eq!(header(&request, "authorization"), "Basic dGVzdF9za19zYW5kYm94Og==");
        assert_eq!(header(&request, "idempotency-key"), "confirm:clm_order-1");
        assert_eq!(body(&request), r#"{"amount":3630,"orderId":"clm_order-1","paymentKey":"tgen_1"}"#);
    }
}

#[tokio::test]
async fn confirmed_payment_is_parsed() {
    let payment = confirm(200, &done().to_string()).await.expect("a payment");
    let expected = ProviderPayment {
        oid: oid(),
        provider_key: "tgen_1".to_owned(),
        status: ProviderStatus::Done,
        amount: Krw::new(3_630),
        balance: Krw::new(3_630),
        currency: "KRW".to_owned(),
        method: Some("카드".to_owned()),
        approved_at: Utc.with_ymd_and_hms(2022, 6, 8, 6, 40, 49).single(),
        receipt_url: Some("https://dashboard.tosspayments.com/receipt/1".to_owned()),
        transaction_key: Some("B7103F204998813B889C77C043D09502".to_owned()),
        failure: None,
    };
    assert_eq!(payment, expected);
}

#[tokio::test]
async fn optional_field_of_other_type_is_missing() {
    for (field, value) in [
        ("method", json!(1)),
        ("approvedAt", json!("yesterday")),
        ("receipt", json!("https://dashboard.tosspayments.com/receipt/1")),
        ("receipt", json!({"url": "javascript:alert(1)"})),
        ("lastTransactionKey", json!({})),
        ("failure", json!("none")),
        ("checkout", json!([])),
    ] {
        let payment = confirm(200, &with(field, value.clone()).to_string()).await.expect("a payment");
        let is_missing = match field {
            "method" => payment.method.is_none(),
            "approvedAt" => payment.approved_at.is_none(),
            "receipt" => payment.receipt_url.is_none(),
            "lastTransactionKey" => payment.transaction_key.is_none(),
            _ => payment.failure.is_none(),
        };
        assert!(is_missing, "{field} {value}");
    }
}

#[tokio::test]
async fn missing_currency_is_krw() {
    let mut body = done();
    body.as_object_mut().expect("an object").remove("currency");
    assert_eq!(confirm(200, &body.to_string()).await.expect("a payment").currency, "KRW");
}

#[tokio::test]
async fn client_error_is_declined() {
    for (status, code) in [
        (403, "REJECT_CARD_PAYMENT"),
        (404, "NOT_FOUND_PAYMENT_SESSION"),
        (400, "INVALID_REQUEST"),
        (401, "UNAUTHORIZED_KEY"),
    ] {
        let result = confirm(status, &refusal(code)).await;
        let Err(ConfirmError::Declined { code: declined, message }) = result else { panic!("{result:?}") };
        assert_eq!((declined.as_str(), message.as_str()), (code, "사유"));
    }
}

#[tokio::test]
async fn undecided_confirmation_is_unknown() {
    for (status, body) in [
        (400, refusal("ALREADY_PROCESSED_PAYMENT")),
        (400, refusal("PROVIDER_ERROR")),
        (403, refusal("FORBIDDEN_CONSECUTIVE_REQUEST")),
        (408, refusal("X")),
        (409, refusal("IDEMPOTENT_REQUEST_PROCESSING")),
        (429, refusal("X")),
        (500, refusal("FAILED_PAYMENT_INTERNAL_SYSTEM_PROCESSING")),
        (502, "<html>".to_owned()),
        (403, "blocked by a proxy".to_owned()),
        (403, r#"{"code":1}"#.to_owned()),
        (302, "{}".to_owned()),
        (200, "half".to_owned()),
        (200, String::new()),
        (200, with("orderId", json!("clm_another")).to_string()),
        (200, with("status", json!("NEW")).to_string()),
        (200, with("totalAmount", json!("3630")).to_string()),
        (200, with("balanceAmount", Value::Null).to_string()),
        (200, with("paymentKey", Value::Null).to_string()),
    ] {
        let result = confirm(status, &body).await;
        assert!(matches!(result, Err(ConfirmError::Unknown(_))), "{status} {body}: {result:?}");
    }
}

#[tokio::test]
async fn confirmation_without_answer_is_unknown() {
    let error = confirm_at(&closed_url()).await.expect_err("nobody listens");
    let shown = format!("{error:?} {error}");
    assert!(matches!(error, ConfirmError::Unknown(_)) && !shown.contains("test_sk"), "{shown}");
}

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
    let party = Party::answering(&[(200, &with("status", json!("READY")).to_string())]).await;
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
async fn checkout_without_url_is_an_outage() {
    for body in [
        r#"{"orderId":"x"}"#.to_owned(),
        with("checkout", Value::Null).to_string(),
        with("checkout", json!({"url": "no URL"})).to_string(),
        with("orderId", json!("clm_another")).to_string(),
    ] {
        let party = Party::answering(&[(200, &body)]).await;
        assert!(matches!(start(&party.url, "x").await, Err(Error::Outage(_))), "{body}");
    }
}

#[tokio::test]
async fn unanswered_checkout_is_an_outage() {
    let party = Party::hanging().await;
    assert!(matches!(start(&party.url, "x").await, Err(Error::Outage(_))));
}

#[tokio::test]
async fn unknown_order_is_none() {
    assert!(matches!(find(404, &refusal("NOT_FOUND_PAYMENT")).await, Ok(None)));
    let party = Party::answering(&[(404, &refusal("NOT_FOUND_PAYMENT"))]).await;
    provider(&party.url).find_by_order(&oid(), now()).await.expect("an answer");
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
async fn failed_lookup_is_an_outage() {
    for (status, body) in [(500, "{}"), (429, "{}"), (404, "<html>"), (302, "{}"), (200, "{}"), (200, "null")] {
        let result = find(status, body).await;
        assert!(matches!(result, Err(Error::Outage(_))), "{status} {body}: {result:?}");
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
        let payment = find(200, &with("status", json!(text)).to_string()).await.expect("an answer").expect("a payment");
        assert_eq!(payment.status, status, "{text}");
    }
}

#[tokio::test]
async fn failed_payment_keeps_code_and_message() {
    let body = with("failure", json!({"code": "REJECT_CARD_PAYMENT", "message": "한도초과"})).to_string();
    let failure = find(200, &body).await.expect("an answer").expect("a payment").failure.expect("a failure");
    assert_eq!((failure.code.as_str(), failure.message.as_str()), ("REJECT_CARD_PAYMENT", "한도초과"));
}

async fn cancel_at(url: &Url, provider_key: &str) -> Result<ProviderPayment, ConfirmError> {
    let oid = oid();
    let request = CancelRequest { oid: &oid, provider_key, amount: Krw::new(3_630), reason: "사유", now: now() };
    provider(url).cancel(&request).await
}

#[tokio::test]
async fn refund_request_escapes_payment_key() {
    let mut canceled = with("status", json!("CANCELED"));
    canceled["balanceAmount"] = json!(0);
    let party = Party::answering(&[(200, &canceled.to_string())]).await;
    let payment = cancel_at(&party.url, "a/../b?c").await.expect("a refund");
    assert_eq!((payment.status, payment.balance), (ProviderStatus::Canceled, Krw::ZERO));
    assert_eq!(party.calls().await, ["POST /base/v1/payments/a%2F%2E%2E%2Fb%3Fc/cancel"]);
    let request = &party.requests().await[0];
    assert_eq!(header(request, "idempotency-key"), "cancel:clm_order-1");
    assert_eq!(body(request), r#"{"cancelAmount":3630,"cancelReason":"사유"}"#);
}

#[tokio::test]
async fn undecided_refund_is_unknown() {
    for (status, body) in [(400, refusal("ALREADY_CANCELED_PAYMENT")), (500, "{}".to_owned()), (200, "{}".to_owned())] {
        let party = Party::answering(&[(status, &body)]).await;
        let result = cancel_at(&party.url, "k").await;
        assert!(matches!(result, Err(ConfirmError::Unknown(_))), "{status} {body}: {result:?}");
    }
    let party = Party::answering(&[(403, &refusal("NOT_CANCELABLE_PAYMENT"))]).await;
    assert!(matches!(cancel_at(&party.url, "k").await, Err(ConfirmError::Declined { .. })));
}

fn transaction(key: &str, status: &str, amount: i64) -> Value {
    json!({"mId": "m", "transactionKey": key, "paymentKey": "p", "orderId": "o", "method": "카드", "customerKey": null,
        "useEscrow": false, "receiptUrl": "r", "status": status, "transactionAt": "2026-11-21T00:00:00+09:00",
        "currency": "KRW", "amount": amount})
}

fn first_page() -> TransactionQuery {
    let day = NaiveDate::from_ymd_opt(2026, 11, 21).expect("a day");
    TransactionQuery::for_day(day, Some("after&1".to_owned()), 90_000)
}

#[tokio::test]
async fn transactions_request_covers_korean_day() {
    let party = Party::answering(&[(200, "[]")]).await;
    assert!(provider(&party.url).list_transactions(&first_page()).await.expect("a page").is_empty());
    let expected = "GET /base/v1/transactions?startDate=2026-11-21T00%3A00%3A00&endDate=2026-11-22T00%3A00%3A00\
                    &limit=5000&startingAfter=after%261";
    assert_eq!(party.calls().await, [expected]);
}

#[tokio::test]
async fn refunds_are_negative_transactions() {
    // the sign of refunds is not documented
    let page = json!([
        transaction("a", "DONE", 3_630),
        transaction("b", "CANCELED", 3_630),
        transaction("c", "PARTIAL_CANCELED", -30),
    ]);
    let party = Party::answering(&[(200, &page.to_string())]).await;
    let rows = provider(&party.url).list_transactions(&first_page()).await.expect("a page");
    let amounts: Vec<_> = rows.iter().map(|row| (row.transaction_key.as_str(), row.amount.get())).collect();
    assert_eq!(amounts, [("a", 3_630), ("b", -3_630), ("c", -30)]);
    assert_eq!(rows[0].at, Utc.with_ymd_and_hms(2026, 11, 20, 15, 0, 0).single().expect("a time"));
}

#[tokio::test]
async fn incomplete_list_is_an_outage() {
    let mut without_key = transaction("a", "DONE", 1);
    without_key["transactionKey"] = Value::Null;
    for (status, body) in [
        (200, json!([transaction("a", "DONE", 1), transaction("b", "NEW", 1)]).to_string()),
        (200, json!([without_key]).to_string()),
        (200, "{}".to_owned()),
        (200, String::new()),
        (500, "[]".to_owned()),
        (429, "[]".to_owned()),
    ] {
        let party = Party::answering(&[(status, &body)]).await;
        let result = provider(&party.url).list_transactions(&first_page()).await;
        assert!(matches!(result, Err(Error::Outage(_))), "{status} {body}: {result:?}");
    }
    let party = Party::answering(&[(400, &refusal("INVALID_DATE"))]).await;
    let result = provider(&party.url).list_transactions(&first_page()).await;
    assert!(matches!(&result, Err(Error::Refused { code, .. }) if code == "INVALID_DATE"), "{result:?}");
}

#[tokio::test]
async fn settlements_have_two_published_spellings() {
    let line = |supply: &str, cancel: Value| {
        let mut settled = json!({"mId": "m", "paymentKey": "p", "transactionKey": "t", "orderId": "o", "currency": "KRW",
            "method": "카드", "amount": 3_630, "interestFee": 0, "fees": [{"type": "BASE", "fee": 115}], "vat": 10,
            "payOutAmount": 3_515, "approvedAt": "2026-11-21T00:00:00+09:00", "soldDate": "2026-11-21",
            "paidOutDate": "2026-11-24", "cancel": cancel});
        settled[supply] = json!(105);
        settled
    };
    let page = json!([line("supplyAmount", Value::Null), line("suppliedAmount", json!({"cancelAmount": 3_630}))]);
    let party = Party::answering(&[(200, &page.to_string())]).await;
    let day = NaiveDate::from_ymd_opt(2026, 11, 24).expect("a day");
    let rows = provider(&party.url).list_settlements(day, 2).await.expect("a page");
    for (row, sign) in rows.iter().zip([1, -1]) {
        let sums = [row.amount, row.fee, row.vat, row.paid_out].map(|won| won.get() * sign);
        assert_eq!(sums, [3_630, 105, 10, 3_515]);
        assert_eq!(row.paid_out, row.amount - row.fee - row.vat);
        assert_eq!((row.sold_on.to_string().as_str(), row.paid_out_on), ("2026-11-21", day));
    }
    let expected =
        "GET /base/v1/settlements?startDate=2026-11-24&endDate=2026-11-24&dateType=paidOutDate&page=2&size=1000";
    assert_eq!(party.calls().await, [expected]);
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
