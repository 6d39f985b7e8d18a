use chrono::TimeZone as _;
use domain::ProviderName;
use serde_json::json;

use super::*;
use crate::payment::{Payments, Provider, TransactionQuery};
use crate::stub::{Party, body};

const OID: &str = "clm_order-1";

fn provider(inicis: &str) -> Provider {
    let url: Url = inicis.parse().expect("a URL");
    let urls = PaymentUrls { toss: url.clone(), inicis: url.clone(), inicis_api: url };
    let (client_id, secret) = ("INIpayTest".to_owned(), "ItEQKi3rY7uvDS8l".into());
    Payments::new(urls).expect("clients").provider(MerchantAccount {
        provider: ProviderName::Inicis,
        client_id,
        secret,
    })
}

fn oid() -> Oid {
    Oid::parse(OID).expect("an order's number")
}

fn now() -> DateTime<Utc> {
    Utc.with_ymd_and_hms(2026, 11, 21, 9, 30, 15).single().expect("a time")
}

#[tokio::test]
async fn checkout_is_a_form_in_euc_kr() {
    let return_url = "https://bom.kr/api/v1/payments/return/inicis".parse().expect("a URL");
    let (name, buyer) = ("가".repeat(60), "나".repeat(60));
    let new = NewCheckout {
        oid: &oid(),
        amount: Krw::new(3_630),
        name: &name,
        buyer: &buyer,
        return_url: &return_url,
        mobile: true,
    };
    let started = provider("https://mobile.inicis.com").start(&new).await.expect("a checkout");
    let Checkout::FormPost { action, fields, charset } = started.checkout else { panic!("a form") };
    assert_eq!((action.as_str(), charset), ("https://mobile.inicis.com/smart/payment/", "euc-kr"));
    let value = |name: &str| field(&fields, name).to_owned();
    assert_eq!(
        (value("P_INI_PAYMENT").as_str(), value("P_MID").as_str(), value("P_AMT").as_str()),
        ("CARD", "INIpayTest", "3630")
    );
    assert_eq!((value("P_OID").as_str(), value("P_NOTI").as_str()), (OID, OID));
    assert_eq!(value("P_NEXT_URL"), "https://bom.kr/api/v1/payments/return/inicis?oid=clm_order-1");
    assert_eq!((value("P_GOODS"), value("P_UNAME")), ("가".repeat(40), "나".repeat(15)));
    for (buyer, sent) in [("Đặng Thị Hồng Nhung", "Dang Thi Hong Nhung"), ("สมชาย", "고객"), ("", "고객")]
    {
        let started = provider("https://mobile.inicis.com").start(&NewCheckout { buyer, ..new }).await;
        let Checkout::FormPost { fields, .. } = started.expect("a checkout").checkout else { panic!("a form") };
        assert_eq!(field(&fields, "P_UNAME"), sent);
    }
}

fn parse(query: &str) -> Result<CheckoutResult, Error> {
    provider("https://mobile.inicis.com").parse_return(&parse_form(query.as_bytes()))
}

fn parse_agreed(confirm_url: &str) -> Result<CheckoutResult, Error> {
    parse(&format!("oid=clm_order-1&P_STATUS=00&P_TID=INIMX_1&P_AMT=3630&P_REQ_URL={confirm_url}"))
}

#[test]
fn return_to_own_data_center_is_authorized() {
    for url in [
        "https://mobile.inicis.com/smart/payReq.ini",
        "https://fcmobile.inicis.com/smart/payReq.ini",
        "https://ksmobile.inicis.com/smart/payReq.ini",
    ] {
        let expected = CheckoutResult::Authorized {
            oid: oid(),
            amount: Some(Krw::new(3_630)),
            provider_key: "INIMX_1".to_owned(),
            confirm_at: Some(url.parse().expect("a URL")),
        };
        assert_eq!(parse_agreed(url).expect("agreed"), expected);
    }
}

#[test]
fn return_to_other_url_is_malformed() {
    for url in [
        "",
        "http://mobile.inicis.com/smart/payReq.ini",
        "https://evil.example/smart/payReq.ini",
        "https://mobile.inicis.com.evil.example/smart/payReq.ini",
        "https://evilmobile.inicis.com/smart/payReq.ini",
        "https://mobile.inicis.com:8443/smart/payReq.ini",
        "https://mobile.inicis.com/smart/other.ini",
        "https://mobile.inicis.com/smart/payReq.ini?x",
        "https://x@mobile.inicis.com/smart/payReq.ini",
        "file:///smart/payReq.ini",
    ] {
        assert!(matches!(parse_agreed(url), Err(Error::Refused { code, .. }) if code == "malformed"), "{url}");
    }
}

