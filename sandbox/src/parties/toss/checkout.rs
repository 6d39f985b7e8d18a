//! The payer's window.

use std::fmt::Write as _;
use std::sync::Arc;

use axum::extract::{Path, RawQuery, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

use super::Provider;
use super::payment::{ConfirmBehavior, Payment, Status};
use crate::page::{escape, page};
use crate::parties::wire::{field, parse_form, parse_local_url, redirect_to};

const TITLE: &str = "카드 결제";

/// The payer's choices: value, label and consequence.
const CHOICES: [(&str, &str, &str); 6] = [
    ("pay", "결제하기", "승인돼요."),
    ("lose", "결제하고 응답 잃기", "승인되지만 가맹점이 응답을 받지 못해요."),
    ("slow", "결제하고 늦게 응답하기", "승인되지만 응답이 15초 늦어요."),
    ("reject", "승인할 때 거절되기", "잔액이 부족해요."),
    ("decline", "카드사가 거절하기", "이 창에서 거절돼요."),
    ("cancel", "취소하기", "결제를 그만둬요."),
];

/// `GET /v1/payments/{paymentKey}/checkout`: the choices, or the status of a finished payment.
pub(super) async fn show(
    State(provider): State<Arc<Provider>>,
    Path(key): Path<String>,
    RawQuery(query): RawQuery,
) -> Response {
    let Some(payment) = provider.update(|ledger, _| ledger.payments.get(&key).cloned()) else {
        return (StatusCode::NOT_FOUND, page(TITLE, "<h1>그런 결제가 없어요</h1>")).into_response();
    };
    let (name, amount) = (escape(&payment.name), format_won(payment.amount));
    let about = format!("<table><tr><th>상품<td>{name}</tr><tr><th>금액<td>{amount}</tr></table>");
    let is_receipt = query.is_some_and(|query| query.starts_with("receipt"));
    if is_receipt || payment.status != Status::Ready {
        let status = status_text(payment.status);
        let title = if is_receipt { "신용카드 매출전표" } else { "결제가 끝났어요" };
        return page(TITLE, &format!("<h1>{title}</h1>\n{about}\n<p>{status}</p>"));
    }
    let mut body = format!(
        "<h1>{TITLE}</h1>\n<p class=\"lead\">어떻게 결제할지 고르세요. 실제 결제가 아니에요.</p>\n{about}\n<form method=\"post\">\n"
    );
    for (choice, label, about) in CHOICES {
        let _ = writeln!(
            body,
            "<button name=\"choice\" value=\"{choice}\" data-pay=\"{choice}\">{label} <small>{about}</small></button>"
        );
    }
    body.push_str("</form>");
    page(TITLE, &body)
}

/// `POST /v1/payments/{paymentKey}/checkout`: applies the choice and redirects the payer to the shop.
pub(super) async fn submit(State(provider): State<Arc<Provider>>, Path(key): Path<String>, body: String) -> Response {
    let fields = parse_form(&body);
    let response = match field(&fields, "choice") {
        "pay" => authorize(&provider, &key, ConfirmBehavior::Plain),
        "lose" => authorize(&provider, &key, ConfirmBehavior::Lose),
        "slow" => authorize(&provider, &key, ConfirmBehavior::Slow),
        "reject" => authorize(&provider, &key, ConfirmBehavior::Reject),
        "decline" => {
            let (code, message) = ("REJECT_CARD_COMPANY", "결제 승인이 거절되었습니다.");
            let declined = provider.update(|ledger, _| ledger.decline(&key, code, message));
            declined.and_then(|payment| {
                redirect_to_failure(&payment, &[("code", code), ("message", message), ("orderId", &payment.order)])
            })
        }
        // a cancellation in the window does not change the state, so the window may be opened again
        "cancel" => provider
            .update(|ledger, _| ledger.payments.get(&key).filter(|payment| payment.status == Status::Ready).cloned())
            .and_then(|payment| {
                let message = "사용자가 결제를 취소하였습니다";
                redirect_to_failure(&payment, &[("code", "PAY_PROCESS_CANCELED"), ("message", message)])
            }),
        _ => None,
    };
    response.unwrap_or_else(|| {
        let body = "<h1>결제할 수 없어요</h1>\n<p>이미 끝났거나 시간이 지난 결제예요.</p>";
        (StatusCode::BAD_REQUEST, page(TITLE, body)).into_response()
    })
}

fn authorize(provider: &Arc<Provider>, key: &str, next: ConfirmBehavior) -> Option<Response> {
    let payment = provider.update(|ledger, now| ledger.authorize(key, next, now))?;
    let amount = payment.amount.to_string();
    let pairs =
        [("paymentType", "NORMAL"), ("orderId", &payment.order), ("paymentKey", &payment.key), ("amount", &amount)];
    Some(redirect_to(parse_local_url(&payment.success)?, &pairs))
}

fn redirect_to_failure(payment: &Payment, pairs: &[(&str, &str)]) -> Option<Response> {
    Some(redirect_to(parse_local_url(&payment.fail)?, pairs))
}

fn format_won(amount: i64) -> String {
    let digits = amount.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text + "원"
}

const fn status_text(status: Status) -> &'static str {
    match status {
        Status::Ready | Status::InProgress => "승인을 기다려요.",
        Status::Done => "승인되었어요.",
        Status::Canceled => "취소되었어요.",
        Status::PartialCanceled => "일부가 취소되었어요.",
        Status::Aborted => "거절되었어요.",
        Status::Expired => "시간이 지났어요.",
    }
}
