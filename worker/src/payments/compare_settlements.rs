//! Job `compare_settlements`: records what the providers pay out on one day in Korea, with their fees, and compares it
//! with the ledger.

use std::sync::Arc;

use chrono::{DateTime, NaiveDate, Utc};
use db::ledger::{self, LedgerEntry};
use db::payment_accounts::PaymentAccount;
use db::payment_discrepancies::{DiscrepancyKind, NewDiscrepancy};
use db::settlements::{self, NewSettlement};
use db::{TenantDb, TenantTx, payment_accounts, payment_discrepancies};
use domain::payment::Settlement;
use partners::payment::{Error, SETTLEMENT_PAGE_ROWS};
use queue::jobs::CompareSettlements;
use queue::{Done, Failure, JobRun, Outcome};

use super::PaymentContext;

/// A settlement and the ledger entry of the same payment.
struct SettlementPair<'a> {
    row: &'a Settlement,
    entry: Option<&'a ledger::Entry>,
}

/// Runs the job.
///
/// # Errors
/// Retries while a provider or the database fails.
pub async fn run(context: Arc<PaymentContext>, run: JobRun<CompareSettlements>) -> Outcome {
    let db = run.tenant_db();
    // one account's failure keeps no other from being compared
    let mut failure = None;
    for account in payment_accounts::list(&mut db.acquire().await?).await? {
        if let Err(error) = record_account(&context, &db, account, run.job.day).await {
            failure.get_or_insert(error);
        }
    }
    failure.map_or_else(|| Ok(Done::without_effect()), Err)
}

async fn record_account(
    context: &PaymentContext,
    db: &TenantDb,
    account: PaymentAccount,
    day: NaiveDate,
) -> Result<(), Failure> {
    let id = account.id;
    let provider = context.open_account(db, account)?;
    for page in 1.. {
        let rows = match provider.list_settlements(day, page).await {
            Ok(rows) => rows,
            Err(Error::Unsupported) => break,
            Err(error) => return Err(Failure::retry(error)),
        };
        record_page(db, id, &rows, context.now()).await?;
        if rows.len() < SETTLEMENT_PAGE_ROWS {
            break;
        }
    }
    Ok(())
}

async fn record_page(db: &TenantDb, account: i64, rows: &[Settlement], now: DateTime<Utc>) -> Result<(), Failure> {
    let keys: Vec<String> = rows.iter().map(|row| row.transaction_key.clone()).collect();
    let mut tx = db.begin().await?;
    let entries = ledger::list_by_keys(&mut tx, &keys).await?;
    for row in rows {
        let entry = entries.iter().find(|entry| entry.transaction_key == row.transaction_key);
        record(&mut tx, account, SettlementPair { row, entry }, now).await?;
    }
    tx.commit().await?;
    Ok(())
}

async fn record(tx: &mut TenantTx, account: i64, pair: SettlementPair<'_>, now: DateTime<Utc>) -> db::Result<()> {
    let SettlementPair { row, entry } = pair;
    let new = NewSettlement {
        account_id: account,
        transaction_key: &row.transaction_key,
        oid: &row.oid,
        amount: row.amount,
        fee: row.fee,
        vat: row.vat,
        paid_out: row.paid_out,
        sold_on: row.sold_on,
        paid_out_on: row.paid_out_on,
    };
    if !settlements::insert(tx, &new, now).await? {
        return Ok(());
    }
    let kept = row.fee + row.vat;
    let agrees = entry.is_some_and(|entry| entry.amount == row.amount) && row.paid_out == row.amount - kept;
    if !agrees {
        let new = NewDiscrepancy {
            kind: DiscrepancyKind::SettlementMismatch,
            order: entry.map(|entry| entry.order),
            transaction_key: &row.transaction_key,
            our_amount: entry.map(|entry| entry.amount),
            provider_amount: Some(row.amount),
        };
        payment_discrepancies::insert(tx, &new, now).await?;
    }
    if let Some(entry) = entry {
        let fee = LedgerEntry {
            order: entry.order,
            kind: "fee",
            amount: -kept,
            transaction_key: &row.transaction_key,
            at: now,
        };
        ledger::insert(tx, &fee, now).await?;
    }
    Ok(())
}
