//! The window in which a person verifies their identity.

use std::fmt::Write as _;
use std::sync::Arc;

use axum::extract::{RawQuery, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;
use url::Url;

use super::records::{Outcome, Record};
use super::{Provider, people};
use crate::page::{escape, hidden_fields, page};
use crate::parties::wire::{FormFields, field, parse_form, parse_local_url, redirect_to};

const TITLE: &str = "휴대폰 본인인증";

/// The forms for an entered person, failure and cancellation. They are separate forms, so that the Enter key submits
/// the entered person.
const OTHER_FORMS: &str = r#"</form>
<details><summary>직접 입력</summary>
<form method="post">
{{hidden}}
<label>이름 <input name="name" autocomplete="off" required></label>
<label>휴대폰 번호 <input name="phone" inputmode="numeric" autocomplete="off" required></label>
<label>생년월일 <input name="birth" type="date" required></label>
<label>성별 <select name="gender"><option value="female">여성<option value="male">남성</select></label>
<button name="person" value="typed">입력한 사람으로 인증하기</button>
</form>
</details>
<form method="post">
{{hidden}}
<button class="other" name="person" value="failure">인증에 실패하기</button>
<button class="other" name="person" value="cancel">인증 취소하기</button>
</form>"#;

/// Posts the result to the page that opened the window, and closes the window.
const RESULT_PAGE: &str = r#"<h1>인증이 끝났어요</h1>
<p>이 창을 닫아 주세요.</p>
<script>
const { origin, result } = {{message}};
if (window.opener) {
  window.opener.postMessage({ portone: "identity-verification", result }, origin);
  window.close();
}
</script>"#;

/// The target of the result.
enum ReturnTarget {
    /// The browser is redirected to this URL.
    Redirect(Url),
    /// A page of this origin opened the window and waits for a message.
    Opener(String),
}

/// `GET /window`: starts an attempt and shows the people.
pub(super) async fn show(State(provider): State<Arc<Provider>>, RawQuery(query): RawQuery) -> Response {
    let query = parse_form(&query.unwrap_or_default());
    let target = match parse_request(&provider, &query) {
        Ok(target) => target,
        Err(message) => return error_response(message),
    };
    let id = field(&query, "identityVerificationId");
    let data = query.get("customData").cloned();
    let record = provider.records.lock().open(id, data);
    let Ok(record) = record else { return StatusCode::INTERNAL_SERVER_ERROR.into_response() };
    if record.is_verified() {
        return finish(target, id, &record, Some(("ALREADY_VERIFIED", "이미 인증된 본인인증 건입니다.")));
    }
    let query = query.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let hidden_html = hidden_fields(query.chain([("attempt", record.attempt.as_str())]));
    let mut body = format!(
        "<h1>{TITLE}</h1>\n<p class=\"lead\">인증할 사람을 고르세요. 실제 본인인증이 아니에요.</p>\n<form method=\"post\">\n{hidden_html}"
    );
    for (key, about, person) in people::demo_people() {
        let (name, phone) = (escape(&person.name), escape(&person.phone));
        let _ =
            writeln!(body, "<button name=\"person\" value=\"{key}\">{name} <small>{about}, {phone}</small></button>");
    }
    body.push_str(&OTHER_FORMS.replace("{{hidden}}", &hidden_html));
    page(TITLE, &body)
}

/// `POST /window`: ends the attempt and sends the result.
pub(super) async fn submit(State(provider): State<Arc<Provider>>, body: String) -> Response {
    let fields = parse_form(&body);
    let target = match parse_request(&provider, &fields) {
        Ok(target) => target,
        Err(message) => return error_response(message),
    };
    let outcome = match field(&fields, "person") {
        "failure" => {
            Outcome::Failed { code: "B001", reason: "입력한 정보가 통신사의 정보와 다릅니다." }
        }
        "cancel" => Outcome::Failed { code: "9998", reason: "사용자가 인증을 취소하였습니다." },
        "typed" => match people::parse(&fields) {
            Some(person) => Outcome::Verified(Box::new(person)),
            None => return error_response("이름, 휴대폰 번호, 생년월일을 모두 입력하세요."),
        },
        key => match people::demo_people().into_iter().find(|(known, ..)| *known == key) {
            Some((_, _, person)) => Outcome::Verified(Box::new(person)),
            None => return error_response("그런 사람이 없어요."),
        },
    };
    let id = field(&fields, "identityVerificationId");
    let mut records = provider.records.lock();
    if !records.close(id, field(&fields, "attempt"), outcome) {
        return error_response("이미 끝났거나 다시 시작한 인증이에요.");
    }
    match records.find(id) {
        Some(record) => finish(target, id, record, None),
        None => error_response("이미 끝난 인증이에요."),
    }
}

/// Parses the script's request, or the hidden fields in which the page repeats it.
fn parse_request(provider: &Provider, fields: &FormFields) -> Result<ReturnTarget, &'static str> {
    if field(fields, "storeId") != provider.store.id {
        return Err("storeId is unknown");
    }
    if field(fields, "channelKey") != provider.store.channel {
        return Err("channelKey is unknown");
    }
    if field(fields, "identityVerificationId").is_empty() {
        return Err("identityVerificationId is missing");
    }
    match field(fields, "openerOrigin") {
        "" => {
            let url =
                parse_local_url(field(fields, "redirectUrl")).ok_or("redirectUrl is not an address of this machine")?;
            Ok(ReturnTarget::Redirect(url))
        }
        origin => {
            let url = parse_local_url(origin).ok_or("openerOrigin is not an address of this machine")?;
            Ok(ReturnTarget::Opener(url.origin().ascii_serialization()))
        }
    }
}

/// Sends the result: the ids, and `code` and `message` of a failure.
fn finish(target: ReturnTarget, id: &str, record: &Record, failure: Option<(&str, &str)>) -> Response {
    let mut pairs = vec![
        ("transactionType", "IDENTITY_VERIFICATION"),
        ("identityVerificationId", id),
        ("identityVerificationTxId", &record.attempt),
    ];
    if let Some((code, message)) = failure {
        pairs.extend([("code", code), ("message", message)]);
    } else if let Outcome::Failed { code, reason } = record.outcome {
        pairs.extend([("code", "FAILURE_TYPE_PG"), ("message", reason), ("pgCode", code), ("pgMessage", reason)]);
    }
    match target {
        ReturnTarget::Redirect(url) => redirect_to(url, &pairs),
        ReturnTarget::Opener(origin) => {
            let result: serde_json::Map<_, _> =
                pairs.iter().map(|(name, text)| ((*name).to_owned(), json!(text))).collect();
            // the value is inside of a script, which no tag may close
            let message = json!({ "origin": origin, "result": result }).to_string().replace('<', "\\u003c");
            page(TITLE, &RESULT_PAGE.replace("{{message}}", &message))
        }
    }
}

fn error_response(message: &str) -> Response {
    let body = format!("<h1>인증할 수 없어요</h1>\n<p>{}</p>", escape(message));
    (StatusCode::BAD_REQUEST, page(TITLE, &body)).into_response()
}
