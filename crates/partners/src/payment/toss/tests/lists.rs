//! Lists of transactions and of settlements.

use super::*;

fn transaction(key: &str, status: &str, amount: i64) -> Value {
    json!({"mId": "m", "transactionKey": key, "paymentKey": "p", "orderId": "o", "method": "카드", "customerKey": null,
        "useEscrow": false, "receiptUrl": "r", "status": status, "transactionAt": "2026-11-21T00:00:00+09:00",
        "currency": "KRW", "amount": amount})
}

fn first_page() -> TransactionQuery {
    let day = NaiveDate::from_ymd_opt(2026, 11, 21).expect("a day");
    TransactionQuery::for_day(day, Some("after&1".to_owned()), 90_000)
}

#[tokio::test]
async fn transactions_request_covers_korean_day() {
    let party = Party::with_responses(&[(200, "[]")]).await;
    assert!(provider(&party.url).list_transactions(&first_page()).await.expect("a page").is_empty());
    let expected = "GET /base/v1/transactions?startDate=2026-11-21T00%3A00%3A00&endDate=2026-11-22T00%3A00%3A00\
                    &limit=5000&startingAfter=after%261";
    assert_eq!(party.calls().await, [expected]);
}

#[tokio::test]
async fn refunds_are_negative_transactions() {
    // the sign of refunds is not documented
    let page = json!([
        transaction("a", "DONE", 3_630),
        transaction("b", "CANCELED", 3_630),
        transaction("c", "PARTIAL_CANCELED", -30),
    ]);
    let party = Party::with_responses(&[(200, &page.to_string())]).await;
    let rows = provider(&party.url).list_transactions(&first_page()).await.expect("a page");
    let amounts: Vec<_> = rows.iter().map(|row| (row.transaction_key.as_str(), row.amount.get())).collect();
    assert_eq!(amounts, [("a", 3_630), ("b", -3_630), ("c", -30)]);
    assert_eq!(rows[0].at, Utc.with_ymd_and_hms(2026, 11, 20, 15, 0, 0).single().expect("a time"));
}

#[tokio::test]
async fn incomplete_list_is_unavailable() {
    let mut without_key = transaction("a", "DONE", 1);
    without_key["transactionKey"] = Value::Null;
    for (status, body) in [
        (200, json!([transaction("a", "DONE", 1), transaction("b", "NEW", 1)]).to_string()),
        (200, json!([without_key]).to_string()),
        (200, "{}".to_owned()),
        (200, String::new()),
        (500, "[]".to_owned()),
        (429, "[]".to_owned()),
    ] {
        let party = Party::with_responses(&[(status, &body)]).await;
        let result = provider(&party.url).list_transactions(&first_page()).await;
        assert!(matches!(result, Err(Error::ServiceUnavailable(_))), "{status} {body}: {result:?}");
    }
    let party = Party::with_responses(&[(400, &refusal("INVALID_DATE"))]).await;
    let result = provider(&party.url).list_transactions(&first_page()).await;
    assert!(matches!(&result, Err(Error::Refused { code, .. }) if code == "INVALID_DATE"), "{result:?}");
}

#[tokio::test]
async fn settlements_have_two_published_spellings() {
    let line = |supply: &str, cancel: Value| {
        let mut settled = json!({"mId": "m", "paymentKey": "p", "transactionKey": "t", "orderId": "o", "currency": "KRW",
            "method": "카드", "amount": 3_630, "interestFee": 0, "fees": [{"type": "BASE", "fee": 115}], "vat": 10,
            "payOutAmount": 3_515, "approvedAt": "2026-11-21T00:00:00+09:00", "soldDate": "2026-11-21",
            "paidOutDate": "2026-11-24", "cancel": cancel});
        settled[supply] = json!(105);
        settled
    };
    let page = json!([line("supplyAmount", Value::Null), line("suppliedAmount", json!({"cancelAmount": 3_630}))]);
    let party = Party::with_responses(&[(200, &page.to_string())]).await;
    let day = NaiveDate::from_ymd_opt(2026, 11, 24).expect("a day");
    let rows = provider(&party.url).list_settlements(day, 2).await.expect("a page");
    for (row, sign) in rows.iter().zip([1, -1]) {
        let sums = [row.amount, row.fee, row.vat, row.paid_out].map(|won| won.get() * sign);
        assert_eq!(sums, [3_630, 105, 10, 3_515]);
        assert_eq!(row.paid_out, row.amount - row.fee - row.vat);
        assert_eq!((row.sold_on.to_string().as_str(), row.paid_out_on), ("2026-11-21", day));
    }
    let expected =
        "GET /base/v1/settlements?startDate=2026-11-24&endDate=2026-11-24&dateType=paidOutDate&page=2&size=1000";
    assert_eq!(party.calls().await, [expected]);
}
