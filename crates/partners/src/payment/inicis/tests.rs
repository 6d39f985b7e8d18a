use chrono::TimeZone as _;
use domain::ProviderName;
use serde_json::json;

use super::*;
use crate::outside::tests::Party;
use crate::payment::{Payments, Provider};

const OID: &str = "clm_order-1";

fn provider(inicis: &str) -> Provider {
    let url: Url = inicis.parse().expect("a URL");
    let urls = PaymentUrls { toss: url.clone(), inicis: url.clone(), inicis_api: url };
    let (client_id, secret) = ("INIpayTest".to_owned(), "ItEQKi3rY7uvDS8l".into());
    Payments::new(urls).expect("clients").provider(Account { provider: ProviderName::Inicis, client_id, secret })
}

fn oid() -> Oid {
    Oid::parse(OID).expect("an order's number")
}

fn now() -> DateTime<Utc> {
    Utc.with_ymd_and_hms(2026, 11, 21, 9, 30, 15).single().expect("a time")
}

#[tokio::test]
async fn the_payer_brings_a_form_in_the_provider_s_encoding() {
    let back = "https://bom.kr/api/v1/payments/return/inicis".parse().expect("a URL");
    let (name, buyer) = ("가".repeat(60), "나".repeat(60));
    let new = NewPayment {
        oid: &oid(),
        amount: Won::new(3_630),
        name: &name,
        buyer: &buyer,
        return_url: &back,
        mobile: true,
    };
    let started = provider("https://mobile.inicis.com").start(&new).await.expect("begun");
    let Checkout::FormPost { action, fields, charset } = started.checkout else { panic!("a form") };
    assert_eq!((action.as_str(), charset), ("https://mobile.inicis.com/smart/payment/", "euc-kr"));
    let of = |name: &str| field(&fields, name).to_owned();
    assert_eq!(
        (of("P_INI_PAYMENT").as_str(), of("P_MID").as_str(), of("P_AMT").as_str()),
        ("CARD", "INIpayTest", "3630")
    );
    assert_eq!((of("P_OID").as_str(), of("P_NOTI").as_str()), (OID, OID));
    assert_eq!(of("P_NEXT_URL"), "https://bom.kr/api/v1/payments/return/inicis?oid=clm_order-1");
    assert!(of("P_GOODS").chars().count() * 2 <= 80 && of("P_UNAME").chars().count() * 2 <= 30);
}

#[test]
fn the_return_is_read_and_its_address_must_be_the_provider_s() {
    let inicis = provider("https://mobile.inicis.com");
    let read = |query: &str| inicis.read_return(&read_form(query.as_bytes()));
    let agreed = |url: &str| read(&format!("oid=clm_order-1&P_STATUS=00&P_TID=INIMX_1&P_AMT=3630&P_REQ_URL={url}"));
    for own in [
        "https://mobile.inicis.com/smart/payReq.ini",
        "https://fcmobile.inicis.com/smart/payReq.ini",
        "https://ksmobile.inicis.com/smart/payReq.ini",
    ] {
        let Ok(Returned::Authorized { oid: of, amount, provider_key, confirm_at }) = agreed(own) else {
            panic!("{own}")
        };
        assert_eq!((of, amount, provider_key.as_str()), (oid(), Some(Won::new(3_630)), "INIMX_1"));
        assert_eq!(confirm_at.map(String::from), Some(own.to_owned()));
    }
    for other in [
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
        assert!(matches!(agreed(other), Err(Error::Refused { code, .. }) if code == "malformed"), "{other}");
    }
    let canceled = read("P_STATUS=01&P_RMESG1=%BB%E7%BF%EB%C0%DA+%C3%EB%BC%D2&P_NOTI=clm_order-1");
    assert_eq!(canceled.expect("given up"), Returned::Canceled { oid: Some(oid()) });
    let refused = read("P_STATUS=8037&P_RMESG1=%C7%D1%B5%B5&oid=clm_order-1").expect("refused");
    let (code, message) = ("8037".to_owned(), "한도".to_owned());
    assert_eq!(refused, Returned::Refused { oid: Some(oid()), code, message });
    for wrong in ["", "P_TID=1", "P_STATUS=00&P_REQ_URL=https://mobile.inicis.com/smart/payReq.ini&oid=clm_order-1"] {
        assert!(read(wrong).is_err(), "{wrong}");
    }
}