#[test]
fn canceled_and_refused_returns_are_parsed() {
    let canceled = parse("P_STATUS=01&P_RMESG1=%BB%E7%BF%EB%C0%DA+%C3%EB%BC%D2&P_NOTI=clm_order-1");
    assert_eq!(canceled.expect("given up"), CheckoutResult::Canceled { oid: Some(oid()) });
    let refused = parse("P_STATUS=8037&P_RMESG1=%C7%D1%B5%B5&oid=clm_order-1").expect("refused");
    let (code, message) = ("8037".to_owned(), "한도".to_owned());
    assert_eq!(refused, CheckoutResult::Refused { oid: Some(oid()), code, message });
}

#[test]
fn incomplete_return_is_malformed() {
    let url = "https://mobile.inicis.com/smart/payReq.ini";
    for query in [
        String::new(),
        "P_TID=1".to_owned(),
        format!("P_STATUS=00&P_REQ_URL={url}&oid=clm_order-1"),
        format!("P_STATUS=00&P_REQ_URL={url}&P_TID=INIMX_1"),
        format!("P_STATUS=00&P_REQ_URL={url}&P_TID=a/b&oid=clm_order-1"),
        format!("P_STATUS=00&P_REQ_URL={url}&P_TID={}&oid=clm_order-1", "a".repeat(65)),
    ] {
        assert!(matches!(parse(&query), Err(Error::Refused { code, .. }) if code == "malformed"), "{query}");
    }
}

const CONFIRMED: &str = "P_STATUS=00&P_AUTH_DT=20261121183015&P_AUTH_NO=1&P_RMESG1=OK&P_TID=INIMX_1&P_TYPE=CARD\
                         &P_OID=clm_order-1&P_AMT=3630";

/// Confirms a payment at a party that returns these responses.
async fn confirm(responses: &[(u16, &str)]) -> (Result<ProviderPayment, ConfirmError>, Party) {
    let party = Party::with_responses(responses).await;
    let url = party.url.join("smart/payReq.ini").expect("a URL");
    let oid = oid();
    let request =
        ConfirmRequest { oid: &oid, amount: Krw::new(3_630), provider_key: "INIMX_1", confirm_at: Some(&url) };
    (provider(party.url.as_str()).confirm(&request).await, party)
}

#[tokio::test]
async fn confirmed_payment_is_parsed() {
    let (payment, party) = confirm(&[(200, CONFIRMED)]).await;
    let payment = payment.expect("a payment");
    assert_eq!((payment.status, payment.amount), (ProviderStatus::Done, Krw::new(3_630)));
    assert_eq!((payment.approved_at, payment.transaction_key.as_deref()), (Some(now()), Some("INIMX_1")));
    assert_eq!(party.calls().await, ["POST /base/smart/payReq.ini"]);
    assert_eq!(body(&party.requests().await[0]), "P_MID=INIpayTest&P_TID=INIMX_1");
}

#[tokio::test]
async fn refused_confirmation_is_declined() {
    let (refused, party) = confirm(&[(200, "P_STATUS=8210&P_RMESG1=no&P_TID=INIMX_1")]).await;
    assert!(matches!(refused, Err(ConfirmError::Declined { code, message }) if code == "8210" && message == "no"));
    assert_eq!(party.requests().await.len(), 1);
}

#[tokio::test]
async fn unreadable_confirmation_is_canceled() {
    for lost in [
        (500, ""),
        (302, CONFIRMED),
        (200, "<html>"),
        (200, ""),
        (200, "P_STATUS=00&P_TID=INIMX_1&P_OID=clm_another&P_AMT=3630"),
        (200, "P_STATUS=00&P_TID=INIMX_1&P_OID=clm_order-1"),
        (200, "P_STATUS=00&P_TID=INIMX_1&P_OID=clm_order-1&P_AMT=x"),
        (200, "P_STATUS=00&P_OID=clm_order-1&P_AMT=3630"),
    ] {
        let (result, party) = confirm(&[lost, (200, "P_STATUS=00&P_TID=INIMX_1")]).await;
        let is_canceled = matches!(&result, Err(ConfirmError::Declined { code, .. }) if code == "net_canceled");
        assert!(is_canceled, "{lost:?}: {result:?}");
        assert_eq!(party.calls().await, ["POST /base/smart/payReq.ini", "POST /base/smart/payNetCancel.ini"]);
        let form = "P_MID=INIpayTest&P_TID=INIMX_1&P_AMT=3630&P_OID=clm_order-1";
        assert_eq!(body(&party.requests().await[1]), form);
    }
}

