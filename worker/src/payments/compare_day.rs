//! Job `compare_day`: compares the movements of money of one Korean day, the provider's with ours, one by one.
//!
//! The provider's list comes page by page and only the hashes of its keys are kept, so a day of any size fits into memory.
//! The job's `ref_id` is the day: days since the beginning of the calendar.

use std::collections::{HashMap, HashSet};

use chrono::NaiveDate;
use db::findings::{FindingKind, NewFinding};
use db::ledger::{self, Entry};
use db::orders::{self, Order, Settled};
use db::{TenantDb, findings, payment_accounts};
use domain::payment::Transaction;
use domain::{Oid, ProviderStatus, Won};
use futures::future::BoxFuture;
use partners::payment::{Error, Provider, Window};
use queue::{Done, Failure, Handler, JobRun, Outcome};
use sha2::{Digest as _, Sha256};

use super::Cashier;
use super::cashier::retry;

/// Movements of one page; the provider's limit.
const PAGE: usize = 5_000;
/// Ledger entries of one look.
const ENTRIES: i64 = 5_000;

/// Compares.
pub struct CompareDay {
    /// The providers.
    pub cashier: Cashier,
}

/// What a comparison found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Compared {
    /// Movements that the provider listed.
    pub theirs: u64,
    /// Movements of our ledger.
    pub ours: u64,
    /// Differences, put right by themselves or not.
    pub differences: u64,
}

impl Handler for CompareDay {
    fn run<'a>(&'a self, run: &'a JobRun) -> BoxFuture<'a, Outcome> {
        Box::pin(async move {
            let day = i32::try_from(run.job.ref_id).ok().and_then(NaiveDate::from_num_days_from_ce_opt);
            let day = day.ok_or_else(|| Failure::fail("no day"))?;
            let db = run.tenant_db();
            for account in payment_accounts::list(&mut db.acquire().await?).await? {
                let id = account.id;
                let provider = self.cashier.open(&db, account)?;
                let one = Comparison { cashier: &self.cashier, db: &db, provider: &provider, account: id, day };
                let compared = match one.run().await {
                    Ok(compared) => compared,
                    Err(Stopped::Unsupported) => continue,
                    Err(Stopped::Failed(failure)) => return Err(failure),
                };
                let Compared { theirs, ours, differences } = compared;
                tracing::info!(%day, provider = provider.name().as_str(), theirs, ours, differences, "a day was compared");
            }
            Ok(Done::nothing())
        })
    }
}

enum Stopped {
    /// The provider has no list.
    Unsupported,
    Failed(Failure),
}

impl From<Failure> for Stopped {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

impl From<db::Error> for Stopped {
    fn from(error: db::Error) -> Self {
        Self::Failed(error.into())
    }
}

/// The first half of the hash of a key: enough to tell the movements of a day apart.
type Mark = [u8; 16];

fn mark(key: &str) -> Mark {
    let mut mark = Mark::default();
    mark.copy_from_slice(&Sha256::digest(key)[..16]);
    mark
}

struct Comparison<'a> {
    cashier: &'a Cashier,
    db: &'a TenantDb,
    provider: &'a Provider,
    account: i64,
    day: NaiveDate,
}

