//! Access to the database: one pool per tenant, and one for the data that belongs to no tenant.

use std::collections::HashMap;
use std::fmt::Debug;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use domain::TenantId;
use parking_lot::RwLock;
use sqlx::postgres::{PgConnectOptions, PgConnection};

use super::error::{Error, Result};
use super::executor::StatementExecutor;
use super::pool::{Pool, PooledSession};
use super::session::{PoolerCheck, SessionContext};
use super::tenant::TenantDb;

/// The configuration of the database.
#[derive(Clone, Debug)]
pub struct DatabaseConfig {
    /// `postgres://…` of a login that is a member of `hyeobom_app` and `hyeobom_system`.
    pub url: String,
    /// The maximum number of connections for one tenant.
    pub max_connections_per_tenant: u32,
    /// The maximum number of connections for the tenant directory and the job relay.
    pub max_system_connections: u32,
}

/// The database, with a pool for each tenant that was used.
///
/// Role and tenant of each connection are verified when it is opened. Statements therefore need no extra round trip,
/// and a statement without a filter still reads only one tenant's rows.
#[derive(Clone)]
pub struct Database(Arc<Shared>);

struct Shared {
    pooler: Arc<PoolerCheck>,
    max_connections_per_tenant: u32,
    tenants: RwLock<HashMap<TenantId, TenantDb>>,
    system: SystemDb,
}

impl Debug for Database {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // the pools contain the password
        f.write_str("Database(..)")
    }
}

impl Database {
    /// Connects once, to check that the database responds and that connections are isolated.
    ///
    /// # Errors
    /// When the URL cannot be parsed, the database does not respond, or [`Error::NotIsolated`].
    pub async fn connect(config: &DatabaseConfig) -> Result<Self> {
        let database = Self::connect_lazily(config)?;
        database.system().acquire().await?;
        Ok(database)
    }

    /// Creates the pools, which connect on first use. Must be called in a tokio runtime.
    ///
    /// # Errors
    /// When the URL cannot be parsed.
    pub fn connect_lazily(config: &DatabaseConfig) -> Result<Self> {
        let pooler = Arc::new(PoolerCheck::new(config.url.parse()?));
        let system = Pool::new(SessionContext::SYSTEM, Arc::clone(&pooler), config.max_system_connections);
        system.close_idle_in_background();
        Ok(Self(Arc::new(Shared {
            pooler,
            max_connections_per_tenant: config.max_connections_per_tenant,
            tenants: RwLock::default(),
            system: SystemDb(system),
        })))
    }

    /// Returns access to one tenant's rows.
    #[must_use]
    pub fn tenant(&self, tenant: TenantId) -> TenantDb {
        if let Some(known) = self.0.tenants.read().get(&tenant) {
            return known.clone();
        }
        self.0.tenants.write().entry(tenant).or_insert_with(|| self.open(tenant)).clone()
    }

    /// Checks that the database responds and that a connection still has its role, for readiness.
    ///
    /// # Errors
    /// When it does not respond, or [`Error::NotIsolated`].
    pub async fn check(&self) -> Result<()> {
        self.system().acquire().await?.0.verify().await
    }

    /// Fails if the connections are not isolated, for the start of a program. An unreachable database is tolerated,
    /// because each connection is checked before its use.
    ///
    /// # Errors
    /// [`Error::NotIsolated`].
    pub async fn ensure_isolated(&self) -> Result<()> {
        match self.check().await {
            Err(error @ Error::NotIsolated(_)) => Err(error),
            Err(error) => {
                tracing::warn!(%error, "the database is not ready");
                Ok(())
            }
            Ok(()) => Ok(()),
        }
    }

    fn open(&self, tenant: TenantId) -> TenantDb {
        let (context, pooler) = (SessionContext::tenant(tenant), Arc::clone(&self.0.pooler));
        let pool = Pool::new(context, pooler, self.0.max_connections_per_tenant);
        pool.close_idle_in_background();
        TenantDb::new(tenant, pool)
    }

    /// Returns the options of a connection that sees no patient's rows. Its context must be verified before use.
    pub(crate) fn system_options(&self) -> PgConnectOptions {
        SessionContext::SYSTEM.options(self.0.pooler.server())
    }

    /// Checks the pooler before opening a connection outside of the pools.
    pub(crate) async fn check_pooler(&self) -> Result<()> {
        self.0.pooler.ensure_valid().await
    }

    /// Returns access to the tenant directory and the jobs of all tenants, and to no patient's rows.
    #[must_use]
    pub fn system(&self) -> SystemDb {
        self.0.system.clone()
    }
}

/// The tenant directory and the jobs of all tenants.
#[derive(Clone, Debug)]
pub struct SystemDb(Pool);

impl SystemDb {
    /// Takes a connection, for single statements.
    ///
    /// # Errors
    /// When the database is unavailable or no connection becomes free in time.
    pub async fn acquire(&self) -> Result<SystemConn> {
        Ok(SystemConn(self.0.acquire().await?))
    }

    /// Begins a transaction. If it is dropped without [`SystemTx::commit`], it is rolled back.
    ///
    /// # Errors
    /// When the database is unavailable or no connection becomes free in time.
    pub async fn begin(&self) -> Result<SystemTx> {
        let mut conn = self.acquire().await?;
        conn.0.begin().await?;
        Ok(SystemTx(conn))
    }
}

/// A connection for tenants, hosts, jobs, operators and model versions.
#[derive(Debug)]
pub struct SystemConn(PooledSession);

impl SystemConn {
    /// Returns an executor for one statement. Only for the crate `queue`: every other statement belongs in this crate.
    #[track_caller]
    pub fn connection(&mut self) -> StatementExecutor<'_> {
        self.0.executor()
    }
}

/// A transaction for tenants, hosts, jobs, operators and model versions.
#[derive(Debug)]
pub struct SystemTx(SystemConn);

impl SystemTx {
    /// Returns the connection itself. Whatever fails on it, the pool cleans it before its next use.
    pub(crate) fn raw_connection(&mut self) -> &mut PgConnection {
        self.0.0.transaction()
    }

    /// Commits the transaction.
    ///
    /// # Errors
    /// When the database is unavailable; it is then unknown whether the transaction was committed.
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
