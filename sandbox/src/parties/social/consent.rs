//! The page on which one chooses who one is, and agrees or refuses.

use std::fmt::Write as _;
use std::sync::{Arc, PoisonError};
use std::time::Instant;

use axum::extract::{RawQuery, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use url::Url;

use super::grants::Claim;
use super::{Desk, people};
use crate::page::{escape, hidden, page};
use crate::parties::wire::{Fields, field, fields, own_address, send_back};

/// A person of one's own, and the refusal. Forms of their own, so that the Enter key sends what was typed.
const REST: &str = r#"</form>
<details><summary>직접 입력</summary>
<form method="post">
{{asked}}
<label>이름 <input name="name" autocomplete="off" required></label>
<label>이메일 <input name="email" type="email" autocomplete="off"></label>
<label class="row"><input name="email_verified" type="checkbox" value="yes" checked> 인증된 이메일</label>
<label>휴대폰 번호 <input name="phone" inputmode="numeric" autocomplete="off"></label>
<label>생년월일 <input name="birth" type="date"></label>
<label>성별 <select name="gender"><option value="">알리지 않음<option value="female">여성<option value="male">남성</select></label>
<button name="person" value="typed">입력한 사람으로 계속하기</button>
</form>
</details>
<form method="post">
{{asked}}
<button class="other" name="person" value="">동의하지 않기</button>
</form>"#;

/// A request for a code that may be granted.
struct Ask {
    back: Url,
    challenge: Option<String>,
}

/// `GET` of the authorisation address: the page.
pub(super) async fn show(State(desk): State<Arc<Desk>>, RawQuery(query): RawQuery) -> Response {
    let asked = fields(&query.unwrap_or_default());
    if let Err(why) = read(&desk, &asked) {
        return refuse(desk.rules.title, why);
    }
    let repeated = hidden(asked.iter().map(|(name, value)| (name.as_str(), value.as_str())));
    let mut body = format!(
        "<h1>{}</h1>\n<p class=\"lead\">혀봄에 내 정보를 보내는 데 동의할 사람을 고르세요. 실제 계정이 아니에요.</p>\n<form method=\"post\">\n{repeated}",
        escape(desk.rules.title)
    );
    for (about, person) in people::known() {
        let (key, name) = (escape(&person.key), escape(&person.name));
        let _ = writeln!(body, "<button name=\"person\" value=\"{key}\">{name} <small>{about}</small></button>");
    }
    body.push_str(&REST.replace("{{asked}}", &repeated));
    page(desk.rules.title, &body)
}

/// `POST` from the page: back to the product, with a code or the refusal.
pub(super) async fn decide(State(desk): State<Arc<Desk>>, body: String) -> Response {
    let fields = fields(&body);
    let ask = match read(&desk, &fields) {
        Ok(ask) => ask,
        Err(why) => return refuse(desk.rules.title, why),
    };
    let state = field(&fields, "state");
    let person = match field(&fields, "person") {
        "" => {
            let mut pairs =
                vec![("error", "access_denied"), ("error_description", desk.rules.denied), ("state", state)];
            pairs.retain(|(_, value)| !value.is_empty());
            return send_back(ask.back, &pairs);
        }
        "typed" => people::typed(&fields),
        key => people::known().into_iter().map(|(_, person)| person).find(|person| person.key == key),
    };
    let Some(person) = person else {
        return refuse(desk.rules.title, "그런 사람이 없어요. 이름을 입력했는지 확인하세요.");
    };
    let redirect_uri = field(&fields, "redirect_uri").to_owned();
    let claim = Claim { person, redirect_uri, challenge: ask.challenge, scope: field(&fields, "scope").to_owned() };
    let code = desk.grants.lock().unwrap_or_else(PoisonError::into_inner).give_code(claim, Instant::now());
    let Ok(code) = code else { return StatusCode::INTERNAL_SERVER_ERROR.into_response() };
    let mut pairs = vec![("code", code.as_str()), ("state", state)];
    pairs.retain(|(_, value)| !value.is_empty());
    send_back(ask.back, &pairs)
}

/// Checks the request as it came, or as the page repeats it.
fn read(desk: &Desk, fields: &Fields) -> Result<Ask, &'static str> {
    if field(fields, "response_type") != "code" {
        return Err("response_type must be code");
    }
    if field(fields, "client_id") != desk.app.id {
        return Err("unknown client_id (Kakao: KOE101)");
    }
    let back = own_address(field(fields, "redirect_uri")).ok_or("redirect_uri is not registered (Kakao: KOE006)")?;
    if desk.rules.needs_state && field(fields, "state").is_empty() {
        return Err("state is missing");
    }
    let challenge = Some(field(fields, "code_challenge")).filter(|text| desk.rules.pkce && !text.is_empty());
    if challenge.is_some() && field(fields, "code_challenge_method") != "S256" {
        return Err("code_challenge_method must be S256");
    }
    Ok(Ask { back, challenge: challenge.map(str::to_owned) })
}

/// What a person sees when the product asked wrongly: it is not returned to, for it may be anybody.
fn refuse(title: &str, why: &str) -> Response {
    let body = format!("<h1>잘못된 요청이에요</h1>\n<p>{}</p>", escape(why));
    (StatusCode::BAD_REQUEST, page(title, &body)).into_response()
}
