//! Job `compare_day`: compares the provider's transactions of one day in Korea with the ledger's entries, one by one,
//! and checks that the ledger of every order balances.
//!
//! For a provider without a list (Inicis), it queries each order of the day instead, and again paid orders of earlier
//! days, because the provider's merchant site can refund them. It reads the provider's list page by page and keeps only
//! the hashes of its keys, so that a day of any size fits into memory.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use db::ledger::{self, Entry};
use db::orders::{self, Order, Settled};
use db::payment_accounts::PaymentAccount;
use db::payment_discrepancies::{DiscrepancyKind, NewDiscrepancy};
use db::{TenantDb, payment_accounts, payment_discrepancies};
use domain::payment::Transaction;
use domain::{Krw, Oid, OrderId, OrderStatus, ProviderStatus};
use partners::payment::{Error, Provider, TransactionQuery};
use queue::jobs::CompareDay;
use queue::{Done, Failure, JobRun, Outcome};
use sha2::{Digest as _, Sha256};

use super::PaymentContext;

/// Transactions of one page; the provider's limit.
const PAGE_SIZE: usize = 5_000;
/// Ledger entries of one query.
const BATCH_SIZE: i64 = 5_000;
/// For how many weeks a paid order is queried again, once a week, at a provider without a list. So a day's comparison
/// queries the orders of this many earlier days.
const RECHECKED_WEEKS: i64 = 13;
/// The number of orders whose query may fail before the comparison stops, because the provider is unavailable.
const MAX_FAILED_QUERIES: usize = 5;

/// The result of a comparison.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DayComparison {
    /// Transactions of the provider: those that it listed, or those of the orders that it was queried for.
    pub provider_transactions: u64,
    /// Entries of our ledger, or the orders that were compared one by one.
    pub ledger_entries: u64,
    /// Differences, including those that were repaired automatically.
    pub differences: u64,
}

/// Runs the job.
///
/// # Errors
/// Retries while a provider or the database fails.
pub async fn run(context: Arc<PaymentContext>, run: JobRun<CompareDay>) -> Outcome {
    let db = run.tenant_db();
    check_balance(&db, context.now()).await?;
    // one account's failure keeps neither the balance nor another account from being checked
    let mut failure = None;
    for account in payment_accounts::list(&mut db.acquire().await?).await? {
        if let Err(error) = compare_account(&context, &db, account, run.job.day).await {
            failure.get_or_insert(error);
        }
    }
    failure.map_or_else(|| Ok(Done::without_effect()), Err)
}

async fn compare_account(
    context: &PaymentContext,
    db: &TenantDb,
    account: PaymentAccount,
    day: NaiveDate,
) -> Result<(), Failure> {
    let id = account.id;
    let provider = context.open_account(db, account)?;
    let comparer = DayComparer { context, db, provider: &provider, account: id, day };
    let result = match Box::pin(comparer.run()).await {
        Ok(result) => result,
        Err(ComparisonError::Unsupported) => comparer.query_orders().await?,
        Err(ComparisonError::Failed(failure)) => return Err(failure),
    };
    let DayComparison { provider_transactions: theirs, ledger_entries: ours, differences } = result;
    tracing::info!(%day, provider = provider.name().as_str(), theirs, ours, differences, "a day was compared");
    Ok(())
}

/// Records a discrepancy for each order whose ledger entries do not match its status.
async fn check_balance(db: &TenantDb, now: DateTime<Utc>) -> db::Result<()> {
    let unbalanced = ledger::list_unbalanced_orders(&mut db.acquire().await?).await?;
    for order in unbalanced {
        tracing::error!(%order, "the ledger of an order does not balance");
        let new = NewDiscrepancy {
            kind: DiscrepancyKind::AmountMismatch,
            order: Some(order),
            transaction_key: "",
            our_amount: None,
            provider_amount: None,
        };
        payment_discrepancies::insert(&mut db.acquire().await?, &new, now).await?;
    }
    Ok(())
}

enum ComparisonError {
    /// The provider has no list.
    Unsupported,
    Failed(Failure),
}

impl From<Failure> for ComparisonError {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

impl From<db::Error> for ComparisonError {
    fn from(error: db::Error) -> Self {
        Self::Failed(error.into())
    }
}

/// The first half of the hash of a key, which is enough to distinguish the transactions of a day.
type KeyHash = [u8; 16];

fn hash_key(key: &str) -> KeyHash {
    let mut hash = KeyHash::default();
    hash.copy_from_slice(&Sha256::digest(key)[..16]);
    hash
}

struct DayComparer<'a> {
    context: &'a PaymentContext,
    db: &'a TenantDb,
    provider: &'a Provider,
    account: i64,
    day: NaiveDate,
}

