//! The doors to the database: one a tenant, one for what belongs to no tenant, one for the owner of the tables.

use std::collections::HashMap;
use std::fmt::Debug;
use std::ops::{Deref, DerefMut};
use std::sync::{Arc, PoisonError, RwLock};

use domain::{TenantId, TokenHash};
use sqlx::postgres::{PgConnectOptions, PgConnection};

use crate::error::Result;
use crate::gather::Gather;
use crate::pool::{Pool, Pooled};
use crate::sessions::Session;

/// How to reach the database.
#[derive(Clone, Debug)]
pub struct DatabaseConfig {
    /// `postgres://…` of a login that is a member of `hyeobom_app` and `hyeobom_system`.
    pub url: String,
    /// The most connections that one tenant's requests hold at a time.
    pub max_connections_per_tenant: u32,
    /// The most connections of the tenant directory and the job relay.
    pub max_system_connections: u32,
}

/// The database, with a pool for each tenant that is at work.
///
/// Role and tenant are in the start-up options of each connection, so they cost no round trip and a statement that
/// forgets its filter sees one tenant only.
#[derive(Clone)]
pub struct Database(Arc<Shared>);

struct Shared {
    options: PgConnectOptions,
    max_connections_per_tenant: u32,
    tenants: RwLock<HashMap<TenantId, TenantDb>>,
    system: SystemDb,
}

impl Debug for Database {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // the options hold the password
        f.write_str("Database(..)")
    }
}

impl Database {
    /// Connects once, to see that the database is there and the login may take the role.
    ///
    /// # Errors
    /// When it is not.
    pub async fn connect(config: &DatabaseConfig) -> Result<Self> {
        let database = Self::connect_lazily(config)?;
        database.system().acquire().await?;
        Ok(database)
    }

    /// The database, connected to when first used; must be called in a tokio runtime.
    ///
    /// # Errors
    /// When the address cannot be read.
    pub fn connect_lazily(config: &DatabaseConfig) -> Result<Self> {
        let options: PgConnectOptions = config.url.parse()?;
        let system = Pool::new(options.clone().options([("role", "hyeobom_system")]), config.max_system_connections);
        system.close_idle_in_background();
        Ok(Self(Arc::new(Shared {
            options,
            max_connections_per_tenant: config.max_connections_per_tenant,
            tenants: RwLock::default(),
            system: SystemDb(system),
        })))
    }

    /// One tenant's rows.
    #[must_use]
    pub fn tenant(&self, tenant: TenantId) -> TenantDb {
        if let Some(known) = self.0.tenants.read().unwrap_or_else(PoisonError::into_inner).get(&tenant) {
            return known.clone();
        }
        let mut tenants = self.0.tenants.write().unwrap_or_else(PoisonError::into_inner);
        tenants.entry(tenant).or_insert_with(|| self.open(tenant)).clone()
    }

    fn open(&self, tenant: TenantId) -> TenantDb {
        let id = tenant.to_string();
        let options = self.0.options.clone().options([("role", "hyeobom_app"), ("app.tenant_id", id.as_str())]);
        let pool = Pool::new(options, self.0.max_connections_per_tenant);
        pool.close_idle_in_background();
        TenantDb { tenant, pool, sessions: Gather::default() }
    }

    /// How to reach the database as who sees no patient's rows.
    pub(crate) fn system_options(&self) -> PgConnectOptions {
        self.0.options.clone().options([("role", "hyeobom_system")])
    }

    /// The tenant directory and the jobs of all tenants; no patient's rows.
    #[must_use]
    pub fn system(&self) -> SystemDb {
        self.0.system.clone()
    }
}

/// One tenant's rows.
#[derive(Clone, Debug)]
pub struct TenantDb {
    tenant: TenantId,
    pool: Pool,
    pub(crate) sessions: Gather<TokenHash, Option<Session>>,
}

