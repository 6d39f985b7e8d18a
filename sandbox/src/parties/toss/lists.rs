//! The lists of transactions and settlements.

use std::sync::Arc;

use axum::Json;
use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use chrono::{DateTime, Datelike as _, Days, NaiveDate, NaiveDateTime, TimeZone as _, Utc, Weekday};
use serde_json::{Value, json};

use super::ledger::{Ledger, Movement};
use super::payment::{format_korean_time, korea_offset};
use super::{ApiError, Provider, authenticate};
use crate::parties::wire::{FormFields, field, parse_form};

const DEFAULT_PAGE_SIZE: usize = 100;
const MAX_PAGE_SIZE: usize = 5_000;
/// The provider's fee in thousandths, without tax.
const FEE_PER_MILLE: i64 = 29;
/// The number of business days from a sale to its payout.
const PAYOUT_DELAY_DAYS: u32 = 2;

const INVALID: ApiError = ApiError::new(StatusCode::BAD_REQUEST, "INVALID_REQUEST", "잘못된 요청입니다.");
const INVALID_DATE: ApiError = ApiError::new(StatusCode::BAD_REQUEST, "INVALID_DATE", "날짜 데이터가 잘못 되었습니다.");

/// `GET /v1/transactions`: from `startDate` to `endDate`, both inclusive, the oldest first.
pub(super) async fn transactions(
    State(provider): State<Arc<Provider>>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Response {
    let parameters = parse_form(&query.unwrap_or_default());
    let rows = authenticate(&headers).and_then(|merchant| {
        let (from, to) =
            (parse_local_time(field(&parameters, "startDate"))?, parse_local_time(field(&parameters, "endDate"))?);
        let limit = parse_number(&parameters, "limit", DEFAULT_PAGE_SIZE)
            .filter(|limit| *limit <= MAX_PAGE_SIZE)
            .ok_or(INVALID)?;
        let after = field(&parameters, "startingAfter");
        provider.update(|ledger, _| {
            let mut rows = ledger.movements.iter().filter(|row| row.merchant == merchant);
            if !after.is_empty() && !rows.any(|row| row.transaction == after) {
                return Err(INVALID);
            }
            let within = rows.filter(|row| (from..=to).contains(&row.at));
            Ok(within.take(limit).map(|row| transaction(ledger, row)).collect::<Vec<_>>())
        })
    });
    rows.map_or_else(IntoResponse::into_response, |rows| Json(rows).into_response())
}

fn transaction(ledger: &Ledger, row: &Movement) -> Value {
    let overrides = ledger.payments.get(&row.payment).map(|payment| payment.overrides.clone()).unwrap_or_default();
    json!({
        "mId": row.merchant,
        "transactionKey": row.transaction,
        "paymentKey": row.payment,
        "orderId": overrides.order_id.as_ref().unwrap_or(&row.order),
        "method": "카드",
        "customerKey": null,
        "useEscrow": false,
        "receiptUrl": "https://dashboard.tosspayments.com/receipt",
        "status": row.status,
        "transactionAt": format_korean_time(row.at),
        "currency": overrides.currency.as_deref().unwrap_or("KRW"),
        "amount": overrides.amount.unwrap_or(row.amount),
    })
}

/// `GET /v1/settlements`: by the day of the sale or of the payout.
pub(super) async fn settlements(
    State(provider): State<Arc<Provider>>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Response {
    let parameters = parse_form(&query.unwrap_or_default());
    let rows = authenticate(&headers).and_then(|merchant| {
        let day = |name: &str| field(&parameters, name).parse::<NaiveDate>().map_err(|_| INVALID_DATE);
        let (from, to) = (day("startDate")?, day("endDate")?);
        let page = parse_number(&parameters, "page", 1).ok_or(INVALID)?;
        let size = parse_number(&parameters, "size", DEFAULT_PAGE_SIZE)
            .filter(|size| *size <= MAX_PAGE_SIZE)
            .ok_or(INVALID)?;
        let by_payout = match field(&parameters, "dateType") {
            "" | "soldDate" => false,
            "paidOutDate" => true,
            _ => return Err(INVALID),
        };
        let is_within = |row: &&Movement| {
            let sale = sale_date(row);
            (from..=to).contains(&if by_payout { payout_date(sale) } else { sale })
        };
        let rows = provider.update(|ledger, _| {
            let own = ledger.movements.iter().filter(|row| row.merchant == merchant).filter(is_within);
            own.skip((page - 1) * size).take(size).map(|row| settlement(ledger, row)).collect::<Vec<_>>()
        });
        Ok(rows)
    });
    rows.map_or_else(IntoResponse::into_response, |rows| Json(rows).into_response())
}

fn settlement(ledger: &Ledger, row: &Movement) -> Value {
    let fee = row.amount * FEE_PER_MILLE / 1_000;
    let vat = fee / 10;
    let sale = sale_date(row);
    let approved = ledger.payments.get(&row.payment).and_then(|payment| payment.approved);
    let canceled = (row.amount < 0).then(
        || json!({ "cancelAmount": -row.amount, "canceledAt": format_korean_time(row.at), "transactionKey": row.transaction }),
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
        "approvedAt": format_korean_time(approved.unwrap_or(row.at)),
        "soldDate": sale,
        "paidOutDate": payout_date(sale),
        "card": { "issuerCode": "61", "acquirerCode": "31", "number": "53275010****123*" },
        "cancel": canceled,
    })
}

fn sale_date(row: &Movement) -> NaiveDate {
    row.at.with_timezone(&korea_offset()).date_naive()
}

/// Returns the day of the payout. Holidays count as business days.
fn payout_date(sale: NaiveDate) -> NaiveDate {
    let mut day = sale;
    let mut left = PAYOUT_DELAY_DAYS;
    while left > 0 {
        day = day.checked_add_days(Days::new(1)).unwrap_or(day);
        if !matches!(day.weekday(), Weekday::Sat | Weekday::Sun) {
            left -= 1;
        }
    }
    day
}

/// Parses a local time without a zone.
fn parse_local_time(text: &str) -> Result<DateTime<Utc>, ApiError> {
    let local = NaiveDateTime::parse_from_str(text, "%Y-%m-%dT%H:%M:%S%.f").map_err(|_| INVALID_DATE)?;
    korea_offset().from_local_datetime(&local).single().map(|at| at.to_utc()).ok_or(INVALID_DATE)
}

/// Parses a number of at least 1; `default` if it is missing.
fn parse_number(parameters: &FormFields, name: &str, default: usize) -> Option<usize> {
    match field(parameters, name) {
        "" => Some(default),
        text => text.parse().ok().filter(|number| *number >= 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn payouts_skip_weekends() {
        let day = |d| NaiveDate::from_ymd_opt(2026, 11, d).expect("a day");
        // the 16th is a Monday
        for (sold, paid) in [(16, 18), (18, 20), (19, 23), (20, 24), (21, 24), (22, 24)] {
            assert_eq!(payout_date(day(sold)), day(paid), "{sold}");
        }
    }
}
