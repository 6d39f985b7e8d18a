//! Job `sweep`: deletes what one tenant need not keep any longer.

use std::sync::Arc;

use blob::Store;
use chrono::TimeDelta;
use db::{Database, TenantDb, issued_documents, maintenance};
use domain::claim::DOWNLOAD_DAYS;
use queue::jobs::Sweep;
use queue::{Done, Failure, JobRun, Outcome};
use runtime::SharedClock;

/// Rows of one batch.
const BATCH_SIZE: i64 = 100;

/// What sweeping needs.
pub struct SweepContext {
    /// For the ended jobs of all tenants.
    pub database: Database,
    /// Holds unused uploads and the photos of deleted accounts.
    pub store: Store,
    /// The present time.
    pub clock: SharedClock,
}

/// Runs the job.
///
/// # Errors
/// Retries while the object store or the database fails.
pub async fn run(context: Arc<SweepContext>, run: JobRun<Sweep>) -> Outcome {
    let tenant = run.tenant_db();
    let swept = maintenance::delete_expired(&mut tenant.acquire().await?, context.clock.now()).await?;
    let documents = context.end_documents(&tenant).await?;
    let records = crate::purge_records::purge_records(&tenant, &context.clock).await?;
    let uploads = context.delete_unused_uploads(&tenant).await?;
    let exports = context.delete_expired_exports(&tenant).await?;
    let erased = crate::erase::erase(&tenant, &context.store, &context.clock).await?;
    let walk_ins = crate::end_walk_ins::end_walk_ins(&tenant, &context.store, &context.clock).await?;
    let access_log = crate::end_access_log::end_access_log(&tenant, &context.clock).await?;
    let jobs = queue::sweep_finished(&context.database.system()).await?;
    tracing::info!(
        sessions = swept.sessions,
        phone_codes = swept.phone_codes,
        idempotency_keys = swept.idempotency_keys,
        messages = swept.messages,
        identities = swept.identities,
        documents,
        claims = records.claims,
        orders = records.orders,
        ledger_entries = records.movements,
        settlements = records.settlements,
        discrepancies = records.discrepancies,
        uploads,
        exports,
        erased_services = erased.service,
        erased_persons = erased.persons,
        erased_people = erased.removed,
        walk_ins,
        access_log,
        jobs,
        "swept"
    );
    Ok(Done::nothing())
}

impl SweepContext {
    /// Ends claims' documents that can no longer be downloaded; their objects are deleted as those of unused uploads are.
    async fn end_documents(&self, tenant: &TenantDb) -> Result<u64, Failure> {
        let mut ended = 0;
        loop {
            let mut tx = tenant.begin().await?;
            let some =
                issued_documents::purge_expired(&mut tx, TimeDelta::days(DOWNLOAD_DAYS), self.clock.now()).await?;
            tx.commit().await?;
            if some == 0 {
                return Ok(ended);
            }
            ended += some;
        }
    }

    /// Deletes packed data whose link has expired.
    async fn delete_expired_exports(&self, tenant: &TenantDb) -> Result<u64, Failure> {
        let mut deleted = 0;
        loop {
            let now = self.clock.now();
            let ended = db::exports::list_expired(&mut tenant.acquire().await?, BATCH_SIZE, now).await?;
            if ended.is_empty() {
                return Ok(deleted);
            }
            for (id, key) in ended {
                self.store.delete(key.as_str()).await.map_err(Failure::retry)?;
                db::exports::delete(&mut tenant.acquire().await?, id).await?;
                deleted += 1;
            }
        }
    }

    /// Deletes files that no analysis took: the object first, so that none is left without its row.
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