impl TenantDb {
    /// Whose rows these are.
    #[must_use]
    pub const fn tenant(&self) -> TenantId {
        self.tenant
    }

    /// A connection for single statements.
    ///
    /// # Errors
    /// When the database is unavailable.
    pub async fn acquire(&self) -> Result<TenantConn> {
        Ok(TenantConn { tenant: self.tenant, inner: self.pool.acquire().await? })
    }

    /// A transaction; dropped without [`TenantTx::commit`] it changes nothing.
    ///
    /// # Errors
    /// When the database is unavailable.
    pub async fn begin(&self) -> Result<TenantTx> {
        let mut conn = self.acquire().await?;
        conn.inner.begin().await?;
        Ok(TenantTx(conn))
    }
}

/// A connection that sees one tenant's rows.
#[derive(Debug)]
pub struct TenantConn {
    tenant: TenantId,
    inner: Pooled,
}

impl TenantConn {
    /// Whose rows it sees.
    #[must_use]
    pub const fn tenant(&self) -> TenantId {
        self.tenant
    }

    /// The connection itself, for the crate `queue` only: every other statement belongs into this crate.
    pub fn connection(&mut self) -> &mut PgConnection {
        &mut self.inner
    }

    /// See [`Pooled::settle`].
    pub(crate) fn settle(&mut self) {
        self.inner.settle();
    }
}

/// A transaction that sees one tenant's rows.
#[derive(Debug)]
pub struct TenantTx(TenantConn);

impl TenantTx {
    /// Keeps what was written.
    ///
    /// # Errors
    /// When the database is unavailable; whether the changes were kept is then unknown.
    pub async fn commit(mut self) -> Result<()> {
        Ok(self.0.inner.commit().await?)
    }

    /// Takes back what was written; dropping does the same in the background.
    ///
    /// # Errors
    /// When the database is unavailable; the changes are gone all the same.
    pub async fn rollback(mut self) -> Result<()> {
        Ok(self.0.inner.rollback().await?)
    }
}

impl Deref for TenantTx {
    type Target = TenantConn;

    fn deref(&self) -> &TenantConn {
        &self.0
    }
}

impl DerefMut for TenantTx {
    fn deref_mut(&mut self) -> &mut TenantConn {
        &mut self.0
    }
}

/// The tenant directory and the jobs of all tenants.
#[derive(Clone, Debug)]
pub struct SystemDb(Pool);

impl SystemDb {
    /// A connection for single statements.
    ///
    /// # Errors
    /// When the database is unavailable.
    pub async fn acquire(&self) -> Result<SystemConn> {
        Ok(SystemConn(self.0.acquire().await?))
    }

    /// A transaction; dropped without [`SystemTx::commit`] it changes nothing.
    ///
    /// # Errors
    /// When the database is unavailable.
    pub async fn begin(&self) -> Result<SystemTx> {
        let mut conn = self.acquire().await?;
        conn.0.begin().await?;
        Ok(SystemTx(conn))
    }
}

/// A connection that sees tenants, hosts and jobs.
#[derive(Debug)]
pub struct SystemConn(Pooled);

impl SystemConn {
    /// The connection itself, for the crate `queue` only: every other statement belongs into this crate.
    pub fn connection(&mut self) -> &mut PgConnection {
        &mut self.0
    }
}

/// A transaction that sees tenants, hosts and jobs.
#[derive(Debug)]
pub struct SystemTx(SystemConn);

impl SystemTx {
    /// Keeps what was written.
    ///
    /// # Errors
    /// When the database is unavailable; whether the changes were kept is then unknown.
    pub async fn commit(mut self) -> Result<()> {
        Ok(self.0.0.commit().await?)
    }
}

impl Deref for SystemTx {
    type Target = SystemConn;

    fn deref(&self) -> &SystemConn {
        &self.0
    }
}

impl DerefMut for SystemTx {
    fn deref_mut(&mut self) -> &mut SystemConn {
        &mut self.0
    }
}
