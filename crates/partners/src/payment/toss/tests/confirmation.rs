//! Confirmations and refunds.

use super::*;

#[tokio::test]
async fn confirmation_request_is_idempotent() {
    let party = Party::with_responses(&[(200, &done_payment().to_string())]).await;
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
    let payment = confirm(200, &done_payment().to_string()).await.expect("a payment");
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
        let payment = confirm(200, &payment_with(field, value.clone()).to_string()).await.expect("a payment");
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
    let mut body = done_payment();
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
        (200, payment_with("orderId", json!("clm_another")).to_string()),
        (200, payment_with("status", json!("NEW")).to_string()),
        (200, payment_with("totalAmount", json!("3630")).to_string()),
        (200, payment_with("balanceAmount", Value::Null).to_string()),
        (200, payment_with("paymentKey", Value::Null).to_string()),
    ] {
        let result = confirm(status, &body).await;
        assert!(matches!(result, Err(ConfirmError::Unknown(_))), "{status} {body}: {result:?}");
    }
}

#[tokio::test]
async fn confirmation_without_response_is_unknown() {
    let error = confirm_at(&closed_url()).await.expect_err("nobody listens");
    let shown = format!("{error:?} {error}");
    assert!(matches!(error, ConfirmError::Unknown(_)) && !shown.contains("test_sk"), "{shown}");
}

async fn cancel_at(url: &Url, provider_key: &str) -> Result<ProviderPayment, ConfirmError> {
    let oid = oid();
    let request = CancelRequest { oid: &oid, provider_key, amount: Krw::new(3_630), reason: "사유", now: now() };
    provider(url).cancel(&request).await
}

#[tokio::test]
async fn refund_request_escapes_payment_key() {
    let mut canceled = payment_with("status", json!("CANCELED"));
    canceled["balanceAmount"] = json!(0);
    let party = Party::with_responses(&[(200, &canceled.to_string())]).await;
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
        let party = Party::with_responses(&[(status, &body)]).await;
        let result = cancel_at(&party.url, "k").await;
        assert!(matches!(result, Err(ConfirmError::Unknown(_))), "{status} {body}: {result:?}");
    }
    let party = Party::with_responses(&[(403, &refusal("NOT_CANCELABLE_PAYMENT"))]).await;
    assert!(matches!(cancel_at(&party.url, "k").await, Err(ConfirmError::Declined { .. })));
}