impl Comparison<'_> {
    async fn run(&self) -> Result<Compared, Stopped> {
        let mut compared = Compared::default();
        let listed = self.theirs(&mut compared).await?;
        self.ours(&listed, &mut compared).await?;
        Ok(compared)
    }

    /// Goes through the provider's list: what is not in the ledger, or with another amount.
    async fn theirs(&self, compared: &mut Compared) -> Result<HashSet<Mark>, Stopped> {
        let (mut listed, mut after) = (HashSet::new(), None);
        loop {
            let window = Window::of_day(self.day, after, PAGE);
            let page = match self.provider.day(&window).await {
                Ok(page) => page,
                Err(Error::Unsupported) => return Err(Stopped::Unsupported),
                Err(error) => return Err(Stopped::Failed(retry(error))),
            };
            let full = page.len() >= PAGE;
            after = page.last().map(|last| last.transaction_key.clone());
            let moved: Vec<_> = page.into_iter().filter(|one| is_movement(one.status)).collect();
            let keys: Vec<String> = moved.iter().map(|one| one.transaction_key.clone()).collect();
            let entries = ledger::list_by_keys(&mut self.db.acquire().await?, &keys).await?;
            let entries: HashMap<_, _> = entries.iter().map(|entry| (entry.transaction_key.as_str(), entry)).collect();
            for one in &moved {
                compared.theirs += 1;
                listed.insert(mark(&one.transaction_key));
                match entries.get(one.transaction_key.as_str()) {
                    Some(entry) if entry.amount == one.amount => {}
                    Some(entry) => {
                        compared.differences += 1;
                        self.found(FindingKind::AmountMismatch, one, Some(entry)).await?;
                    }
                    None => {
                        compared.differences += 1;
                        self.missing(one).await?;
                    }
                }
            }
            if !full {
                return Ok(listed);
            }
        }
    }

    /// A movement that we have not: the order is brought to what the provider says, and if that does not explain it, a person
    /// must.
    async fn missing(&self, one: &Transaction) -> Result<(), Stopped> {
        let order = match Oid::parse(&one.oid) {
            Some(oid) => orders::find_by_oid(&mut self.db.acquire().await?, &oid).await?,
            None => None,
        };
        let Some(order) = order else { return self.found(FindingKind::Unrecorded, one, None).await };
        let settled = self.settle(&order).await?;
        let keys = [one.transaction_key.clone()];
        let now_there = ledger::list_by_keys(&mut self.db.acquire().await?, &keys).await?;
        let kind = match now_there.first() {
            Some(entry) if entry.amount == one.amount => {
                let mut conn = self.db.acquire().await?;
                let now = self.cashier.now();
                let new = NewFinding {
                    kind: FindingKind::Unrecorded,
                    order: Some(order.id),
                    transaction_key: &one.transaction_key,
                    our_amount: None,
                    their_amount: Some(one.amount),
                };
                findings::insert(&mut conn, &new, now).await?;
                findings::set_repaired(&mut conn, order.id, &[FindingKind::Unrecorded], now).await?;
                return Ok(());
            }
            // charged, and by another movement
            _ if one.amount > Won::ZERO && matches!(settled, Settled::Paid(_) | Settled::Refund(_)) => {
                FindingKind::Duplicate
            }
            _ => FindingKind::Unrecorded,
        };
        self.found(kind, one, None).await
    }

    async fn settle(&self, order: &Order) -> Result<Settled, Failure> {
        let (tx, settled) = self.cashier.bring(self.db, self.provider, order).await?;
        tx.commit().await?;
        Ok(settled)
    }

    /// Goes through our ledger: what the provider did not list. The provider may have it on the day before or after.
    async fn ours(&self, listed: &HashSet<Mark>, compared: &mut Compared) -> Result<(), Stopped> {
        let window = Window::of_day(self.day, None, PAGE);
        let mut after = 0;
        loop {
            let mut conn = self.db.acquire().await?;
            let times = (window.from, window.to);
            let entries = ledger::list_between(&mut conn, self.account, times, after, ENTRIES).await?;
            let Some(last) = entries.last() else { return Ok(()) };
            after = last.id;
            // no connection is held while the provider answers
            drop(conn);
            for entry in &entries {
                compared.ours += 1;
                if listed.contains(&mark(&entry.transaction_key)) {
                    continue;
                }
                let found = orders::find(&mut self.db.acquire().await?, entry.order).await?;
                // settling finds what is not paid there
                if let Some(order) = found
                    && let Settled::Finding(_) = self.settle(&order).await?
                {
                    compared.differences += 1;
                }
            }
        }
    }

    async fn found(&self, kind: FindingKind, one: &Transaction, entry: Option<&Entry>) -> Result<(), Stopped> {
        let mut conn = self.db.acquire().await?;
        let order = match (entry, Oid::parse(&one.oid)) {
            (Some(entry), _) => Some(entry.order),
            (None, Some(oid)) => orders::find_by_oid(&mut conn, &oid).await?.map(|order| order.id),
            (None, None) => None,
        };
        let new = NewFinding {
            kind,
            order,
            transaction_key: &one.transaction_key,
            our_amount: entry.map(|entry| entry.amount),
            their_amount: Some(one.amount),
        };
        findings::insert(&mut conn, &new, self.cashier.now()).await?;
        Ok(())
    }
}

/// Whether money moved.
const fn is_movement(status: ProviderStatus) -> bool {
    matches!(status, ProviderStatus::Done | ProviderStatus::Canceled | ProviderStatus::PartialCanceled)
}
