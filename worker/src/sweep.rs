//! Job `sweep`: clears away what has served its time, for one tenant.

use blob::Store;
use chrono::TimeDelta;
use db::{Database, issued_documents, maintenance};
use domain::claim::DOWNLOAD_DAYS;
use futures::future::BoxFuture;
use queue::{Done, Failure, Handler, JobRun, Outcome};
use runtime::SharedClock;

/// Uploads looked at in one go.
const BATCH: i64 = 100;

/// Sweeps.
pub struct Sweep {
    /// For the ended jobs of all tenants.
    pub database: Database,
    /// Where unused uploads and the photos of those who left are.
    pub store: Store,
    /// The present moment.
    pub clock: SharedClock,
}

impl Handler for Sweep {
    fn run<'a>(&'a self, run: &'a JobRun) -> BoxFuture<'a, Outcome> {
        Box::pin(async move {
            let swept = maintenance::sweep(&mut run.tenant_db().acquire().await?, self.clock.now()).await?;
            let documents = self.ended_documents(run).await?;
            let records = crate::end_records::end_records(&run.tenant_db(), &self.clock).await?;
            let uploads = self.unused_uploads(run).await?;
            let exports = self.ended_exports(run).await?;
            let erased = crate::erase::erase(&run.tenant_db(), &self.store, &self.clock).await?;
            let jobs = queue::sweep_finished(&self.database.system()).await?;
            tracing::info!(
                sessions = swept.sessions,
                phone_codes = swept.phone_codes,
                idempotency_keys = swept.idempotency_keys,
                messages = swept.messages,
                identities = swept.identities,
                documents,
                ended_claims = records.claims,
                ended_orders = records.orders,
                ended_movements = records.movements,
                ended_settlements = records.settlements,
                ended_findings = records.findings,
                uploads,
                exports,
                erased_services = erased.service,
                erased_persons = erased.persons,
                jobs,
                "swept"
            );
            Ok(Done::nothing())
        })
    }
}

impl Sweep {
    /// Lets go of claims' documents that can no longer be downloaded; their objects go as those of unused uploads do.
    async fn ended_documents(&self, run: &JobRun) -> Result<u64, Failure> {
        let mut ended = 0;
        loop {
            let mut tx = run.tenant_db().begin().await?;
            let some = issued_documents::end(&mut tx, TimeDelta::days(DOWNLOAD_DAYS), self.clock.now()).await?;
            tx.commit().await?;
            if some == 0 {
                return Ok(ended);
            }
            ended += some;
        }
    }

    /// Deletes packed data whose time is over.
    async fn ended_exports(&self, run: &JobRun) -> Result<u64, Failure> {
        let mut deleted = 0;
        loop {
            let now = self.clock.now();
            let ended = db::exports::list_ended(&mut run.tenant_db().acquire().await?, BATCH, now).await?;
            if ended.is_empty() {
                return Ok(deleted);
            }
            for (id, key) in ended {
                self.store.delete(key.as_str()).await.map_err(|_| Failure::retry("the object store is unavailable"))?;
                db::exports::delete(&mut run.tenant_db().acquire().await?, id).await?;
                deleted += 1;
            }
        }
    }

    /// Deletes files that no analysis took: the object first, so that none is left without its row.
    async fn unused_uploads(&self, run: &JobRun) -> Result<u64, Failure> {
        let mut deleted = 0;
        loop {
            let now = self.clock.now();
            let unused = maintenance::list_unused_uploads(&mut run.tenant_db().acquire().await?, BATCH, now).await?;
            if unused.is_empty() {
                return Ok(deleted);
            }
            for (id, key) in unused {
                self.store.delete(key.as_str()).await.map_err(|_| Failure::retry("the object store is unavailable"))?;
                maintenance::delete_upload(&mut run.tenant_db().acquire().await?, id).await?;
                deleted += 1;
            }
        }
    }
}