/// Asks a party that gives these answers to take the money.
async fn confirm(answers: &[(&str, Option<&str>)]) -> (Result<ProviderPayment, ConfirmError>, Party) {
    let party = Party::answering(answers).await;
    let url = party.url.join("smart/payReq.ini").expect("an address");
    let asked = Confirm { oid: &oid(), amount: Won::new(3_630), provider_key: "INIMX_1", confirm_at: Some(&url) };
    (provider(party.url.as_str()).confirm(&asked).await, party)
}

#[tokio::test]
async fn taken_money_is_read_from_pairs() {
    let taken = "P_STATUS=00&P_AUTH_DT=20261121183015&P_AUTH_NO=1&P_RMESG1=OK&P_TID=INIMX_1&P_TYPE=CARD&P_OID=clm_order-1&P_AMT=3630";
    let (payment, party) = confirm(&[("200 OK", Some(taken))]).await;
    let payment = payment.expect("a payment");
    assert_eq!((payment.status, payment.amount), (ProviderStatus::Done, Won::new(3_630)));
    assert_eq!((payment.approved_at, payment.transaction_key.as_deref()), (Some(now()), Some("INIMX_1")));
    let asked = &party.asked()[0];
    assert!(asked.starts_with("POST /base/smart/payReq.ini HTTP/1.1\r\n"), "{asked}");
    assert!(asked.ends_with("P_MID=INIpayTest&P_TID=INIMX_1"), "{asked}");
}

#[tokio::test]
async fn who_hears_nothing_undoes_the_payment() {
    let refused = confirm(&[("200 OK", Some("P_STATUS=8210&P_RMESG1=no&P_TID=INIMX_1"))]).await.0;
    assert!(matches!(refused, Err(ConfirmError::Declined { code, .. }) if code == "8210"));
    for lost in [("500 Internal Server Error", Some("")), ("200 OK", Some("<html>"))] {
        let (undone, party) = confirm(&[lost, ("200 OK", Some("P_STATUS=00&P_TID=INIMX_1"))]).await;
        assert!(matches!(undone, Err(ConfirmError::Declined { code, .. }) if code == "net_canceled"));
        let asked = &party.asked()[1];
        assert!(asked.starts_with("POST /base/smart/payNetCancel.ini HTTP/1.1\r\n"), "{asked}");
        assert!(asked.ends_with("P_MID=INIpayTest&P_TID=INIMX_1&P_AMT=3630&P_OID=clm_order-1"), "{asked}");
    }
    let open = confirm(&[("500 Internal Server Error", Some("")), ("500 Internal Server Error", Some(""))]).await.0;
    assert!(matches!(open, Err(ConfirmError::Unknown(_))));
    let other = "P_STATUS=00&P_TID=INIMX_1&P_OID=clm_another&P_AMT=3630";
    let open = confirm(&[("200 OK", Some(other)), ("200 OK", Some("P_STATUS=9003"))]).await.0;
    assert!(matches!(open, Err(ConfirmError::Unknown(_))));
}

#[tokio::test]
async fn money_is_asked_for_at_the_provider_alone() {
    let inicis = provider("https://mobile.inicis.com");
    let evil: Url = "http://127.0.0.1:9/smart/payReq.ini".parse().expect("a URL");
    for confirm_at in [None, Some(&evil)] {
        let asked = Confirm { oid: &oid(), amount: Won::new(1), provider_key: "t", confirm_at };
        assert!(matches!(inicis.confirm(&asked).await, Err(ConfirmError::Unknown(_))));
    }
}

