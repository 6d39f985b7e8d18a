//! The lists: movements of money in a time, and what is paid out.

use std::sync::Arc;

use axum::Json;
use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use chrono::{DateTime, Datelike as _, Days, NaiveDate, NaiveDateTime, TimeZone as _, Utc, Weekday};
use serde_json::{Value, json};

use super::book::{Book, Movement};
use super::payment::{korea, korean};
use super::{Desk, Refusal, merchant};
use crate::parties::wire::{Fields, field, fields};

/// Rows of a page when no number is said, and the most there may be.
const PAGE: usize = 100;
const LARGEST: usize = 5_000;
/// The provider's fee, in thousandths, without its tax.
const FEE: i64 = 29;
/// Business days from a sale until it is paid out.
const PAID_OUT_AFTER: u32 = 2;

const INVALID: Refusal = Refusal(StatusCode::BAD_REQUEST, "INVALID_REQUEST", "잘못된 요청입니다.");
const INVALID_DATE: Refusal = Refusal(StatusCode::BAD_REQUEST, "INVALID_DATE", "날짜 데이터가 잘못 되었습니다.");

/// `GET /v1/transactions`: from `startDate` until `endDate`, both included, the oldest first.
pub(super) async fn transactions(
    State(desk): State<Arc<Desk>>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Response {
    let asked = fields(&query.unwrap_or_default());
    let rows = merchant(&headers).and_then(|merchant| {
        let (from, to) = (moment(field(&asked, "startDate"))?, moment(field(&asked, "endDate"))?);
        let limit = number(&asked, "limit", PAGE).filter(|limit| *limit <= LARGEST).ok_or(INVALID)?;
        let after = field(&asked, "startingAfter");
        desk.work(|book, _| {
            let mut rows = book.movements.iter().filter(|row| row.merchant == merchant);
            if !after.is_empty() && !rows.any(|row| row.transaction == after) {
                return Err(INVALID);
            }
            let within = rows.filter(|row| (from..=to).contains(&row.at));
            Ok(within.take(limit).map(|row| transaction(book, row)).collect::<Vec<_>>())
        })
    });
    rows.map_or_else(IntoResponse::into_response, |rows| Json(rows).into_response())
}

fn transaction(book: &Book, row: &Movement) -> Value {
    let lies = book.payments.get(&row.payment).map(|payment| payment.lies.clone()).unwrap_or_default();
    json!({
        "mId": row.merchant,
        "transactionKey": row.transaction,
        "paymentKey": row.payment,
        "orderId": lies.order_id.as_ref().unwrap_or(&row.order),
        "method": "카드",
        "customerKey": null,
        "useEscrow": false,
        "receiptUrl": "https://dashboard.tosspayments.com/receipt",
        "status": row.status,
        "transactionAt": korean(row.at),
        "currency": lies.currency.as_deref().unwrap_or("KRW"),
        "amount": lies.amount.unwrap_or(row.amount),
    })
}

/// `GET /v1/settlements`: by the day of the sale or of the payment to the merchant.
pub(super) async fn settlements(
    State(desk): State<Arc<Desk>>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Response {
    let asked = fields(&query.unwrap_or_default());
    let rows = merchant(&headers).and_then(|merchant| {
        let day = |name: &str| field(&asked, name).parse::<NaiveDate>().map_err(|_| INVALID_DATE);
        let (from, to) = (day("startDate")?, day("endDate")?);
        let page = number(&asked, "page", 1).ok_or(INVALID)?;
        let size = number(&asked, "size", PAGE).filter(|size| *size <= LARGEST).ok_or(INVALID)?;
        let by_payout = match field(&asked, "dateType") {
            "" | "soldDate" => false,
            "paidOutDate" => true,
            _ => return Err(INVALID),
        };
        let within = |row: &&Movement| {
            let sold = sold_on(row);
            (from..=to).contains(&if by_payout { paid_out_on(sold) } else { sold })
        };
        let rows = desk.work(|book, _| {
            let own = book.movements.iter().filter(|row| row.merchant == merchant).filter(within);
            own.skip((page - 1) * size).take(size).map(|row| settlement(book, row)).collect::<Vec<_>>()
        });
        Ok(rows)
    });
    rows.map_or_else(IntoResponse::into_response, |rows| Json(rows).into_response())
}

fn settlement(book: &Book, row: &Movement) -> Value {
    let fee = row.amount * FEE / 1_000;
    let vat = fee / 10;
    let sold = sold_on(row);
    let approved = book.payments.get(&row.payment).and_then(|payment| payment.approved);
    let canceled = (row.amount < 0).then(
        || json!({ "cancelAmount": -row.amount, "canceledAt": korean(row.at), "transactionKey": row.transaction }),
    );
    json!({
        "mId": row.merchant,
        "paymentKey": row.payment,
        "transactionKey": row.transaction,
        "orderId": row.order,
        "currency": "KRW",
        "method": "카드",
        "amount": row.amount,
        "interestFee": 0,
        "fees": [{ "type": "BASE", "fee": fee + vat }],
        "supplyAmount": fee,
        "vat": vat,
        "payOutAmount": row.amount - fee - vat,
        "approvedAt": korean(approved.unwrap_or(row.at)),
        "soldDate": sold,
        "paidOutDate": paid_out_on(sold),
        "card": { "issuerCode": "61", "acquirerCode": "31", "number": "53275010****123*" },
        "cancel": canceled,
    })
}

fn sold_on(row: &Movement) -> NaiveDate {
    row.at.with_timezone(&korea()).date_naive()
}

/// Business days later; holidays count as such.
fn paid_out_on(sold: NaiveDate) -> NaiveDate {
    let mut day = sold;
    let mut left = PAID_OUT_AFTER;
    while left > 0 {
        day = day.checked_add_days(Days::new(1)).unwrap_or(day);
        if !matches!(day.weekday(), Weekday::Sat | Weekday::Sun) {
            left -= 1;
        }
    }
    day
}

/// A local time, without a zone.
fn moment(text: &str) -> Result<DateTime<Utc>, Refusal> {
    let local = NaiveDateTime::parse_from_str(text, "%Y-%m-%dT%H:%M:%S%.f").map_err(|_| INVALID_DATE)?;
    korea().from_local_datetime(&local).single().map(|at| at.to_utc()).ok_or(INVALID_DATE)
}

/// A number from 1, or `otherwise` when it is left out.
fn number(asked: &Fields, name: &str, otherwise: usize) -> Option<usize> {
    match field(asked, name) {
        "" => Some(otherwise),
        text => text.parse().ok().filter(|number| *number >= 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weekends_pay_nothing_out() {
        let day = |d| NaiveDate::from_ymd_opt(2026, 11, d).expect("a day");
        // the 16th is a Monday
        for (sold, paid) in [(16, 18), (18, 20), (19, 23), (20, 24), (21, 24), (22, 24)] {
            assert_eq!(paid_out_on(day(sold)), day(paid), "{sold}");
        }
    }
}
