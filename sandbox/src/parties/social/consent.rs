//! The consent page: a person chooses an account, and consents or declines.

use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Instant;

use axum::extract::{RawQuery, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use url::Url;

use super::tokens::Grant;
use super::{Provider, people};
use crate::page::{escape, hidden_fields, page};
use crate::parties::wire::{FormFields, field, parse_form, parse_local_url, redirect_to};

/// The forms for an entered person and for declining. They are separate forms, so that the Enter key submits the
/// entered person.
const OTHER_FORMS: &str = r#"</form>
<details><summary>직접 입력</summary>
<form method="post">
{{hidden}}
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
{{hidden}}
<button class="other" name="person" value="">동의하지 않기</button>
</form>"#;

/// A valid authorization request.
struct AuthorizationRequest {
    redirect_uri: Url,
    challenge: Option<String>,
}

/// `GET` of the authorization endpoint: the page.
pub(super) async fn show(State(provider): State<Arc<Provider>>, RawQuery(query): RawQuery) -> Response {
    let query = parse_form(&query.unwrap_or_default());
    if let Err(message) = parse_request(&provider, &query) {
        return error_response(provider.spec.title, message);
    }
    let hidden_html = hidden_fields(query.iter().map(|(name, value)| (name.as_str(), value.as_str())));
    let mut body = format!(
        "<h1>{}</h1>\n<p class=\"lead\">혀봄에 내 정보를 보내는 데 동의할 사람을 고르세요. 실제 계정이 아니에요.</p>\n<form method=\"post\">\n{hidden_html}",
        escape(provider.spec.title)
    );
    for (about, person) in people::demo_people() {
        let (key, name) = (escape(&person.key), escape(&person.name));
        let _ = writeln!(body, "<button name=\"person\" value=\"{key}\">{name} <small>{about}</small></button>");
    }
    body.push_str(&OTHER_FORMS.replace("{{hidden}}", &hidden_html));
    page(provider.spec.title, &body)
}

/// `POST` from the page: redirects to the product with a code or an error.
pub(super) async fn submit(State(provider): State<Arc<Provider>>, body: String) -> Response {
    let fields = parse_form(&body);
    let request = match parse_request(&provider, &fields) {
        Ok(request) => request,
        Err(message) => return error_response(provider.spec.title, message),
    };
    let state = field(&fields, "state");
    let person = match field(&fields, "person") {
        "" => {
            let mut pairs =
                vec![("error", "access_denied"), ("error_description", provider.spec.denied), ("state", state)];
            pairs.retain(|(_, value)| !value.is_empty());
            return redirect_to(request.redirect_uri, &pairs);
        }
        "typed" => people::parse(&fields),
        key => people::demo_people().into_iter().map(|(_, person)| person).find(|person| person.key == key),
    };
    let Some(person) = person else {
        return error_response(provider.spec.title, "그런 사람이 없어요. 이름을 입력했는지 확인하세요.");
    };
    let redirect_uri = field(&fields, "redirect_uri").to_owned();
    let grant = Grant { person, redirect_uri, challenge: request.challenge, scope: field(&fields, "scope").to_owned() };
    let code = provider.tokens.lock().issue_code(grant, Instant::now());
    let Ok(code) = code else { return StatusCode::INTERNAL_SERVER_ERROR.into_response() };
    let mut pairs = vec![("code", code.as_str()), ("state", state)];
    pairs.retain(|(_, value)| !value.is_empty());
    redirect_to(request.redirect_uri, &pairs)
}

/// Parses the request, or the hidden fields in which the page repeats it.
fn parse_request(provider: &Provider, fields: &FormFields) -> Result<AuthorizationRequest, &'static str> {
    if field(fields, "response_type") != "code" {
        return Err("response_type must be code");
    }
    if field(fields, "client_id") != provider.app.id {
        return Err("unknown client_id (Kakao: KOE101)");
    }
    let redirect_uri =
        parse_local_url(field(fields, "redirect_uri")).ok_or("redirect_uri is not registered (Kakao: KOE006)")?;
    if provider.spec.needs_state && field(fields, "state").is_empty() {
        return Err("state is missing");
    }
    let challenge = Some(field(fields, "code_challenge")).filter(|text| provider.spec.pkce && !text.is_empty());
    if challenge.is_some() && field(fields, "code_challenge_method") != "S256" {
        return Err("code_challenge_method must be S256");
    }
    Ok(AuthorizationRequest { redirect_uri, challenge: challenge.map(str::to_owned) })
}

/// The page for an invalid request, which is not redirected because its sender is unknown.
fn error_response(title: &str, message: &str) -> Response {
    let body = format!("<h1>잘못된 요청이에요</h1>\n<p>{}</p>", escape(message));
    (StatusCode::BAD_REQUEST, page(title, &body)).into_response()
}
