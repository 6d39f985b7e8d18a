//! The tenants and their hosts, remembered for some seconds.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::Duration;

use db::SystemDb;
use domain::Tenant;
use http::Uri;
use tokio::time::Instant;

use crate::http::host;

/// How long a tenant is believed without another look.
const LIFETIME: Duration = Duration::from_secs(10);
/// How often an unknown host may cause another look.
const UNSURE: Duration = Duration::from_secs(1);

/// The remembered tenants.
#[derive(Clone, Debug)]
pub struct Directory {
    db: SystemDb,
    known: Arc<RwLock<Known>>,
    looked: Arc<Mutex<Option<Instant>>>,
}

#[derive(Debug, Default)]
struct Known {
    by_host: HashMap<String, Arc<Tenant>>,
    by_key: HashMap<String, Arc<Tenant>>,
}

impl Directory {
    /// A directory that knows nobody yet.
    #[must_use]
    pub fn new(db: SystemDb) -> Self {
        Self { db, known: Arc::default(), looked: Arc::default() }
    }

    /// The tenant of a request: by its host, or on a local host by the query `host` if there is one.
    #[must_use]
    pub fn of_request(&self, request_host: &str, uri: &Uri) -> Option<Arc<Tenant>> {
        if host::is_local(request_host)
            && let Some(asked) = host::asked_for(uri)
        {
            return self.asked_for(&asked);
        }
        self.by_host(request_host)
    }

    /// The tenant that a local page names: a host, the first part of a `*.localhost` host, or a tenant's key.
    fn asked_for(&self, asked: &str) -> Option<Arc<Tenant>> {
        let by_host = self.by_host(host::without_port(asked)).or_else(|| self.by_host(&format!("{asked}.localhost")));
        by_host.or_else(|| self.read().by_key.get(asked).cloned())
    }

    fn by_host(&self, host: &str) -> Option<Arc<Tenant>> {
        let known = self.read();
        match known.by_host.get(host) {
            Some(tenant) => Some(tenant.clone()),
            None => known.by_host.get(&host.trim_end_matches('.').to_ascii_lowercase()).cloned(),
        }
    }

    /// Looks again, unless that was just done: a host that is not known may be a new tenant's.
    pub async fn refresh_if_unsure(&self) {
        let now = Instant::now();
        {
            let mut looked = self.looked.lock().unwrap_or_else(PoisonError::into_inner);
            if looked.is_some_and(|at| now - at < UNSURE) {
                return;
            }
            *looked = Some(now);
        }
        self.refresh().await;
    }

    /// Looks again now. When the database does not answer, what was known stays.
    pub async fn refresh(&self) {
        match self.list().await {
            Ok(rows) => {
                let known = Known::of(rows);
                *self.known.write().unwrap_or_else(PoisonError::into_inner) = known;
            }
            Err(error) => tracing::warn!(%error, "the tenants could not be read"),
        }
    }

    async fn list(&self) -> db::Result<Vec<Tenant>> {
        db::tenants::list(&mut self.db.acquire().await?).await
    }

    /// Looks again every few seconds, for ever.
    pub async fn keep_fresh(self) {
        let mut tick = tokio::time::interval(LIFETIME);
        loop {
            tick.tick().await;
            self.refresh().await;
        }
    }

    fn read(&self) -> std::sync::RwLockReadGuard<'_, Known> {
        self.known.read().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Known {
    fn of(tenants: Vec<Tenant>) -> Self {
        let mut known = Self::default();
        for tenant in tenants.into_iter().map(Arc::new) {
            known.by_key.insert(tenant.key.clone(), tenant.clone());
            known.by_host.extend(tenant.hosts.iter().map(|host| (host.clone(), tenant.clone())));
        }
        known
    }
}
