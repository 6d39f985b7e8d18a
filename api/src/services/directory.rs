//! A cache of the tenants and their hosts.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use db::SystemDb;
use domain::Tenant;
use http::Uri;
use parking_lot::{Mutex, RwLock};
use tokio::time::Instant;

use crate::http::host;

/// How often the cache is refreshed.
const REFRESH_INTERVAL: Duration = Duration::from_secs(10);
/// How often an unknown host may cause a refresh.
const MIN_REFRESH_INTERVAL: Duration = Duration::from_secs(1);

/// The cached tenants; cheap to clone.
#[derive(Clone, Debug)]
pub struct Directory {
    db: SystemDb,
    /// None until they were read once.
    tenants: Arc<RwLock<Option<Tenants>>>,
    refreshed_at: Arc<Mutex<Option<Instant>>>,
}

#[derive(Debug, Default)]
struct Tenants {
    by_host: HashMap<String, Arc<Tenant>>,
    by_key: HashMap<String, Arc<Tenant>>,
}

impl Directory {
    /// Creates an empty cache.
    #[must_use]
    pub fn new(db: SystemDb) -> Self {
        Self { db, tenants: Arc::default(), refreshed_at: Arc::default() }
    }

    /// Returns whether the tenants were read. Until then none is found.
    #[must_use]
    pub fn is_loaded(&self) -> bool {
        self.tenants.read().is_some()
    }

    /// Finds the tenant of a request by its host. On a local host the query parameter `host` overrides it.
    #[must_use]
    pub fn find_for_request(&self, request_host: &str, uri: &Uri) -> Option<Arc<Tenant>> {
        if host::is_local(request_host)
            && let Some(name) = host::query_override(uri)
        {
            return self.find_by_name(&name);
        }
        self.find_by_host(request_host)
    }

    /// Finds the tenant that a local page names: a host, the first part of a `*.localhost` host, or a tenant's key.
    fn find_by_name(&self, name: &str) -> Option<Arc<Tenant>> {
        let by_host = self.find_by_host(host::strip_port(name));
        let by_host = by_host.or_else(|| self.find_by_host(&format!("{name}.localhost")));
        by_host.or_else(|| self.tenants.read().as_ref()?.by_key.get(name).cloned())
    }

    fn find_by_host(&self, host: &str) -> Option<Arc<Tenant>> {
        let tenants = self.tenants.read();
        let tenants = tenants.as_ref()?;
        match tenants.by_host.get(host) {
            Some(tenant) => Some(tenant.clone()),
            None => tenants.by_host.get(&host.trim_end_matches('.').to_ascii_lowercase()).cloned(),
        }
    }

    /// Refreshes the cache unless that was just done. An unknown host may be a new tenant's.
    pub async fn refresh_unless_recent(&self) {
        let now = Instant::now();
        {
            let mut refreshed_at = self.refreshed_at.lock();
            if refreshed_at.is_some_and(|at| now - at < MIN_REFRESH_INTERVAL) {
                return;
            }
            *refreshed_at = Some(now);
        }
        self.refresh().await;
    }

    /// Refreshes the cache. While the database is unreachable, the cached tenants stay.
    pub async fn refresh(&self) {
        match self.list().await {
            Ok(rows) => *self.tenants.write() = Some(Tenants::new(rows)),
            Err(error) => tracing::warn!(%error, "the tenants could not be read"),
        }
    }

    async fn list(&self) -> db::Result<Vec<Tenant>> {
        db::tenants::list(&mut self.db.acquire().await?).await
    }

    /// Refreshes the cache at an interval, forever.
    pub async fn refresh_periodically(self) {
        let mut interval = tokio::time::interval(REFRESH_INTERVAL);
        loop {
            interval.tick().await;
            self.refresh().await;
        }
    }
}

impl Tenants {
    fn new(rows: Vec<Tenant>) -> Self {
        let mut tenants = Self::default();
        for tenant in rows.into_iter().map(Arc::new) {
            tenants.by_key.insert(tenant.key.clone(), tenant.clone());
            tenants.by_host.extend(tenant.hosts.iter().map(|host| (host.clone(), tenant.clone())));
        }
        tenants
    }
}
