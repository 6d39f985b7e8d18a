//! Job `sweep`: deletes the expired data of one tenant.

mod erase;
mod purge_access_log;
mod purge_records;
mod purge_walk_ins;

use std::sync::Arc;

use blob::Store;
use chrono::TimeDelta;
use db::retention::Class;
use db::retention::runs::{self, ErasedRows};
use db::{Database, TenantDb, issued_documents, maintenance};
use domain::RetentionRunId;
use domain::claim::DOWNLOAD_DAYS;
use queue::jobs::Sweep;
use queue::{Done, Failure, JobRun, Outcome};
use runtime::SharedClock;

/// How long the row of an ended operator session is kept.
const ENDED_SESSION_PERIOD: TimeDelta = TimeDelta::days(1);
/// The number of rows in one batch.
const BATCH_SIZE: i64 = 100;

/// The dependencies of the sweep.
pub struct SweepContext {
    /// The database, for the ended jobs of all tenants.
    pub database: Database,
    /// The storage of unused uploads and of the photos of deleted accounts.
    pub store: Store,
    /// The clock.
    pub clock: SharedClock,
}

/// Runs the job, and records what it erased even if it fails halfway.
///
/// # Errors
/// Retries while the object store or the database fails.
pub async fn run(context: Arc<SweepContext>, run: JobRun<Sweep>) -> Outcome {
    let erased = context.sweep(&run.tenant_db(), run.job.run).await?;
    let system = context.database.system();
    let before = context.clock.now() - ENDED_SESSION_PERIOD;
    let sessions = db::operator_sessions::delete_ended(&mut system.acquire().await?, before).await?;
    let jobs = queue::sweep_finished(&system).await?;
    tracing::info!(erased = %erased, operator_sessions = sessions, jobs, "expired data was deleted");
    Ok(Done::without_effect())
}

impl SweepContext {
    /// Erases the tenant's due data. Records it for the run that an operator requested, or else if anything was erased.
    async fn sweep(&self, tenant: &TenantDb, requested: Option<RetentionRunId>) -> Result<ErasedRows, Failure> {
        let started_at = self.clock.now();
        let mut erased = ErasedRows::default();
        let done = self.erase_due(tenant, &mut erased).await;
        let finished_at = done.is_ok().then(|| self.clock.now());
        let mut conn = tenant.acquire().await?;
        match requested {
            Some(run) => runs::add_erased(&mut conn, run, &erased, finished_at).await?,
            None if erased.is_empty() => {}
            None => runs::insert_regular(&mut conn, &erased, started_at, finished_at).await?,
        }
        done.map(|()| erased)
    }

    /// Erases the due data, rule by rule, and adds the counts to `erased`.
    async fn erase_due(&self, tenant: &TenantDb, erased: &mut ErasedRows) -> Result<(), Failure> {
        let swept = maintenance::delete_expired(&mut tenant.acquire().await?, self.clock.now()).await?;
        erased.add(Class::Sessions, swept.sessions);
        erased.add(Class::Expired, swept.phone_codes + swept.idempotency_keys + swept.messages + swept.identities);
        erased.add(Class::Documents, self.purge_documents(tenant).await?);
        let records = purge_records::purge_records(tenant, &self.clock).await?;
        erased.add(Class::Claims, records.claims);
        erased.add(Class::Orders, records.orders);
        erased.add(Class::LedgerEntries, records.movements);
        erased.add(Class::Settlements, records.settlements);
        erased.add(Class::Discrepancies, records.discrepancies);
        erased.add(Class::Uploads, self.delete_unused_uploads(tenant).await?);
        erased.add(Class::Exports, self.delete_expired_exports(tenant).await?);
        let accounts = erase::erase(tenant, &self.store, &self.clock).await?;
        erased.add(Class::ServiceAccounts, accounts.service);
        erased.add(Class::SignUpAccounts, accounts.persons);
        erased.add(Class::People, accounts.removed);
        let walk_ins = purge_walk_ins::purge_walk_ins(tenant, &self.clock).await?;
        erased.add(Class::WalkIns, walk_ins);
        let log = purge_access_log::purge_access_log(tenant, &self.clock).await?;
        erased.add(Class::AccessLog, log.rows);
        erased.add(Class::AccessReviews, log.reviews);
        Ok(())
    }

