//! The payer's window on a phone.

use std::fmt::Write as _;
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::header::HOST;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};

use super::{CaptureBehavior, Payment, Provider, Stage, form, format_timestamp};
use crate::clock;
use crate::machine::random;
use crate::page::{escape, hidden_fields, page};
use crate::parties::wire::{FormFields, field, parse_form, parse_local_url};

const TITLE: &str = "모바일 카드 결제";
/// The maximum length of an order number in bytes.
const MAX_OID_BYTES: usize = 40;
/// The maximum lengths of the goods' and the buyer's names, in bytes of EUC-KR as the browser sends them: a character
/// that EUC-KR lacks is sent as an entity.
const MAX_TEXT_BYTES: [(&str, usize); 2] = [("P_GOODS", 80), ("P_UNAME", 30)];

/// The payer's choices: value and label.
const CHOICES: [(&str, &str); 6] = [
    ("pay", "결제하기"),
    ("lose", "결제하고 응답 잃기"),
    ("slow", "결제하고 늦게 응답하기"),
    ("reject", "승인할 때 거절되기"),
    ("decline", "카드사가 거절하기"),
    ("cancel", "취소하기"),
];
/// The fields that the page repeats.
const HIDDEN_FIELDS: [&str; 6] = ["P_MID", "P_OID", "P_AMT", "P_GOODS", "P_NEXT_URL", "P_NOTI"];

/// A form that the browser submits to the shop automatically.
const RETURN_PAGE: &str = r#"<h1>가맹점으로 돌아가요</h1>
<form method="post" action="{{action}}" accept-charset="euc-kr">
{{fields}}
<button>돌아가기</button>
</form>
<script>document.forms[0].submit();</script>"#;

/// `POST /smart/payment/`: shows the choices for the form from the shop's page.
pub(super) async fn show(State(provider): State<Arc<Provider>>, body: Bytes) -> Response {
    let form = form::parse_euc_kr(&body);
    if let Err(message) = validate(&provider, &form) {
        return error_response(message);
    }
    let hidden_html = hidden_fields(HIDDEN_FIELDS.iter().map(|name| (*name, field(&form, name))));
    let (goods, amount) = (escape(field(&form, "P_GOODS")), escape(field(&form, "P_AMT")));
    let mut html = format!(
        "<h1>{TITLE}</h1>\n<p class=\"lead\">어떻게 결제할지 고르세요. 실제 결제가 아니에요.</p>\n\
         <table><tr><th>상품<td>{goods}</tr><tr><th>금액<td>{amount}원</tr></table>\n\
         <form method=\"post\" action=\"/smart/payment/choice\">\n{hidden_html}"
    );
    for (choice, label) in CHOICES {
        let _ = writeln!(html, "<button name=\"choice\" value=\"{choice}\" data-pay=\"{choice}\">{label}</button>");
    }
    html.push_str("</form>");
    page(TITLE, &html)
}

/// `POST /smart/payment/choice`: applies the choice; the browser posts the outcome to the shop.
pub(super) async fn submit(State(provider): State<Arc<Provider>>, headers: HeaderMap, body: String) -> Response {
    let form = parse_form(&body);
    if let Err(message) = validate(&provider, &form) {
        return error_response(message);
    }
    let next = match field(&form, "choice") {
        "pay" => CaptureBehavior::Plain,
        "lose" => CaptureBehavior::Lose,
        "slow" => CaptureBehavior::Slow,
        "reject" => CaptureBehavior::Reject,
        "decline" => {
            return return_to_shop(&form, &[("P_STATUS", "8037"), ("P_RMESG1", "카드사 승인이 거절되었습니다")]);
        }
        "cancel" => {
            return return_to_shop(&form, &[("P_STATUS", "01"), ("P_RMESG1", "사용자가 결제를 취소하였습니다")]);
        }
        _ => return error_response("그런 선택이 없어요."),
    };
    let Ok(random) = random::hex(4) else { return StatusCode::INTERNAL_SERVER_ERROR.into_response() };
    let tid = format!("INIMX_CARD{}{}{random}", provider.merchant.mid, format_timestamp(clock::now()));
    let amount: i64 = field(&form, "P_AMT").parse().unwrap_or_default();
    let oid = field(&form, "P_OID").to_owned();
    provider
        .ledger()
        .payments
        .insert(tid.clone(), Payment { oid, amount, stage: Stage::Authorized, next, captured_at: None });
    let host = headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or("127.0.0.1");
    let request = format!("http://{host}/smart/payReq.ini");
    let amount = amount.to_string();
    let pairs = [
        ("P_STATUS", "00"),
        ("P_RMESG1", "인증완료"),
        ("P_TID", &tid),
        ("P_AMT", &amount),
        ("P_REQ_URL", &request),
        ("idc_name", "fc"),
    ];
    return_to_shop(&form, &pairs)
}

fn validate(provider: &Provider, form: &FormFields) -> Result<(), &'static str> {
    if field(form, "P_MID") != provider.merchant.mid {
        return Err("P_MID is unknown");
    }
    if !(1..=MAX_OID_BYTES).contains(&field(form, "P_OID").len()) {
        return Err("P_OID is missing or too long");
    }
    if !field(form, "P_AMT").parse::<i64>().is_ok_and(|amount| amount >= 100) {
        return Err("P_AMT is no amount");
    }
    if MAX_TEXT_BYTES.iter().any(|(name, max)| form::sent_bytes(field(form, name)) > *max) {
        return Err("P_GOODS or P_UNAME is too long");
    }
    if field(form, "P_GOODS").is_empty() {
        return Err("P_GOODS is missing");
    }
    parse_local_url(field(form, "P_NEXT_URL")).map(drop).ok_or("P_NEXT_URL is not an address of this machine")
}

fn return_to_shop(form: &FormFields, pairs: &[(&str, &str)]) -> Response {
    let pairs = pairs.iter().copied().chain([("P_NOTI", field(form, "P_NOTI"))]);
    let html = RETURN_PAGE
        .replace("{{action}}", &escape(field(form, "P_NEXT_URL")))
        .replace("{{fields}}", &hidden_fields(pairs));
    page(TITLE, &html)
}

fn error_response(message: &str) -> Response {
    let body = format!("<h1>결제할 수 없어요</h1>\n<p>{}</p>", escape(message));
    (StatusCode::BAD_REQUEST, page(TITLE, &body)).into_response()
}