#[tokio::test]
async fn failed_cancellation_is_unknown() {
    for response in [(500, ""), (200, "P_STATUS=9003"), (200, "<html>")] {
        let result = confirm(&[(500, ""), response]).await.0;
        assert!(matches!(result, Err(ConfirmError::Unknown(_))), "{response:?}: {result:?}");
    }
}

#[tokio::test]
async fn confirmation_at_other_host_is_not_sent() {
    let inicis = provider("https://mobile.inicis.com");
    let party = Party::with_responses(&[(200, CONFIRMED)]).await;
    let foreign = party.url.join("smart/payReq.ini").expect("a URL");
    let oid = oid();
    for confirm_at in [None, Some(&foreign)] {
        let request = ConfirmRequest { oid: &oid, amount: Krw::new(1), provider_key: "t", confirm_at };
        assert!(matches!(inicis.confirm(&request).await, Err(ConfirmError::Unknown(_))));
    }
    assert!(party.requests().await.is_empty());
}

async fn find(status: u16, body: &str) -> Result<Option<ProviderPayment>, Error> {
    let party = Party::with_responses(&[(status, body)]).await;
    provider(party.url.as_str()).find_by_order(&oid(), now()).await
}

#[tokio::test]
async fn lookup_request_is_signed() {
    let party = Party::with_responses(&[(200, r#"{"resultCode":"00","status":"9"}"#)]).await;
    provider(party.url.as_str()).find_by_order(&oid(), now()).await.expect("a response");
    // sha512("ItEQKi3rY7uvDS8l" "Extra" "Inquiry" "20261121183015" "127.0.0.1" "INIpayTest"), computed with another program
    let hash = "1cc8b1ef4e746bc239e9007b59c846046803acccb31dafa003aebcf705ea6a442a0850dc499259b9cb28c51644c0823737674691833e6aeb140aa7d5edfe599f";
    let form = format!(
        "type=Extra&paymethod=Inquiry&timestamp=20261121183015&clientIp=127.0.0.1&mid=INIpayTest&hashData={hash}&oid=clm_order-1"
    );
    assert_eq!(party.calls().await, ["POST /base/api/v1/extra"]);
    assert_eq!(body(&party.requests().await[0]), form);
}

#[tokio::test]
async fn paid_order_is_found() {
    let paid = json!({"resultCode": "00", "resultMsg": "m", "tid": "INIMX_1", "oid": OID, "status": "0", "price": "3630",
        "applDate": "20261121", "applTime": "183015"});
    let payment = find(200, &paid.to_string()).await.expect("a response").expect("a payment");
    assert_eq!((payment.status, payment.balance), (ProviderStatus::Done, Krw::new(3_630)));
    assert_eq!((payment.approved_at, payment.transaction_key.as_deref()), (Some(now()), Some("INIMX_1")));
}

/// The provider returns order and time of some payments only.
#[tokio::test]
async fn lookup_without_order_number_is_accepted() {
    let paid = json!({"resultCode": "00", "tid": "INIMX_1", "status": "0", "price": "3630"});
    let payment = find(200, &paid.to_string()).await.expect("a response").expect("a payment");
    assert_eq!((payment.oid, payment.status, payment.approved_at), (oid(), ProviderStatus::Done, None));
}

#[tokio::test]
async fn refunded_order_has_no_balance() {
    let refunded = json!({"resultCode": "00", "tid": "INIMX_1", "oid": OID, "status": 1, "price": 3630});
    let payment = find(200, &refunded.to_string()).await.expect("a response").expect("a payment");
    assert_eq!((payment.status, payment.balance), (ProviderStatus::Canceled, Krw::ZERO));
    assert_eq!((payment.approved_at, payment.transaction_key.as_deref()), (None, Some("INIMX_1:refund")));
}

#[tokio::test]
async fn unknown_order_is_none() {
    assert!(matches!(find(200, r#"{"resultCode":"00","status":"9"}"#).await, Ok(None)));
}

#[tokio::test]
async fn refused_lookup_is_refused() {
    let result = find(200, r#"{"resultCode":"01","resultMsg":"hash"}"#).await;
    assert!(
        matches!(&result, Err(Error::Refused { code, message }) if code == "01" && message == "hash"),
        "{result:?}"
    );
}

#[tokio::test]
async fn unexpected_lookup_is_unavailable() {
    for (status, body) in [
        (200, r#"{"resultCode":"00","status":"5"}"#.to_owned()),
        (200, r#"{"resultCode":"00"}"#.to_owned()),
        (200, json!({"resultCode": "00", "tid": "t", "oid": "clm_another", "status": "0", "price": "1"}).to_string()),
        (200, json!({"resultCode": "00", "tid": "", "oid": OID, "status": "0", "price": "1"}).to_string()),
        (200, json!({"resultCode": "00", "tid": "t", "oid": OID, "status": "0"}).to_string()),
        (200, json!({"resultCode": "00", "tid": "t", "oid": OID, "status": "0", "price": "x"}).to_string()),
        (200, r#"{"resultCode":0}"#.to_owned()),
        (200, "<html>".to_owned()),
        (500, r#"{"resultCode":"00","status":"9"}"#.to_owned()),
        (429, r#"{"resultCode":"00","status":"9"}"#.to_owned()),
    ] {
        let result = find(status, &body).await;
        assert!(matches!(result, Err(Error::ServiceUnavailable(_))), "{status} {body}: {result:?}");
    }
}

/// Refunds a payment at a party that returns these responses.
async fn refund(responses: &[(u16, &str)]) -> Result<ProviderPayment, ConfirmError> {
    let party = Party::with_responses(responses).await;
    let oid = oid();
    let request = CancelRequest { oid: &oid, provider_key: "t", amount: Krw::new(3_630), reason: "사유", now: now() };
    provider(party.url.as_str()).cancel(&request).await
}

const REFUND_REFUSED: &str = r#"{"resultCode":"01","resultMsg":"m"}"#;

fn found(status: &str) -> String {
    json!({"resultCode": "00", "tid": "t", "oid": OID, "status": status, "price": "3630"}).to_string()
}

#[tokio::test]
async fn repeated_refund_succeeds() {
    for responses in [&[(200, r#"{"resultCode":"00"}"#)][..], &[(200, REFUND_REFUSED), (200, &found("1"))]] {
        let payment = refund(responses).await.expect("a refund");
        let expected = (ProviderStatus::Canceled, Krw::new(3_630), Krw::ZERO);
        assert_eq!((payment.status, payment.amount, payment.balance), expected, "{responses:?}");
    }
}

#[tokio::test]
async fn refused_refund_of_paid_order_is_declined() {
    let result = refund(&[(200, REFUND_REFUSED), (200, &found("0"))]).await;
    assert!(matches!(&result, Err(ConfirmError::Declined { code, .. }) if code == "01"), "{result:?}");
}

#[tokio::test]
async fn undecided_refund_is_unknown() {
    for responses in [
        &[(200, REFUND_REFUSED), (500, "")][..],
        &[(200, REFUND_REFUSED), (200, &found("9"))],
        &[(500, "{}")],
        &[(200, "<html>")],
    ] {
        let result = refund(responses).await;
        assert!(matches!(result, Err(ConfirmError::Unknown(_))), "{responses:?}: {result:?}");
    }
}

#[test]
fn webhook_is_a_hint() {
    let hint =
        |oid, provider_key: Option<&str>| Some(WebhookHint { oid, provider_key: provider_key.map(str::to_owned) });
    for (notice, expected) in [
        (&b"P_TID=INIMX_1&P_OID=clm_order-1&P_STATUS=00"[..], hint(Some(oid()), Some("INIMX_1"))),
        (b"P_OID=clm_order-1", hint(Some(oid()), None)),
        (b"P_TID=INIMX_1&P_OID=../x", hint(None, Some("INIMX_1"))),
        (b"P_TID=a/b", None),
        (b"", None),
        (b"\xff\xfe", None),
    ] {
        assert_eq!(parse_webhook(notice), expected, "{notice:?}");
    }
}

#[tokio::test]
async fn lists_are_unsupported() {
    let inicis = provider("https://mobile.inicis.com");
    let day = chrono::NaiveDate::from_ymd_opt(2026, 11, 21).expect("a day");
    assert!(matches!(inicis.list_settlements(day, 1).await, Err(Error::Unsupported)));
    let query = TransactionQuery::for_day(day, None, 10);
    assert!(matches!(inicis.list_transactions(&query).await, Err(Error::Unsupported)));
}