    /// Deletes the rows of claim documents that can no longer be downloaded. Their files are then deleted as unused
    /// uploads.
    async fn purge_documents(&self, tenant: &TenantDb) -> Result<u64, Failure> {
        let mut purged = 0;
        loop {
            let mut tx = tenant.begin().await?;
            let some =
                issued_documents::purge_expired(&mut tx, TimeDelta::days(DOWNLOAD_DAYS), self.clock.now()).await?;
            tx.commit().await?;
            if some == 0 {
                return Ok(purged);
            }
            purged += some;
        }
    }

    /// Deletes exports whose link has expired.
    async fn delete_expired_exports(&self, tenant: &TenantDb) -> Result<u64, Failure> {
        let mut deleted = 0;
        loop {
            let now = self.clock.now();
            let purged = db::exports::list_expired(&mut tenant.acquire().await?, BATCH_SIZE, now).await?;
            if purged.is_empty() {
                return Ok(deleted);
            }
            for (id, key) in purged {
                self.store.delete(key.as_str()).await.map_err(Failure::retry)?;
                db::exports::delete(&mut tenant.acquire().await?, id).await?;
                deleted += 1;
            }
        }
    }

    /// Deletes uploads that were never used. The object is deleted first, so that no object is left without a row.
    async fn delete_unused_uploads(&self, tenant: &TenantDb) -> Result<u64, Failure> {
        let mut deleted = 0;
        loop {
            let now = self.clock.now();
            let unused = maintenance::list_unused_uploads(&mut tenant.acquire().await?, BATCH_SIZE, now).await?;
            if unused.is_empty() {
                return Ok(deleted);
            }
            for (id, key) in unused {
                self.store.delete(key.as_str()).await.map_err(Failure::retry)?;
                maintenance::delete_upload(&mut tenant.acquire().await?, id).await?;
                deleted += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use db::account_deletion;
    use domain::LoginUserId;
    use domain::operator::Reason;
    use runtime::{Clock as _, ManualClock};
    use testing::{Database, factory, store};

    use super::*;

    #[tokio::test]
    async fn sweep_records_what_it_erased() {
        let database = Database::create().await;
        let db = database.tenant();
        let clock = ManualClock::at(factory::now());
        let context = SweepContext { database: database.db.clone(), store: store(), clock: clock.clone() };
        let mut tx = db.begin().await.expect("a transaction");
        account_deletion::close_account(&mut tx, database.first.patient, factory::now()).await.expect("closed");
        tx.commit().await.expect("committed");
        clock.advance(TimeDelta::days(31));
        context.sweep(&db, None).await.expect("swept");
        context.sweep(&db, None).await.expect("swept");
        let mut conn = db.acquire().await.expect("a connection");
        let recorded = runs::list(&mut conn, 10).await.expect("runs");
        assert_eq!(recorded.len(), 1, "one erased something");
        assert_eq!(recorded[0].erased.get("service_accounts"), Some(&1));
        assert!(recorded[0].finished_at.is_some() && recorded[0].requested_by.is_none());

        let operator = LoginUserId::parse("ops01").expect("a name");
        let reason = Reason::parse("audit").expect("a reason");
        let requested = runs::insert_requested(&mut conn, &operator, &reason, clock.now()).await.expect("asked");
        clock.advance(TimeDelta::days(90));
        context.sweep(&db, Some(requested)).await.expect("swept");
        let run = runs::list(&mut conn, 1).await.expect("runs").remove(0);
        assert_eq!((run.requested_by.as_deref(), run.erased.get("sign_up_accounts")), (Some("ops01"), Some(&1)));
        assert!(run.finished_at.is_some());
        let mut more = ErasedRows::default();
        more.add(Class::SignUpAccounts, 2);
        runs::add_erased(&mut conn, requested, &more, run.finished_at).await.expect("added");
        assert_eq!(runs::list(&mut conn, 1).await.expect("runs")[0].erased["sign_up_accounts"], 3, "attempts add up");
    }
}
