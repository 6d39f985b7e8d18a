//! The checks of each cell and of the whole ledger after all orders are settled.

use std::collections::BTreeSet;

use serde_json::Value;

use super::cells::{Call, Scenario};
use super::cluster::TestCluster;
use super::payer::text;

/// Movements of money: the transaction key and the amount.
type Movements = BTreeSet<(String, i64)>;

/// The order of a cell.
#[derive(Debug, sqlx::FromRow)]
struct Order {
    id: i64,
    oid: String,
    status: String,
    amount: i64,
}

/// A claim of a cell.
#[derive(Debug, sqlx::FromRow)]
struct Claim {
    id: i64,
    status: i16,
    paid_order_id: Option<i64>,
}

/// Checks one cell; returns the errors.
pub async fn check_cell(cluster: &TestCluster, scenario: &Scenario) -> Vec<String> {
    let mut errors = scenario.errors.clone();
    errors.extend(unused_rules(cluster, scenario));
    let orders: Vec<Order> = sqlx::query_as("select id, oid, status, amount from orders where patient_id = $1")
        .bind(scenario.patient.id.get())
        .fetch_all(&mut cluster.superuser().await)
        .await
        .expect("orders");
    let [order] = &*orders else {
        errors.push(format!("there must be one order: {orders:?}"));
        return errors;
    };
    let ours: Movements =
        sqlx::query_as("select transaction_key, amount from ledger where order_id = $1 and kind <> 'fee'")
            .bind(order.id)
            .fetch_all(&mut cluster.superuser().await)
            .await
            .expect("a ledger")
            .into_iter()
            .collect();
    let provider_ledger = cluster.provider_ledger(&order.oid).await;
    let theirs = movements(&provider_ledger);
    if ours != theirs {
        errors.push(format!("our ledger has {ours:?}, the provider's {theirs:?}"));
    }
    let payments = provider_ledger["payments"].as_array().map_or(0, Vec::len);
    if payments > 1 {
        errors.push(format!("{payments} payments were created"));
    }
    errors.extend(check_outcome(cluster, scenario, order, &ours).await);
    errors
}

/// Returns the calls that never happened although the cell expects them.
fn unused_rules(cluster: &TestCluster, scenario: &Scenario) -> Vec<String> {
    let mut errors = Vec::new();
    for marker in [&scenario.oid, &scenario.patient.token] {
        if !marker.is_empty() {
            let calls = [&cluster.front, &cluster.back].into_iter().flat_map(|side| side.unused_rules(marker));
            errors.extend(calls.map(|call| format!("never called: {call}")));
        }
    }
    errors
}

/// Checks that order, money and claim match, and that the payer saw the right page.
async fn check_outcome(
    cluster: &TestCluster,
    scenario: &Scenario,
    order: &Order,
    movements: &Movements,
) -> Vec<String> {
    let mut errors = Vec::new();
    let claims: Vec<Claim> = sqlx::query_as("select id, status, paid_order_id from claims where patient_id = $1")
        .bind(scenario.patient.id.get())
        .fetch_all(&mut cluster.superuser().await)
        .await
        .expect("claims");
    let mut amounts: Vec<i64> = movements.iter().map(|(_, amount)| *amount).collect();
    amounts.sort_unstable();
    let has_claim = |status: i16| {
        let is_paid = |claim: &Claim| claim.status == status && claim.paid_order_id == Some(order.id);
        matches!(&*claims, [claim] if is_paid(claim) && Some(claim.id) == scenario.claim)
    };
    let is_valid = match (scenario.cell.call, order.status.as_str()) {
        (call, "paid") if !call.cancels_claim() => amounts == [order.amount] && has_claim(0),
        (call, "refunded") if call.cancels_claim() => amounts == [-order.amount, order.amount] && has_claim(-1),
        // a payer who does not return may have authorized nothing
        (Call::LastReturn, "expired") => amounts.is_empty() && claims.is_empty(),
        _ => false,
    };
    if !is_valid {
        let claim = scenario.claim;
        errors.push(format!("{order:?} with {amounts:?}, claims {claims:?}; the payer has {claim:?}"));
    }
    // a payer who has paid must not see a failure
    let last_page = scenario.last_page.as_deref().unwrap_or("/payment/complete");
    if order.status != "expired" && !last_page.starts_with("/payment/complete") {
        errors.push(format!("{}, and the payer saw {last_page}", order.status));
    }
    errors
}

/// Checks the whole ledger; returns the errors.
pub async fn check_invariants(cluster: &TestCluster) -> Vec<String> {
    let mut errors = Vec::new();
    cluster.compare_day().await;
    let findings: Vec<String> = sqlx::query_scalar("select to_jsonb(f)::text from payment_findings f")
        .fetch_all(&mut cluster.superuser().await)
        .await
        .expect("findings");
    errors.extend(findings.into_iter().map(|finding| format!("the day was compared and something found: {finding}")));
    let compared = cluster.count("jobs where kind = 'compare_day' and state = 'done'").await;
    if compared == 0 {
        errors.push("the day was not compared".to_owned());
    }
    let mut conn = cluster.database.tenant().acquire().await.expect("a connection");
    let unbalanced = db::ledger::list_unbalanced_orders(&mut conn).await.expect("a list");
    if !unbalanced.is_empty() {
        errors.push(format!("unbalanced: {unbalanced:?}"));
    }
    let ours: Vec<(String, i64)> = sqlx::query_as("select transaction_key, amount from ledger where kind <> 'fee'")
        .fetch_all(&mut cluster.superuser().await)
        .await
        .expect("a ledger");
    let (ours, theirs): (Movements, Movements) =
        (ours.into_iter().collect(), movements(&cluster.provider_ledger("").await));
    let sum = |all: &Movements| all.iter().map(|(_, amount)| amount).sum::<i64>();
    if ours != theirs || theirs.is_empty() {
        errors.push(format!("our ledger has {} won, the provider's {}", sum(&ours), sum(&theirs)));
    }
    errors
}

fn movements(ledger: &Value) -> Movements {
    let rows = ledger["transactions"].as_array().into_iter().flatten();
    rows.map(|row| (text(&row["transactionKey"]).to_owned(), row["amount"].as_i64().unwrap_or_default())).collect()
}
