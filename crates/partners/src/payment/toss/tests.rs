use chrono::TimeZone as _;
use domain::{ProviderName, ProviderStatus};

use super::*;
use crate::outside::tests::Party;
use crate::payment::{PaymentUrls, Payments, Provider, read_form};

const OID: &str = "clm_order-1";

/// The answer of the reference's confirmation, as it is documented.
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
    let account = Account { provider: ProviderName::Toss, client_id: "test_ck".to_owned(), secret };
    Payments::new(urls).expect("clients").provider(account)
}

fn oid() -> Oid {
    Oid::parse(OID).expect("an order's number")
}

async fn confirm(status: &str, body: Option<&Value>) -> (Result<ProviderPayment, ConfirmError>, Party) {
    let text = body.map(ToString::to_string);
    let party = Party::answering(&[(status, text.as_deref())]).await;
    let asked = Confirm { oid: &oid(), amount: Won::new(3_630), provider_key: "tgen_1", confirm_at: None };
    (provider(&party.url).confirm(&asked).await, party)
}

#[tokio::test]
async fn money_is_taken_with_the_key_of_the_order() {
    let (payment, party) = confirm("200 OK", Some(&done())).await;
    let payment = payment.expect("a payment");
    assert_eq!(
        (payment.status, payment.amount, payment.balance),
        (ProviderStatus::Done, Won::new(3_630), Won::new(3_630))
    );
    assert_eq!(payment.approved_at, Utc.with_ymd_and_hms(2022, 6, 8, 6, 40, 49).single());
    assert_eq!(payment.receipt_url.as_deref(), Some("https://dashboard.tosspayments.com/receipt/1"));
    assert_eq!(payment.transaction_key.as_deref(), Some("B7103F204998813B889C77C043D09502"));
    assert_eq!((payment.method.as_deref(), payment.currency.as_str()), (Some("카드"), "KRW"));
    let asked = &party.asked()[0];
    assert!(asked.starts_with("POST /base/v1/payments/confirm HTTP/1.1\r\n"), "{asked}");
    assert!(asked.contains("authorization: Basic dGVzdF9za19zYW5kYm94Og==\r\n"), "{asked}");
    assert!(asked.contains("idempotency-key: confirm:clm_order-1\r\n"), "{asked}");
    assert!(asked.ends_with(r#"{"amount":3630,"orderId":"clm_order-1","paymentKey":"tgen_1"}"#), "{asked}");
}

#[tokio::test]
async fn a_refusal_is_told_from_what_leaves_the_money_open() {
    let refusal = |code: &str| json!({ "code": code, "message": "사유" });
    for (status, code) in [
        ("403 Forbidden", "REJECT_CARD_PAYMENT"),
        ("404 Not Found", "NOT_FOUND_PAYMENT_SESSION"),
        ("400 Bad Request", "INVALID_REQUEST"),
        ("401 Unauthorized", "UNAUTHORIZED_KEY"),
    ] {
        let (result, _) = confirm(status, Some(&refusal(code))).await;
        let Err(ConfirmError::Declined { code: declined, message }) = result else { panic!("{result:?}") };
        assert_eq!((declined.as_str(), message.as_str()), (code, "사유"));
    }
    for (status, body) in [
        ("400 Bad Request", refusal("ALREADY_PROCESSED_PAYMENT")),
        ("400 Bad Request", refusal("PROVIDER_ERROR")),
        ("409 Conflict", refusal("IDEMPOTENT_REQUEST_PROCESSING")),
        ("429 Too Many Requests", refusal("X")),
        ("500 Internal Server Error", refusal("FAILED_PAYMENT_INTERNAL_SYSTEM_PROCESSING")),
        ("502 Bad Gateway", json!("<html>")),
        ("403 Forbidden", json!("blocked on the way")),
        ("302 Found", json!({})),
        ("200 OK", json!("half")),
        ("200 OK", with("orderId", json!("clm_another"))),
        ("200 OK", with("status", json!("NEW"))),
        ("200 OK", with("totalAmount", json!("3630"))),
    ] {
        let (result, _) = confirm(status, Some(&body)).await;
        assert!(matches!(result, Err(ConfirmError::Unknown(_))), "{status} {body}: {result:?}");
    }
}

#[tokio::test]
async fn no_answer_leaves_the_money_open() {
    let nobody = "http://127.0.0.1:9".parse().expect("a URL");
    let asked = Confirm { oid: &oid(), amount: Won::new(1), provider_key: "k", confirm_at: None };
    let error = provider(&nobody).confirm(&asked).await.expect_err("nobody there");
    let shown = format!("{error:?} {error}");
    assert!(matches!(error, ConfirmError::Unknown(_)) && !shown.contains("test_sk"), "{shown}");
}

#[tokio::test]
async fn a_checkout_repeats_the_order_on_the_way_back() {
    let ready = with("status", json!("READY"));
    let party = Party::answering(&[("200 OK", Some(&ready.to_string())), ("200 OK", Some(r#"{"orderId":"x"}"#))]).await;
    let back = "http://bom.localhost:8400/api/v1/payments/return/toss?a=b".parse().expect("a URL");
    let name = "가".repeat(150);
    let new = NewPayment {
        oid: &oid(),
        amount: Won::new(3_630),
        name: &name,
        buyer: "김하늘",
        return_url: &back,
        mobile: true,
    };
    let started = provider(&party.url).start(&new).await.expect("begun");
    let url = "https://api.tosspayments.com/v1/payments/tgen_1/checkout".parse().expect("a URL");
    assert_eq!(started, Started { checkout: Checkout::Redirect(url), provider_key: Some("tgen_1".to_owned()) });
    let asked = &party.asked()[0];
    assert!(asked.contains("idempotency-key: start:clm_order-1\r\n"), "{asked}");
    let body: Value = serde_json::from_str(asked.split("\r\n\r\n").nth(1).expect("a body")).expect("JSON");
    let to = "http://bom.localhost:8400/api/v1/payments/return/toss?a=b&oid=clm_order-1";
    assert_eq!((&body["successUrl"], &body["failUrl"]), (&json!(to), &json!(to)));
    assert_eq!((&body["method"], &body["amount"]), (&json!("CARD"), &json!(3_630)));
    assert_eq!(body["orderName"].as_str().map(|name| name.chars().count()), Some(100));
    assert!(matches!(provider(&party.url).start(&new).await, Err(Error::Outage(_))));
}

#[tokio::test]
async fn an_unknown_order_is_none_and_other_refusals_are_not() {
    let party = Party::answering(&[
        ("404 Not Found", Some(r#"{"code":"NOT_FOUND_PAYMENT","message":"m"}"#)),
        ("404 Not Found", Some(r#"{"code":"NOT_FOUND","message":"m"}"#)),
        ("401 Unauthorized", Some(r#"{"code":"UNAUTHORIZED_KEY","message":"m"}"#)),
        ("500 Internal Server Error", Some("{}")),
        ("200 OK", Some(&with("status", json!("EXPIRED")).to_string())),
    ])
    .await;
    let now = Utc.timestamp_opt(0, 0).single().expect("a time");
    let (toss, oid) = (provider(&party.url), oid());
    let ask = async || toss.by_order(&oid, now).await;
    assert!(matches!(ask().await, Ok(None)));
    assert!(matches!(ask().await, Err(Error::Refused { code, .. }) if code == "NOT_FOUND"));
    assert!(matches!(ask().await, Err(Error::Refused { code, .. }) if code == "UNAUTHORIZED_KEY"));
    assert!(matches!(ask().await, Err(Error::Outage(_))));
    assert!(matches!(ask().await, Ok(Some(payment)) if payment.status == ProviderStatus::Expired));
    assert!(party.asked()[0].starts_with("GET /base/v1/payments/orders/clm_order-1 HTTP/1.1\r\n"));
}

#[tokio::test]
async fn a_refund_goes_to_the_payment_and_to_nothing_else() {
    let mut back = with("status", json!("CANCELED"));
    back["balanceAmount"] = json!(0);
    let party = Party::answering(&[
        ("200 OK", Some(&back.to_string())),
        ("400 Bad Request", Some(r#"{"code":"ALREADY_CANCELED_PAYMENT","message":"m"}"#)),
    ])
    .await;
    let now = Utc.timestamp_opt(0, 0).single().expect("a time");
    let (oid, amount) = (oid(), Won::new(3_630));
    let cancel = Cancel { oid: &oid, provider_key: "a/../b?c", amount, reason: "사유", now };
    let toss = provider(&party.url);
    let payment = toss.cancel(&cancel).await.expect("given back");
    assert_eq!((payment.status, payment.balance), (ProviderStatus::Canceled, Won::ZERO));
    assert!(matches!(toss.cancel(&cancel).await, Err(ConfirmError::Unknown(_))));
    let asked = &party.asked()[0];
    assert!(asked.starts_with("POST /base/v1/payments/a%2F%2E%2E%2Fb%3Fc/cancel HTTP/1.1\r\n"), "{asked}");
    assert!(asked.contains("idempotency-key: cancel:clm_order-1\r\n"), "{asked}");
    assert!(asked.ends_with(r#"{"cancelAmount":3630,"cancelReason":"사유"}"#), "{asked}");
}

#[tokio::test]
async fn lists_are_read_whole_or_not_at_all() {
    let row = |key: &str, status: &str, amount: i64| {
        json!({"mId": "m", "transactionKey": key, "paymentKey": "p", "orderId": "o", "method": "카드", "customerKey": null,
            "useEscrow": false, "receiptUrl": "r", "status": status, "transactionAt": "2026-11-21T00:00:00+09:00",
            "currency": "KRW", "amount": amount})
    };
    // the sign of what went back is documented nowhere
    let page = json!([row("a", "DONE", 3_630), row("b", "CANCELED", 3_630), row("c", "PARTIAL_CANCELED", -30)]);
    let party = Party::answering(&[
        ("200 OK", Some(&page.to_string())),
        ("200 OK", Some(&json!([row("a", "DONE", 1), row("b", "NEW", 1)]).to_string())),
        ("400 Bad Request", Some(r#"{"code":"INVALID_DATE","message":"m"}"#)),
    ])
    .await;
    let toss = provider(&party.url);
    let day = NaiveDate::from_ymd_opt(2026, 11, 21).expect("a day");
    let window = Window::of_day(day, Some("after&1".to_owned()), 90_000);
    let rows = toss.day(&window).await.expect("a page");
    let read: Vec<_> = rows.iter().map(|row| (row.transaction_key.as_str(), row.amount.get())).collect();
    assert_eq!(read, [("a", 3_630), ("b", -3_630), ("c", -30)]);
    assert_eq!(rows[0].at, Utc.with_ymd_and_hms(2026, 11, 20, 15, 0, 0).single().expect("a time"));
    let query =
        "?startDate=2026-11-21T00%3A00%3A00&endDate=2026-11-22T00%3A00%3A00&limit=5000&startingAfter=after%261 ";
    assert!(party.asked()[0].starts_with(&format!("GET /base/v1/transactions{query}")), "{}", party.asked()[0]);
    assert!(matches!(toss.day(&window).await, Err(Error::Outage(_))));
    assert!(matches!(toss.day(&window).await, Err(Error::Refused { code, .. }) if code == "INVALID_DATE"));
}

#[tokio::test]
async fn settlements_are_read_in_both_published_spellings() {
    let line = |supply: &str, cancel: Value| {
        let mut settled = json!({"mId": "m", "paymentKey": "p", "transactionKey": "t", "orderId": "o", "currency": "KRW",
            "method": "카드", "amount": 3_630, "interestFee": 0, "fees": [{"type": "BASE", "fee": 115}], "vat": 10,
            "payOutAmount": 3_515, "approvedAt": "2026-11-21T00:00:00+09:00", "soldDate": "2026-11-21",
            "paidOutDate": "2026-11-24", "cancel": cancel});
        settled[supply] = json!(105);
        settled
    };
    let page = json!([line("supplyAmount", Value::Null), line("suppliedAmount", json!({"cancelAmount": 3_630}))]);
    let party = Party::answering(&[("200 OK", Some(&page.to_string()))]).await;
    let day = NaiveDate::from_ymd_opt(2026, 11, 24).expect("a day");
    let rows = provider(&party.url).settlements(day, 2).await.expect("a page");
    for (row, sign) in rows.iter().zip([1, -1]) {
        let sums = [row.amount, row.fee, row.vat, row.paid_out].map(|won| won.get() * sign);
        assert_eq!(sums, [3_630, 105, 10, 3_515]);
        assert_eq!(row.paid_out, row.amount - row.fee - row.vat);
        assert_eq!((row.sold_on.to_string().as_str(), row.paid_out_on), ("2026-11-21", day));
    }
    assert!(party.asked()[0].contains("dateType=paidOutDate&page=2&size=1000 "), "{}", party.asked()[0]);
}

#[test]
fn the_return_is_read_as_documented_and_nothing_else_is() {
    let read = |query: &str| read_return(&read_form(query.as_bytes()));
    let agreed = read("paymentType=NORMAL&oid=clm_order-1&orderId=clm_order-1&paymentKey=tgen_1&amount=3630");
    let expected = Returned::Authorized {
        oid: oid(),
        amount: Some(Won::new(3_630)),
        provider_key: "tgen_1".to_owned(),
        confirm_at: None,
    };
    assert_eq!(agreed.expect("agreed"), expected);
    let canceled = read("oid=clm_order-1&code=PAY_PROCESS_CANCELED&message=x").expect("given up");
    assert_eq!(canceled, Returned::Canceled { oid: Some(oid()) });
    let refused = read("code=REJECT_CARD_COMPANY&message=%EA%B1%B0%EC%A0%88&orderId=clm_order-1").expect("refused");
    let (code, message) = ("REJECT_CARD_COMPANY".to_owned(), "거절".to_owned());
    assert_eq!(refused, Returned::Refused { oid: Some(oid()), code, message });
    for wrong in [
        "",
        "paymentKey=k&orderId=clm_order-1",
        "paymentKey=k&amount=1",
        "paymentKey=k&orderId=clm_order-1&amount=1.5",
        "paymentKey=k&orderId=../../x&amount=1",
        "paymentKey=a/b&orderId=clm_order-1&amount=1",
        "paymentKey=%00&orderId=clm_order-1&amount=1",
        "orderId=clm_order-1&amount=99999999999999999999&paymentKey=k",
    ] {
        assert!(matches!(read(wrong), Err(Error::Refused { code, .. }) if code == "malformed"), "{wrong}");
    }
}

#[test]
fn a_webhook_is_a_hint_and_no_more() {
    let body = br#"{"eventType":"PAYMENT_STATUS_CHANGED","createdAt":"2022-05-12T00:00:00.000",
        "data":{"paymentKey":"k","status":"DONE","orderId":"clm_order-1"}}"#;
    let hint = Hint { oid: Some(oid()), provider_key: Some("k".to_owned()) };
    assert_eq!(read_webhook(body), Some(hint));
    for other in [
        &br#"{"eventType":"seller.changed","data":{"orderId":"clm_order-1"}}"#[..],
        br#"{"eventType":"PAYMENT_STATUS_CHANGED","data":{"orderId":"' or 1"}}"#,
        br#"{"eventType":"PAYMENT_STATUS_CHANGED"}"#,
        b"[]",
        b"",
        &[0xff, 0xfe],
    ] {
        assert_eq!(read_webhook(other), None);
    }
}
