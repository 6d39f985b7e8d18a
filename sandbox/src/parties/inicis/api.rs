//! The endpoints for servers: capture and net cancellation in key-value text, INIAPI in JSON.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use encoding_rs::EUC_KR;
use serde_json::json;
use sha2::{Digest as _, Sha512};
use tokio::time::sleep;

use super::{CaptureBehavior, Payment, Provider, Stage, format_timestamp};
use crate::clock;
use crate::parties::wire::{FormFields, drop_connection, field, parse_form};

/// `POST /smart/payReq.ini`: captures the payment `P_TID`, once.
pub(super) async fn capture(State(provider): State<Arc<Provider>>, body: String) -> Response {
    let form = parse_form(&body);
    let tid = field(&form, "P_TID");
    if field(&form, "P_MID") != provider.merchant.mid {
        return pairs_response(&[("P_STATUS", "9001"), ("P_RMESG1", "등록되지 않은 상점입니다")]);
    }
    let next = provider.ledger().payments.get(tid).map(|payment| payment.next);
    if next == Some(CaptureBehavior::Reject) {
        provider.ledger().transition(tid, Stage::Authorized, Stage::Refused);
        return pairs_response(&[("P_STATUS", "8210"), ("P_RMESG1", "한도초과 혹은 잔액부족입니다"), ("P_TID", tid)]);
    }
    let Some(payment) = provider.ledger().transition(tid, Stage::Authorized, Stage::Captured) else {
        return pairs_response(&[("P_STATUS", "9002"), ("P_RMESG1", "유효하지 않은 거래입니다"), ("P_TID", tid)]);
    };
    match payment.next {
        CaptureBehavior::Slow => sleep(provider.merchant.slow_delay).await,
        CaptureBehavior::Lose => return drop_connection(),
        _ => {}
    }
    let (amount, at) = (payment.amount.to_string(), format_timestamp(payment.captured_at.unwrap_or_else(clock::now)));
    pairs_response(&[
        ("P_STATUS", "00"),
        ("P_AUTH_DT", &at),
        ("P_AUTH_NO", "30012345"),
        ("P_RMESG1", "정상처리"),
        ("P_TID", tid),
        ("P_TYPE", "CARD"),
        ("P_MID", &provider.merchant.mid),
        ("P_OID", &payment.oid),
        ("P_AMT", &amount),
        ("P_CARD_NUM", "532750*********1"),
        ("P_CARD_ISSUER_NAME", "신한카드"),
    ])
}

/// `POST /smart/payNetCancel.ini`: cancels an authorized or captured payment.
pub(super) async fn net_cancel(State(provider): State<Arc<Provider>>, body: String) -> Response {
    let form = parse_form(&body);
    let tid = field(&form, "P_TID");
    if field(&form, "P_MID") != provider.merchant.mid {
        return pairs_response(&[("P_STATUS", "9001"), ("P_RMESG1", "등록되지 않은 상점입니다")]);
    }
    let mut ledger = provider.ledger();
    let canceled = ledger
        .transition(tid, Stage::Captured, Stage::Refunded)
        .or_else(|| ledger.transition(tid, Stage::Authorized, Stage::Refused));
    match canceled {
        Some(_) => pairs_response(&[("P_STATUS", "00"), ("P_RMESG1", "망취소 완료"), ("P_TID", tid)]),
        None => pairs_response(&[("P_STATUS", "9003"), ("P_RMESG1", "취소할 거래가 없습니다"), ("P_TID", tid)]),
    }
}

/// `POST /api/v1/extra`: status 0 is paid, 1 refunded, 9 unknown. The number of the order is returned for payments abroad
/// only.
pub(super) async fn inquire(State(provider): State<Arc<Provider>>, body: String) -> Response {
    let form = parse_form(&body);
    if let Some(error) = verify_hash(&provider, &form, "") {
        return error;
    }
    let (oid, tid) = (field(&form, "oid"), field(&form, "originalTid"));
    let ledger = provider.ledger();
    let matches = |(key, payment): &(&String, &Payment)| if tid.is_empty() { payment.oid == oid } else { *key == tid };
    let known = ledger.payments.iter().filter(matches).filter(|(_, payment)| payment.captured_at.is_some());
    // the captured payment, or else the latest refunded one
    let Some((tid, payment)) = known.max_by_key(|(_, payment)| (payment.stage == Stage::Captured, payment.captured_at))
    else {
        return Json(json!({ "resultCode": "00", "resultMsg": "정상처리되었습니다.", "status": "9" })).into_response();
    };
    let at = format_timestamp(payment.captured_at.unwrap_or_else(clock::now));
    Json(json!({
        "resultCode": "00",
        "resultMsg": "정상처리되었습니다.",
        "mid": provider.merchant.mid,
        "tid": tid,
        "status": if payment.stage == Stage::Captured { "0" } else { "1" },
        "price": payment.amount.to_string(),
        "payMethod": "CARD",
        "applDate": &at[..8],
        "applTime": &at[8..],
    }))
    .into_response()
}

/// `POST /api/v1/refund`: refunds the whole payment.
pub(super) async fn refund(State(provider): State<Arc<Provider>>, body: String) -> Response {
    let form = parse_form(&body);
    let tid = field(&form, "tid");
    if let Some(error) = verify_hash(&provider, &form, tid) {
        return error;
    }
    if field(&form, "type") != "Refund" || field(&form, "msg").is_empty() {
        return error_response("01", "필수값이 누락되었습니다.");
    }
    if provider.ledger().transition(tid, Stage::Captured, Stage::Refunded).is_none() {
        return error_response("01", "기 취소 거래이거나 원거래가 없습니다.");
    }
    let at = format_timestamp(clock::now());
    Json(json!({
        "resultCode": "00",
        "resultMsg": "정상처리되었습니다.",
        "cancelDate": &at[..8],
        "cancelTime": &at[8..],
        "detailResultCode": "00",
    }))
    .into_response()
}

/// Verifies the hash over key, type, payment method, time, client address, merchant and `tid`. Returns the error
/// response if it is wrong.
fn verify_hash(provider: &Provider, form: &FormFields, tid: &str) -> Option<Response> {
    let value = |name: &str| field(form, name).to_owned();
    let text = [
        provider.merchant.key.clone(),
        value("type"),
        value("paymethod"),
        value("timestamp"),
        value("clientIp"),
        value("mid"),
        tid.to_owned(),
    ]
    .concat();
    let is_hash_valid = field(form, "hashData") == hex::encode(Sha512::digest(text)) && value("timestamp").len() == 14;
    let is_valid = is_hash_valid && value("mid") == provider.merchant.mid;
    (!is_valid).then(|| error_response("01", "hashData 검증에 실패했습니다."))
}

fn error_response(code: &str, message: &str) -> Response {
    Json(json!({ "resultCode": code, "resultMsg": message })).into_response()
}

/// Returns a response with key-value pairs in EUC-KR.
fn pairs_response(pairs: &[(&str, &str)]) -> Response {
    let text: Vec<String> = pairs.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let text = text.join("&");
    let bytes = EUC_KR.encode(&text).0.into_owned();
    ([(CONTENT_TYPE, "text/plain; charset=euc-kr")], bytes).into_response()
}