#[tokio::test]
async fn a_look_up_is_signed_and_read() {
    let paid = json!({"resultCode": "00", "resultMsg": "m", "tid": "INIMX_1", "oid": OID, "status": "0", "price": "3630",
        "applDate": "20261121", "applTime": "183015"});
    let back = json!({"resultCode": "00", "tid": "INIMX_1", "oid": OID, "status": 1, "price": 3630});
    let answers = [
        paid.to_string(),
        back.to_string(),
        r#"{"resultCode":"00","status":"9"}"#.to_owned(),
        r#"{"resultCode":"01","resultMsg":"hash"}"#.to_owned(),
        r#"{"resultCode":"00","status":"5"}"#.to_owned(),
        json!({"resultCode": "00", "tid": "t", "oid": "clm_another", "status": "0", "price": "1"}).to_string(),
    ];
    let answers: Vec<_> = answers.iter().map(|body| ("200 OK", Some(body.as_str()))).collect();
    let party = Party::answering(&answers).await;
    let (inicis, oid) = (provider(party.url.as_str()), oid());
    let ask = async || inicis.by_order(&oid, now()).await;
    let payment = ask().await.expect("an answer").expect("a payment");
    assert_eq!(
        (payment.status, payment.balance, payment.approved_at),
        (ProviderStatus::Done, Won::new(3_630), Some(now()))
    );
    let payment = ask().await.expect("an answer").expect("a payment");
    assert_eq!((payment.status, payment.balance), (ProviderStatus::Canceled, Won::ZERO));
    assert_eq!(payment.transaction_key.as_deref(), Some("INIMX_1:refund"));
    assert!(matches!(ask().await, Ok(None)));
    assert!(matches!(ask().await, Err(Error::Refused { code, .. }) if code == "01"));
    assert!(matches!(ask().await, Err(Error::Outage(_))));
    assert!(matches!(ask().await, Err(Error::Outage(_))));
    // sha512("ItEQKi3rY7uvDS8l" "Extra" "Inquiry" "20261121183015" "127.0.0.1" "INIpayTest"), by another program
    let hash = "1cc8b1ef4e746bc239e9007b59c846046803acccb31dafa003aebcf705ea6a442a0850dc499259b9cb28c51644c0823737674691833e6aeb140aa7d5edfe599f";
    let form = format!(
        "type=Extra&paymethod=Inquiry&timestamp=20261121183015&clientIp=127.0.0.1&mid=INIpayTest&hashData={hash}&oid=clm_order-1"
    );
    assert!(party.asked()[0].ends_with(&form), "{}", party.asked()[0]);
}

#[tokio::test]
async fn a_refund_that_was_made_before_is_one() {
    let refused = r#"{"resultCode":"01","resultMsg":"m"}"#;
    let of = |status: &str| {
        json!({"resultCode": "00", "tid": "t", "oid": OID, "status": status, "price": "3630"}).to_string()
    };
    let (back, paid) = (of("1"), of("0"));
    let party = Party::answering(&[
        ("200 OK", Some(r#"{"resultCode":"00"}"#)),
        ("200 OK", Some(refused)),
        ("200 OK", Some(&back)),
        ("200 OK", Some(refused)),
        ("200 OK", Some(&paid)),
        ("200 OK", Some(refused)),
        ("500 Internal Server Error", Some("")),
    ])
    .await;
    let (inicis, oid) = (provider(party.url.as_str()), oid());
    let cancel = Cancel { oid: &oid, provider_key: "t", amount: Won::new(3_630), reason: "사유", now: now() };
    for _ in 0..2 {
        let payment = inicis.cancel(&cancel).await.expect("given back");
        assert_eq!(
            (payment.status, payment.amount, payment.balance),
            (ProviderStatus::Canceled, Won::new(3_630), Won::ZERO)
        );
    }
    assert!(matches!(inicis.cancel(&cancel).await, Err(ConfirmError::Declined { code, .. }) if code == "01"));
    assert!(matches!(inicis.cancel(&cancel).await, Err(ConfirmError::Unknown(_))));
}

#[tokio::test]
async fn there_are_no_lists() {
    let inicis = provider("https://mobile.inicis.com");
    let day = chrono::NaiveDate::from_ymd_opt(2026, 11, 21).expect("a day");
    assert!(matches!(inicis.settlements(day, 1).await, Err(Error::Unsupported)));
    let window = crate::payment::Window::of_day(day, None, 10);
    assert!(matches!(inicis.day(&window).await, Err(Error::Unsupported)));
}
