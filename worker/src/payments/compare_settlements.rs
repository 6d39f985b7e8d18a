//! Job `compare_settlements`: notes what the providers pay out on one Korean day, with their fees, and compares it with the
//! ledger. The job's `ref_id` is the day, as in `compare_day`.

use chrono::NaiveDate;
use db::findings::{FindingKind, NewFinding};
use db::ledger::{self, Movement};
use db::settlements::{self, NewSettlement};
use db::{TenantDb, TenantTx, findings, payment_accounts};
use domain::payment::Settlement;
use futures::future::BoxFuture;
use partners::payment::{Error, SETTLEMENT_PAGE};
use queue::{Done, Failure, Handler, JobRun, Outcome};

use super::Cashier;
use super::cashier::retry;

/// Compares.
pub struct CompareSettlements {
    /// The providers.
    pub cashier: Cashier,
}

impl Handler for CompareSettlements {
    fn run<'a>(&'a self, run: &'a JobRun) -> BoxFuture<'a, Outcome> {
        Box::pin(async move {
            let day = i32::try_from(run.job.ref_id).ok().and_then(NaiveDate::from_num_days_from_ce_opt);
            let day = day.ok_or_else(|| Failure::fail("no day"))?;
            let db = run.tenant_db();
            for account in payment_accounts::list(&mut db.acquire().await?).await? {
                let id = account.id;
                let provider = self.cashier.open(&db, account)?;
                for page in 1.. {
                    let rows = match provider.settlements(day, page).await {
                        Ok(rows) => rows,
                        Err(Error::Unsupported) => break,
                        Err(error) => return Err(retry(error)),
                    };
                    self.note(&db, id, &rows).await?;
                    if rows.len() < SETTLEMENT_PAGE {
                        break;
                    }
                }
            }
            Ok(Done::nothing())
        })
    }
}

impl CompareSettlements {
    async fn note(&self, db: &TenantDb, account: i64, rows: &[Settlement]) -> Result<(), Failure> {
        let keys: Vec<String> = rows.iter().map(|row| row.transaction_key.clone()).collect();
        let mut tx = db.begin().await?;
        let entries = ledger::list_by_keys(&mut tx, &keys).await?;
        for row in rows {
            let entry = entries.iter().find(|entry| entry.transaction_key == row.transaction_key);
            self.note_one(&mut tx, account, (row, entry)).await?;
        }
        tx.commit().await?;
        Ok(())
    }

    async fn note_one(
        &self,
        tx: &mut TenantTx,
        account: i64,
        (row, entry): (&Settlement, Option<&ledger::Entry>),
    ) -> db::Result<()> {
        let now = self.cashier.now();
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
            let new = NewFinding {
                kind: FindingKind::SettlementMismatch,
                order: entry.map(|entry| entry.order),
                transaction_key: &row.transaction_key,
                our_amount: entry.map(|entry| entry.amount),
                their_amount: Some(row.amount),
            };
            findings::insert(tx, &new, now).await?;
        }
        if let Some(entry) = entry {
            let fee = Movement {
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
}
