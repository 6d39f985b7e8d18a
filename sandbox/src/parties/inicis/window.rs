//! The payer's page on a phone.

use std::fmt::Write as _;
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::header::HOST;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};

use super::{Desk, Next, Payment, Stage, form, stamp};
use crate::clock;
use crate::machine::random;
use crate::page::{escape, hidden, page};
use crate::parties::wire::{Fields, field, fields, own_address};

const TITLE: &str = "모바일 카드 결제";
/// The longest order number, in bytes.
const LONGEST_OID: usize = 40;

/// What the payer can do: a choice and its words.
const CHOICES: [(&str, &str); 6] = [
    ("pay", "결제하기"),
    ("lose", "결제하고 응답 잃기"),
    ("slow", "결제하고 늦게 응답하기"),
    ("reject", "승인할 때 거절되기"),
    ("decline", "카드사가 거절하기"),
    ("cancel", "취소하기"),
];
/// What the page repeats.
const REPEATED: [&str; 6] = ["P_MID", "P_OID", "P_AMT", "P_GOODS", "P_NEXT_URL", "P_NOTI"];

/// The browser brings the outcome back by itself.
const RETURN: &str = r#"<h1>가맹점으로 돌아가요</h1>
<form method="post" action="{{action}}" accept-charset="euc-kr">
{{fields}}
<button>돌아가기</button>
</form>
<script>document.forms[0].submit();</script>"#;

/// `POST /smart/payment/`: the form that the shop's page posts.
pub(super) async fn show(State(desk): State<Arc<Desk>>, body: Bytes) -> Response {
    let asked = form::read(&body);
    if let Err(why) = check(&desk, &asked) {
        return refuse(why);
    }
    let repeated = hidden(REPEATED.iter().map(|name| (*name, field(&asked, name))));
    let (goods, amount) = (escape(field(&asked, "P_GOODS")), escape(field(&asked, "P_AMT")));
    let mut html = format!(
        "<h1>{TITLE}</h1>\n<p class=\"lead\">어떻게 결제할지 고르세요. 실제 결제가 아니에요.</p>\n\
         <table><tr><th>상품<td>{goods}</tr><tr><th>금액<td>{amount}원</tr></table>\n\
         <form method=\"post\" action=\"/smart/payment/choice\">\n{repeated}"
    );
    for (choice, label) in CHOICES {
        let _ = writeln!(html, "<button name=\"choice\" value=\"{choice}\" data-pay=\"{choice}\">{label}</button>");
    }
    html.push_str("</form>");
    page(TITLE, &html)
}

/// `POST /smart/payment/choice`: does what was chosen; the browser posts the outcome to the shop.
pub(super) async fn decide(State(desk): State<Arc<Desk>>, headers: HeaderMap, body: String) -> Response {
    let asked = fields(&body);
    if let Err(why) = check(&desk, &asked) {
        return refuse(why);
    }
    let next = match field(&asked, "choice") {
        "pay" => Next::Plain,
        "lose" => Next::Lose,
        "slow" => Next::Slow,
        "reject" => Next::Reject,
        "decline" => return back(&asked, &[("P_STATUS", "8037"), ("P_RMESG1", "카드사 승인이 거절되었습니다")]),
        "cancel" => return back(&asked, &[("P_STATUS", "01"), ("P_RMESG1", "사용자가 결제를 취소하였습니다")]),
        _ => return refuse("그런 선택이 없어요."),
    };
    let Ok(random) = random::hex(4) else { return StatusCode::INTERNAL_SERVER_ERROR.into_response() };
    let tid = format!("INIMX_CARD{}{}{random}", desk.shop.mid, stamp(clock::now()));
    let amount: i64 = field(&asked, "P_AMT").parse().unwrap_or_default();
    let oid = field(&asked, "P_OID").to_owned();
    desk.book().payments.insert(tid.clone(), Payment { oid, amount, stage: Stage::Agreed, next, taken: None });
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
    back(&asked, &pairs)
}

fn check(desk: &Desk, asked: &Fields) -> Result<(), &'static str> {
    if field(asked, "P_MID") != desk.shop.mid {
        return Err("P_MID is unknown");
    }
    if !(1..=LONGEST_OID).contains(&field(asked, "P_OID").len()) {
        return Err("P_OID is missing or too long");
    }
    if !field(asked, "P_AMT").parse::<i64>().is_ok_and(|amount| amount >= 100) {
        return Err("P_AMT is no amount");
    }
    if field(asked, "P_GOODS").is_empty() {
        return Err("P_GOODS is missing");
    }
    own_address(field(asked, "P_NEXT_URL")).map(drop).ok_or("P_NEXT_URL is not an address of this machine")
}

fn back(asked: &Fields, pairs: &[(&str, &str)]) -> Response {
    let pairs = pairs.iter().copied().chain([("P_NOTI", field(asked, "P_NOTI"))]);
    let html = RETURN.replace("{{action}}", &escape(field(asked, "P_NEXT_URL"))).replace("{{fields}}", &hidden(pairs));
    page(TITLE, &html)
}

fn refuse(why: &str) -> Response {
    let body = format!("<h1>결제할 수 없어요</h1>\n<p>{}</p>", escape(why));
    (StatusCode::BAD_REQUEST, page(TITLE, &body)).into_response()
}
