//! Renews the leases of running jobs, and stops attempts whose lease was lost.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use db::SystemDb;
use domain::JobId;
use parking_lot::{Mutex, MutexGuard};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::settings::Settings;
use crate::store;

/// The leases of this process.
#[derive(Clone, Debug, Default)]
pub(crate) struct Leases(Arc<Mutex<HashMap<Uuid, HeldLease>>>);

/// A lease that an attempt in this process holds.
#[derive(Debug)]
struct HeldLease {
    job: JobId,
    lost: CancellationToken,
}

/// A lease that is renewed until this is dropped.
#[derive(Debug)]
pub(crate) struct Lease {
    token: Uuid,
    leases: Leases,
    /// Cancelled when the job no longer belongs to this attempt.
    pub(crate) lost: CancellationToken,
}

impl Drop for Lease {
    fn drop(&mut self) {
        self.leases.lock().remove(&self.token);
    }
}

impl Leases {
    fn lock(&self) -> MutexGuard<'_, HashMap<Uuid, HeldLease>> {
        self.0.lock()
    }

    pub(crate) fn register(&self, job: JobId, token: Uuid) -> Lease {
        let lost = CancellationToken::new();
        self.lock().insert(token, HeldLease { job, lost: lost.clone() });
        Lease { token, leases: self.clone(), lost }
    }

    /// Renews the leases until its task is aborted. Abort it only when no job runs.
    pub(crate) async fn renew_all(self, db: SystemDb, settings: Settings) {
        loop {
            tokio::time::sleep(settings.renew_interval).await;
            let (ids, tokens): (Vec<i64>, Vec<Uuid>) =
                self.lock().iter().map(|(token, lease)| (lease.job.get(), *token)).unzip();
            if tokens.is_empty() {
                continue;
            }
            match store::renew(&db, &settings, &ids, &tokens).await {
                Ok(held) => {
                    let held: HashSet<_> = held.into_iter().collect();
                    let leases = self.lock();
                    for token in tokens.iter().filter(|token| !held.contains(token)) {
                        if let Some(lease) = leases.get(token) {
                            lease.lost.cancel();
                        }
                    }
                }
                // the attempts continue, because their commit checks the lease
                Err(error) => tracing::warn!(%error, "leases were not renewed"),
            }
        }
    }
}
