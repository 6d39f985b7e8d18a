//! The window in which one proves who one is.

use std::fmt::Write as _;
use std::sync::{Arc, PoisonError};

use axum::extract::{RawQuery, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;
use url::Url;

use super::records::{Outcome, Record};
use super::{Desk, people};
use crate::page::{escape, hidden, page};
use crate::parties::wire::{Fields, field, fields, own_address, send_back};

const TITLE: &str = "휴대폰 본인인증";

/// A person of one's own, and the ways out. Forms of their own, so that the Enter key sends what was typed.
const REST: &str = r#"</form>
<details><summary>직접 입력</summary>
<form method="post">
{{asked}}
<label>이름 <input name="name" autocomplete="off" required></label>
<label>휴대폰 번호 <input name="phone" inputmode="numeric" autocomplete="off" required></label>
<label>생년월일 <input name="birth" type="date" required></label>
<label>성별 <select name="gender"><option value="female">여성<option value="male">남성</select></label>
<button name="person" value="typed">입력한 사람으로 인증하기</button>
</form>
</details>
<form method="post">
{{asked}}
<button class="other" name="person" value="failure">인증에 실패하기</button>
<button class="other" name="person" value="cancel">인증 취소하기</button>
</form>"#;

/// Tells the page that opened the window, and closes it.
const TELL: &str = r#"<h1>인증이 끝났어요</h1>
<p>이 창을 닫아 주세요.</p>
<script>
const { origin, result } = {{told}};
if (window.opener) {
  window.opener.postMessage({ portone: "identity-verification", result }, origin);
  window.close();
}
</script>"#;

/// Where the result goes.
enum Back {
    /// The browser itself goes there.
    Redirect(Url),
    /// A page of this origin opened the window and waits.
    Opener(String),
}

/// `GET /window`: begins an attempt and shows the people.
pub(super) async fn show(State(desk): State<Arc<Desk>>, RawQuery(query): RawQuery) -> Response {
    let asked = fields(&query.unwrap_or_default());
    let back = match read(&desk, &asked) {
        Ok(back) => back,
        Err(why) => return refuse(why),
    };
    let id = field(&asked, "identityVerificationId");
    let data = asked.get("customData").cloned();
    let record = desk.records.lock().unwrap_or_else(PoisonError::into_inner).open(id, data);
    let Ok(record) = record else { return StatusCode::INTERNAL_SERVER_ERROR.into_response() };
    if record.is_done() {
        return finish(back, id, &record, Some(("ALREADY_VERIFIED", "이미 인증된 본인인증 건입니다.")));
    }
    let asked = asked.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let repeated = hidden(asked.chain([("attempt", record.attempt.as_str())]));
    let mut body = format!(
        "<h1>{TITLE}</h1>\n<p class=\"lead\">인증할 사람을 고르세요. 실제 본인인증이 아니에요.</p>\n<form method=\"post\">\n{repeated}"
    );
    for (key, about, person) in people::known() {
        let (name, phone) = (escape(&person.name), escape(&person.phone));
        let _ =
            writeln!(body, "<button name=\"person\" value=\"{key}\">{name} <small>{about}, {phone}</small></button>");
    }
    body.push_str(&REST.replace("{{asked}}", &repeated));
    page(TITLE, &body)
}

/// `POST /window`: ends the attempt and returns.
pub(super) async fn decide(State(desk): State<Arc<Desk>>, body: String) -> Response {
    let fields = fields(&body);
    let back = match read(&desk, &fields) {
        Ok(back) => back,
        Err(why) => return refuse(why),
    };
    let outcome = match field(&fields, "person") {
        "failure" => Outcome::Failed("B001", "입력한 정보가 통신사의 정보와 다릅니다."),
        "cancel" => Outcome::Failed("9998", "사용자가 인증을 취소하였습니다."),
        "typed" => match people::typed(&fields) {
            Some(person) => Outcome::Verified(Box::new(person)),
            None => return refuse("이름, 휴대폰 번호, 생년월일을 모두 입력하세요."),
        },
        key => match people::known().into_iter().find(|(known, ..)| *known == key) {
            Some((_, _, person)) => Outcome::Verified(Box::new(person)),
            None => return refuse("그런 사람이 없어요."),
        },
    };
    let id = field(&fields, "identityVerificationId");
    let mut records = desk.records.lock().unwrap_or_else(PoisonError::into_inner);
    if !records.close(id, field(&fields, "attempt"), outcome) {
        return refuse("이미 끝났거나 다시 시작한 인증이에요.");
    }
    match records.find(id) {
        Some(record) => finish(back, id, record, None),
        None => refuse("이미 끝난 인증이에요."),
    }
}

/// Checks the request as the script makes it, or as the page repeats it.
fn read(desk: &Desk, fields: &Fields) -> Result<Back, &'static str> {
    if field(fields, "storeId") != desk.store.id {
        return Err("storeId is unknown");
    }
    if field(fields, "channelKey") != desk.store.channel {
        return Err("channelKey is unknown");
    }
    if field(fields, "identityVerificationId").is_empty() {
        return Err("identityVerificationId is missing");
    }
    match field(fields, "openerOrigin") {
        "" => {
            let url =
                own_address(field(fields, "redirectUrl")).ok_or("redirectUrl is not an address of this machine")?;
            Ok(Back::Redirect(url))
        }
        origin => {
            let url = own_address(origin).ok_or("openerOrigin is not an address of this machine")?;
            Ok(Back::Opener(url.origin().ascii_serialization()))
        }
    }
}

/// Returns the result: the ids, and `code` and `message` when it failed.
fn finish(back: Back, id: &str, record: &Record, refusal: Option<(&str, &str)>) -> Response {
    let mut pairs = vec![
        ("transactionType", "IDENTITY_VERIFICATION"),
        ("identityVerificationId", id),
        ("identityVerificationTxId", &record.attempt),
    ];
    if let Some((code, message)) = refusal {
        pairs.extend([("code", code), ("message", message)]);
    } else if let Outcome::Failed(code, reason) = record.outcome {
        pairs.extend([("code", "FAILURE_TYPE_PG"), ("message", reason), ("pgCode", code), ("pgMessage", reason)]);
    }
    match back {
        Back::Redirect(url) => send_back(url, &pairs),
        Back::Opener(origin) => {
            let result: serde_json::Map<_, _> =
                pairs.iter().map(|(name, text)| ((*name).to_owned(), json!(text))).collect();
            // as a value inside a script: no tag may end it
            let told = json!({ "origin": origin, "result": result }).to_string().replace('<', "\\u003c");
            page(TITLE, &TELL.replace("{{told}}", &told))
        }
    }
}

fn refuse(why: &str) -> Response {
    let body = format!("<h1>인증할 수 없어요</h1>\n<p>{}</p>", escape(why));
    (StatusCode::BAD_REQUEST, page(TITLE, &body)).into_response()
}