impl DayComparer<'_> {
    async fn run(&self) -> Result<DayComparison, ComparisonError> {
        let mut comparison = DayComparison::default();
        let listed = Box::pin(self.check_provider_list(&mut comparison)).await?;
        self.check_ledger(&listed, &mut comparison).await?;
        Ok(comparison)
    }

    /// Queries each order of the day, for a provider without a list, and again the paid ones of the same weekday before.
    async fn query_orders(&self) -> Result<DayComparison, Failure> {
        let (mut comparison, mut failures) = (DayComparison::default(), Vec::new());
        for week in 0..=RECHECKED_WEEKS {
            let day = self.day - TimeDelta::weeks(week);
            let window = TransactionQuery::for_day(day, None, PAGE_SIZE);
            let mut after = None;
            loop {
                let mut conn = self.db.acquire().await?;
                let times = window.from..window.to;
                let orders = orders::list_between(&mut conn, self.account, times, after, BATCH_SIZE).await?;
                drop(conn);
                let Some(last) = orders.last() else { break };
                after = Some(last.id);
                for order in &orders {
                    if week > 0 && !self.is_rechecked(order, &window).await? {
                        continue;
                    }
                    // one order's failure keeps no other from being compared
                    if let Err(error) = self.query_order(order, &mut comparison).await {
                        failures.push(error);
                    }
                    if failures.len() >= MAX_FAILED_QUERIES {
                        return failures.pop().map_or(Ok(comparison), Err);
                    }
                }
            }
        }
        failures.pop().map_or(Ok(comparison), Err)
    }

    /// Returns whether an order of an earlier day is queried again: a paid one of that day, unless a person was notified
    /// of its refund already.
    async fn is_rechecked(&self, order: &Order, window: &TransactionQuery) -> db::Result<bool> {
        let is_paid = order.status == OrderStatus::Paid && (window.from..window.to).contains(&order.created_at);
        let kinds = [DiscrepancyKind::Unpaid, DiscrepancyKind::AmountMismatch];
        Ok(is_paid && !payment_discrepancies::exists(&mut self.db.acquire().await?, order.id, &kinds).await?)
    }

    /// Settles an order by its provider's state, and counts the difference, if there is one.
    async fn query_order(&self, order: &Order, comparison: &mut DayComparison) -> Result<(), Failure> {
        comparison.ledger_entries += 1;
        let settled = self.settle(order).await?;
        let has_money = matches!(order.status, OrderStatus::Paid | OrderStatus::Refunding | OrderStatus::Refunded);
        match settled {
            Settled::Discrepancy(_) => comparison.differences += 1,
            Settled::Paid(_) | Settled::Refund(_) if !has_money => {
                comparison.provider_transactions += 1;
                comparison.differences += 1;
                self.record_repaired(order.id, "", order.amount).await?;
            }
            Settled::Paid(_) | Settled::Refund(_) | Settled::Refunded => comparison.provider_transactions += 1,
            Settled::Pending | Settled::Confirm | Settled::Closed(_) => {}
        }
        Ok(())
    }

    /// Records that a payment was missing from the ledger and has been added.
    async fn record_repaired(&self, order: OrderId, transaction_key: &str, amount: Krw) -> db::Result<()> {
        let mut conn = self.db.acquire().await?;
        let now = self.context.now();
        let kind = DiscrepancyKind::Unrecorded;
        let new = NewDiscrepancy {
            kind,
            order: Some(order),
            transaction_key,
            our_amount: None,
            provider_amount: Some(amount),
        };
        payment_discrepancies::insert(&mut conn, &new, now).await?;
        payment_discrepancies::set_repaired(&mut conn, order, &[kind], now).await?;
        Ok(())
    }

    /// Reads the provider's list, and handles transactions that are missing from the ledger or have another amount.
    async fn check_provider_list(&self, comparison: &mut DayComparison) -> Result<HashSet<KeyHash>, ComparisonError> {
        let (mut listed, mut after) = (HashSet::new(), None);
        loop {
            let window = TransactionQuery::for_day(self.day, after, PAGE_SIZE);
            let page = match self.provider.list_transactions(&window).await {
                Ok(page) => page,
                Err(Error::Unsupported) => return Err(ComparisonError::Unsupported),
                Err(error) => return Err(ComparisonError::Failed(Failure::retry(error))),
            };
            let full = page.len() >= PAGE_SIZE;
            after = page.last().map(|last| last.transaction_key.clone());
            let moved: Vec<_> = page.into_iter().filter(|one| is_movement(one.status)).collect();
            let keys: Vec<String> = moved.iter().map(|one| one.transaction_key.clone()).collect();
            let entries = ledger::list_by_keys(&mut self.db.acquire().await?, &keys).await?;
            let entries: HashMap<_, _> = entries.iter().map(|entry| (entry.transaction_key.as_str(), entry)).collect();
            for one in &moved {
                comparison.provider_transactions += 1;
                listed.insert(hash_key(&one.transaction_key));
                match entries.get(one.transaction_key.as_str()) {
                    Some(entry) if entry.amount == one.amount => {}
                    Some(entry) => {
                        comparison.differences += 1;
                        self.record_discrepancy(DiscrepancyKind::AmountMismatch, one, Some(entry)).await?;
                    }
                    None => {
                        comparison.differences += 1;
                        self.handle_missing(one).await?;
                    }
                }
            }
            if !full {
                return Ok(listed);
            }
        }
    }

    /// Handles a transaction that is missing from the ledger: settles its order by the provider's state, and records a
    /// discrepancy if the transaction is still missing.
    async fn handle_missing(&self, one: &Transaction) -> Result<(), ComparisonError> {
        let order = match Oid::parse(&one.oid) {
            Some(oid) => orders::find_by_oid(&mut self.db.acquire().await?, &oid).await?,
            None => None,
        };
        let Some(order) = order else { return self.record_discrepancy(DiscrepancyKind::Unrecorded, one, None).await };
        let settled = self.settle(&order).await?;
        let keys = [one.transaction_key.clone()];
        let now_there = ledger::list_by_keys(&mut self.db.acquire().await?, &keys).await?;
        let kind = match now_there.first() {
            Some(entry) if entry.amount == one.amount => {
                return Ok(self.record_repaired(order.id, &one.transaction_key, one.amount).await?);
            }
            // the order is charged, but by another transaction
            _ if one.amount > Krw::ZERO && matches!(settled, Settled::Paid(_) | Settled::Refund(_)) => {
                DiscrepancyKind::Duplicate
            }
            _ => DiscrepancyKind::Unrecorded,
        };
        self.record_discrepancy(kind, one, None).await
    }

    async fn settle(&self, order: &Order) -> Result<Settled, Failure> {
        let (tx, settled) = self.context.settle_by_provider(self.db, self.provider, order).await?;
        tx.commit().await?;
        Ok(settled)
    }

    /// Settles the orders of ledger entries that the provider did not list. The provider may list them on the day
    /// before or after.
    async fn check_ledger(
        &self,
        listed: &HashSet<KeyHash>,
        comparison: &mut DayComparison,
    ) -> Result<(), ComparisonError> {
        let window = TransactionQuery::for_day(self.day, None, PAGE_SIZE);
        let mut after = 0;
        loop {
            let mut conn = self.db.acquire().await?;
            let times = window.from..window.to;
            let entries = ledger::list_between(&mut conn, self.account, times, after, BATCH_SIZE).await?;
            let Some(last) = entries.last() else { return Ok(()) };
            after = last.id;
            // no connection is held during calls to the provider
            drop(conn);
            for entry in &entries {
                comparison.ledger_entries += 1;
                if listed.contains(&hash_key(&entry.transaction_key)) {
                    continue;
                }
                let found = orders::find(&mut self.db.acquire().await?, entry.order).await?;
                // settling reports a discrepancy if the provider has no such payment
                if let Some(order) = found
                    && let Settled::Discrepancy(_) = self.settle(&order).await?
                {
                    comparison.differences += 1;
                }
            }
        }
    }

    async fn record_discrepancy(
        &self,
        kind: DiscrepancyKind,
        one: &Transaction,
        entry: Option<&Entry>,
    ) -> Result<(), ComparisonError> {
        let mut conn = self.db.acquire().await?;
        let order = match (entry, Oid::parse(&one.oid)) {
            (Some(entry), _) => Some(entry.order),
            (None, Some(oid)) => orders::find_by_oid(&mut conn, &oid).await?.map(|order| order.id),
            (None, None) => None,
        };
        let new = NewDiscrepancy {
            kind,
            order,
            transaction_key: &one.transaction_key,
            our_amount: entry.map(|entry| entry.amount),
            provider_amount: Some(one.amount),
        };
        payment_discrepancies::insert(&mut conn, &new, self.context.now()).await?;
        Ok(())
    }
}

/// Returns whether money moved.
const fn is_movement(status: ProviderStatus) -> bool {
    matches!(status, ProviderStatus::Done | ProviderStatus::Canceled | ProviderStatus::PartialCanceled)
}
