//! What must be true of each cell, and of all of them together, once everything was settled.

use std::collections::BTreeSet;

use serde_json::Value;

use super::cells::{Call, Play};
use super::house::House;
use super::payer::text;

/// Movements of money: the provider's key and the amount.
type Movements = BTreeSet<(String, i64)>;

/// What is not as it must be in one cell.
pub async fn cell(house: &House, play: &Play) -> Vec<String> {
    let mut wrong = play.troubles.clone();
    for about in [&play.oid, &play.patient.token] {
        if !about.is_empty() {
            wrong.extend(
                [&house.front, &house.back]
                    .into_iter()
                    .flat_map(|side| side.unmet(about))
                    .map(|call| format!("never called: {call}")),
            );
        }
    }
    let mut conn = house.superuser().await;
    let orders: Vec<(i64, String, String, i64)> =
        sqlx::query_as("select id, oid, status, amount from orders where patient_id = $1")
            .bind(play.patient.id.get())
            .fetch_all(&mut conn)
            .await
            .expect("orders");
    let [(id, oid, status, amount)] = &*orders else {
        wrong.push(format!("one order was asked for: {orders:?}"));
        return wrong;
    };
    let ours: Movements =
        sqlx::query_as("select transaction_key, amount from ledger where order_id = $1 and kind <> 'fee'")
            .bind(id)
            .fetch_all(&mut conn)
            .await
            .expect("a ledger")
            .into_iter()
            .collect();
    let book = house.book(oid).await;
    let theirs = movements(&book);
    if ours != theirs {
        wrong.push(format!("our ledger has {ours:?}, the provider's book {theirs:?}"));
    }
    let begun = book["payments"].as_array().map_or(0, Vec::len);
    if begun > 1 {
        wrong.push(format!("{begun} payments were begun"));
    }
    let claims: Vec<(i64, i16, Option<i64>)> =
        sqlx::query_as("select id, status, paid_order_id from claims where patient_id = $1")
            .bind(play.patient.id.get())
            .fetch_all(&mut conn)
            .await
            .expect("claims");
    let mut amounts: Vec<i64> = ours.iter().map(|(_, amount)| *amount).collect();
    amounts.sort_unstable();
    let as_it_must = match (play.cell.call, status.as_str()) {
        (call, "paid") if !call.is_called_off() => {
            amounts == [*amount]
                && matches!(&*claims, [(claim, 0, Some(order))] if order == id && Some(*claim) == play.claim)
        }
        (call, "refunded") if call.is_called_off() => {
            amounts == [-amount, *amount]
                && matches!(&*claims, [(claim, -1, Some(order))] if order == id && Some(*claim) == play.claim)
        }
        // who does not come back may have agreed to nothing
        (Call::LastReturn, "expired") => amounts.is_empty() && claims.is_empty(),
        _ => false,
    };
    if !as_it_must {
        let claim = play.claim;
        wrong.push(format!("{status} with {amounts:?} of {amount}, claims {claims:?}; the payer has {claim:?}"));
    }
    // nobody is told that they did not pay, and pays
    let told = play.told.as_deref().unwrap_or("/payment/complete");
    if status != "expired" && !told.starts_with("/payment/complete") {
        wrong.push(format!("{status}, and the payer was sent to {told}"));
    }
    wrong
}

/// What is not as it must be in the whole.
pub async fn whole(house: &House) -> Vec<String> {
    let mut wrong = Vec::new();
    house.compare_day().await;
    let findings: Vec<String> = sqlx::query_scalar("select to_jsonb(f)::text from payment_findings f")
        .fetch_all(&mut house.superuser().await)
        .await
        .expect("findings");
    wrong.extend(findings.into_iter().map(|finding| format!("the day was compared and something found: {finding}")));
    let compared = house.count("jobs where kind = 'compare_day' and state = 'done'").await;
    if compared == 0 {
        wrong.push("the day was not compared".to_owned());
    }
    let mut conn = house.database.tenant().acquire().await.expect("a connection");
    let unbalanced = db::ledger::list_unbalanced(&mut conn).await.expect("a list");
    if !unbalanced.is_empty() {
        wrong.push(format!("unbalanced: {unbalanced:?}"));
    }
    let ours: Vec<(String, i64)> = sqlx::query_as("select transaction_key, amount from ledger where kind <> 'fee'")
        .fetch_all(&mut house.superuser().await)
        .await
        .expect("a ledger");
    let (ours, theirs): (Movements, Movements) = (ours.into_iter().collect(), movements(&house.book("").await));
    let sum = |all: &Movements| all.iter().map(|(_, amount)| amount).sum::<i64>();
    if ours != theirs || theirs.is_empty() {
        wrong.push(format!("our ledger has {} won, the provider's book {}", sum(&ours), sum(&theirs)));
    }
    wrong
}

fn movements(book: &Value) -> Movements {
    let rows = book["transactions"].as_array().into_iter().flatten();
    rows.map(|row| (text(&row["transactionKey"]).to_owned(), row["amount"].as_i64().unwrap_or_default())).collect()
}
