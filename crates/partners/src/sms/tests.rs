use serde_json::{Value, json};
use wiremock::ResponseTemplate;

use super::*;
use crate::stub::{Party, body, closed_url, header};

const SALT: &str = "0123456789abcdefghijABCDEFGHIJ01";
const MESSAGE: Message<'_> = Message { to: "01012345678", from: "0212345678", text: "[혀봄] 인증번호" };
const ACCEPTED: &str = r#"{"failedMessageList":[],"groupInfo":{"groupId":"G1","status":"SENDING"}}"#;

async fn send_to(url: Url) -> Result<Receipt, SmsError> {
    let config = SolapiConfig { url, api_key: "KEY".into(), api_secret: "SECRET".into() };
    let now = DateTime::from_timestamp(1_767_290_645, 0).expect("a time");
    Solapi::new(config).expect("a client").send(MESSAGE, now, SALT).await
}

async fn send(status: u16, body: &str) -> Result<Receipt, SmsError> {
    let party = Party::with_responses(&[(status, body)]).await;
    send_to(party.url.clone()).await
}

#[test]
fn signature_matches_published_example() {
    let signature = sign("SECRET", "2026-01-02T03:04:05+09:00", SALT);
    assert_eq!(signature, "0c5305c307dd20707ee14cbcd1191dddfcd805df02e1c61af7648afa04414bf5");
}

#[test]
fn debug_hides_number_and_text() {
    assert_eq!(format!("{MESSAGE:?}"), r#"Message { from: "0212345678", .. }"#);
}

#[tokio::test]
async fn request_is_signed_json() {
    let party = Party::with_responses(&[(200, ACCEPTED)]).await;
    send_to(party.url.clone()).await.expect("sent");
    assert_eq!(party.calls().await, ["POST /base/messages/v4/send-many/detail"]);
    let request = &party.requests().await[0];
    let signature = sign("SECRET", "2026-01-01T18:04:05Z", SALT);
    let expected = format!("HMAC-SHA256 apiKey=KEY, date=2026-01-01T18:04:05Z, salt={SALT}, signature={signature}");
    assert_eq!(header(request, "authorization"), expected);
    let sent: Value = serde_json::from_str(body(request)).expect("JSON");
    let message = json!({"to": "01012345678", "from": "0212345678", "text": "[혀봄] 인증번호"});
    assert_eq!(sent, json!({ "messages": [message] }));
}

#[tokio::test]
async fn alimtalk_names_template_and_variables() {
    let party = Party::with_responses(&[(200, ACCEPTED)]).await;
    let config = SolapiConfig { url: party.url.clone(), api_key: "KEY".into(), api_secret: "SECRET".into() };
    let message = Alimtalk {
        to: "01012345678",
        from: "0212345678",
        pf_id: "KA01PF1",
        template_id: "KA01TP1",
        variables: &[("#{링크}", "a.kr/x")],
        disable_sms: true,
    };
    let now = DateTime::from_timestamp(1_767_290_645, 0).expect("a time");
    let solapi = Solapi::new(config).expect("a client");
    assert_eq!(solapi.send_alimtalk(message, now, SALT).await.expect("sent").group_id, "G1");
    let sent: Value = serde_json::from_str(body(&party.requests().await[0])).expect("JSON");
    let expected = json!({
        "to": "01012345678", "from": "0212345678", "type": "ATA",
        "kakaoOptions": {
            "pfId": "KA01PF1", "templateId": "KA01TP1", "variables": {"#{링크}": "a.kr/x"}, "disableSms": true,
        },
    });
    assert_eq!(sent, json!({ "messages": [expected] }));
    assert!(!format!("{message:?}").contains("0101234"));
}

#[tokio::test]
async fn accepted_message_has_a_receipt() {
    for body in [ACCEPTED, r#"{"groupInfo":{"groupId":"G1"}}"#] {
        assert_eq!(send(200, body).await.expect("sent"), Receipt { group_id: "G1".into() }, "{body}");
    }
}

#[tokio::test]
async fn refused_message_is_rejected() {
    let failed = r#"{"failedMessageList":[{"statusCode":"1062"}],"groupInfo":{"groupId":"G1"}}"#;
    let refused = r#"{"errorCode":"SignatureDoesNotMatch","errorMessage":"m"}"#;
    for (status, body, expected) in [
        (200, failed, "1062"),
        (403, refused, "SignatureDoesNotMatch"),
        (400, "<html>", "400 Bad Request"),
        (402, r#"{"errorCode":1}"#, "402 Payment Required"),
    ] {
        let result = send(status, body).await;
        assert!(matches!(&result, Err(SmsError::Rejected { code }) if code == expected), "{result:?}");
    }
}

#[tokio::test]
async fn status_code_decides_the_error() {
    for (code, expected) in [
        ("1024", "the carrier is unavailable: 1024"),
        ("1030", "the carrier is unavailable: 1030"),
        ("2230", "the carrier is unavailable: 2230"),
        ("1041", "the carrier rejected the template: 1041"),
        ("1042", "the carrier rejected the template: 1042"),
        ("1043", "the carrier rejected the template: 1043"),
        ("1046", "the carrier rejected the template: 1046"),
        ("3105", "the carrier rejected the template: 3105"),
        ("1060", "the number takes no messages: 1060"),
        ("1061", "the number takes no messages: 1061"),
        ("1031", "the carrier rejected the message: 1031"),
        ("1062", "the carrier rejected the message: 1062"),
        ("1053", "the carrier rejected the message: 1053"),
        ("new", "the carrier rejected the message: new"),
    ] {
        let body = json!({"failedMessageList": [{"statusCode": code}], "groupInfo": {"groupId": "G1"}});
        let error = send(200, &body.to_string()).await.expect_err("refused");
        assert_eq!(error.to_string(), expected);
    }
}

#[tokio::test]
async fn temporary_refusal_is_unavailable() {
    for status in [408, 429, 500, 502, 503] {
        let result = send(status, "{}").await;
        assert!(matches!(result, Err(SmsError::Unavailable(_))), "{result:?}");
    }
}

#[tokio::test]
async fn unreadable_response_is_unconfirmed() {
    let too_long = format!("\"{}\"", "a".repeat(512 * 1024));
    for (status, body) in [
        (200, "not JSON"),
        (200, ""),
        (200, "{}"),
        (200, r#"{"groupInfo":{}}"#),
        (200, r#"{"failedMessageList":[{}],"groupInfo":{"groupId":"G1"}}"#),
        (504, "{}"),
        (200, &too_long),
    ] {
        let result = send(status, body).await;
        assert!(matches!(result, Err(SmsError::Unconfirmed(_))), "{status}: {result:?}");
    }
}

#[tokio::test]
async fn redirect_is_rejected() {
    let moved = ResponseTemplate::new(307).insert_header("location", "http://127.0.0.1:9/elsewhere");
    let party = Party::with_templates(vec![moved]).await;
    let result = send_to(party.url.clone()).await;
    let expected = "307 Temporary Redirect";
    assert!(matches!(&result, Err(SmsError::Rejected { code }) if code == expected), "{result:?}");
}

#[tokio::test]
async fn closed_port_is_unavailable_and_hides_message() {
    let error = send_to(closed_url()).await.expect_err("nobody listens");
    assert!(matches!(error, SmsError::Unavailable(_)));
    let shown = format!("{error:?} {error}");
    assert!(!shown.contains("0101234") && !shown.contains("인증번호"), "{shown}");
}
