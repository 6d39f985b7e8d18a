//! The calls of servers: taking money and undoing that, in pairs of text; INIAPI in JSON.

use std::io;
use std::sync::Arc;

use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use encoding_rs::EUC_KR;
use serde_json::json;
use sha2::{Digest as _, Sha512};
use tokio::time::sleep;

use super::{Desk, Next, Payment, Stage, stamp};
use crate::clock;
use crate::parties::wire::{Fields, field, fields};

/// `POST /smart/payReq.ini`: takes the money of `P_TID`, once.
pub(super) async fn take(State(desk): State<Arc<Desk>>, body: String) -> Response {
    let asked = fields(&body);
    let tid = field(&asked, "P_TID");
    if field(&asked, "P_MID") != desk.shop.mid {
        return pairs(&[("P_STATUS", "9001"), ("P_RMESG1", "등록되지 않은 상점입니다")]);
    }
    let next = desk.book().payments.get(tid).map(|payment| payment.next);
    if next == Some(Next::Reject) {
        desk.book().turn(tid, Stage::Agreed, Stage::Refused);
        return pairs(&[("P_STATUS", "8210"), ("P_RMESG1", "한도초과 혹은 잔액부족입니다"), ("P_TID", tid)]);
    }
    let Some(payment) = desk.book().turn(tid, Stage::Agreed, Stage::Taken) else {
        return pairs(&[("P_STATUS", "9002"), ("P_RMESG1", "유효하지 않은 거래입니다"), ("P_TID", tid)]);
    };
    match payment.next {
        Next::Slow => sleep(desk.shop.slow).await,
        Next::Lose => {
            let broken = futures::stream::once(async { Err::<String, _>(io::Error::other("an answer is lost")) });
            return Body::from_stream(broken).into_response();
        }
        _ => {}
    }
    let (amount, at) = (payment.amount.to_string(), stamp(payment.taken.unwrap_or_else(clock::now)));
    pairs(&[
        ("P_STATUS", "00"),
        ("P_AUTH_DT", &at),
        ("P_AUTH_NO", "30012345"),
        ("P_RMESG1", "정상처리"),
        ("P_TID", tid),
        ("P_TYPE", "CARD"),
        ("P_MID", &desk.shop.mid),
        ("P_OID", &payment.oid),
        ("P_AMT", &amount),
        ("P_CARD_NUM", "532750*********1"),
        ("P_CARD_ISSUER_NAME", "신한카드"),
    ])
}

/// `POST /smart/payNetCancel.ini`: undoes a payment, taken or only agreed to.
pub(super) async fn undo(State(desk): State<Arc<Desk>>, body: String) -> Response {
    let asked = fields(&body);
    let tid = field(&asked, "P_TID");
    if field(&asked, "P_MID") != desk.shop.mid {
        return pairs(&[("P_STATUS", "9001"), ("P_RMESG1", "등록되지 않은 상점입니다")]);
    }
    let mut book = desk.book();
    let undone = book.turn(tid, Stage::Taken, Stage::Back).or_else(|| book.turn(tid, Stage::Agreed, Stage::Refused));
    match undone {
        Some(_) => pairs(&[("P_STATUS", "00"), ("P_RMESG1", "망취소 완료"), ("P_TID", tid)]),
        None => pairs(&[("P_STATUS", "9003"), ("P_RMESG1", "취소할 거래가 없습니다"), ("P_TID", tid)]),
    }
}

/// `POST /api/v1/extra`: status 0 is paid, 1 given back, 9 unknown.
pub(super) async fn inquire(State(desk): State<Arc<Desk>>, body: String) -> Response {
    let asked = fields(&body);
    if let Some(refused) = signed(&desk, &asked, "") {
        return refused;
    }
    let (oid, tid) = (field(&asked, "oid"), field(&asked, "originalTid"));
    let book = desk.book();
    let of_it = |(key, payment): &(&String, &Payment)| if tid.is_empty() { payment.oid == oid } else { *key == tid };
    let known = book.payments.iter().filter(of_it).filter(|(_, payment)| payment.taken.is_some());
    // the payment that stands, or the last one that does not
    let Some((tid, payment)) = known.max_by_key(|(_, payment)| (payment.stage == Stage::Taken, payment.taken)) else {
        return Json(json!({ "resultCode": "00", "resultMsg": "정상처리되었습니다.", "status": "9" })).into_response();
    };
    let at = stamp(payment.taken.unwrap_or_else(clock::now));
    Json(json!({
        "resultCode": "00",
        "resultMsg": "정상처리되었습니다.",
        "mid": desk.shop.mid,
        "tid": tid,
        "oid": payment.oid,
        "status": if payment.stage == Stage::Taken { "0" } else { "1" },
        "price": payment.amount.to_string(),
        "payMethod": "CARD",
        "applDate": &at[..8],
        "applTime": &at[8..],
    }))
    .into_response()
}

/// `POST /api/v1/refund`: gives the whole payment back.
pub(super) async fn refund(State(desk): State<Arc<Desk>>, body: String) -> Response {
    let asked = fields(&body);
    let tid = field(&asked, "tid");
    if let Some(refused) = signed(&desk, &asked, tid) {
        return refused;
    }
    if field(&asked, "type") != "Refund" || field(&asked, "msg").is_empty() {
        return refuse("01", "필수값이 누락되었습니다.");
    }
    if desk.book().turn(tid, Stage::Taken, Stage::Back).is_none() {
        return refuse("01", "기 취소 거래이거나 원거래가 없습니다.");
    }
    let at = stamp(clock::now());
    Json(json!({
        "resultCode": "00",
        "resultMsg": "정상처리되었습니다.",
        "cancelDate": &at[..8],
        "cancelTime": &at[8..],
        "detailResultCode": "00",
    }))
    .into_response()
}

/// The refusal of a call whose hash is not the one over key, type, method of payment, time, asking machine, merchant and `tid`.
fn signed(desk: &Desk, asked: &Fields, tid: &str) -> Option<Response> {
    let of = |name: &str| field(asked, name).to_owned();
    let text = [
        desk.shop.key.clone(),
        of("type"),
        of("paymethod"),
        of("timestamp"),
        of("clientIp"),
        of("mid"),
        tid.to_owned(),
    ]
    .concat();
    let right = field(asked, "hashData") == hex::encode(Sha512::digest(text)) && of("timestamp").len() == 14;
    let known = right && of("mid") == desk.shop.mid;
    (!known).then(|| refuse("01", "hashData 검증에 실패했습니다."))
}

fn refuse(code: &str, words: &str) -> Response {
    Json(json!({ "resultCode": code, "resultMsg": words })).into_response()
}

/// An answer in pairs of text, in EUC-KR.
fn pairs(pairs: &[(&str, &str)]) -> Response {
    let text: Vec<String> = pairs.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let text = text.join("&");
    let bytes = EUC_KR.encode(&text).0.into_owned();
    ([(CONTENT_TYPE, "text/plain; charset=euc-kr")], bytes).into_response()
}
