//! Access to one tenant's rows.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use domain::TenantId;
use parking_lot::RwLock;

use super::error::Result;
use super::executor::StatementExecutor;
use super::pool::{Pool, PooledSession};

/// Connections to one tenant's rows.
#[derive(Clone, Debug)]
pub(crate) struct TenantPool {
    tenant: TenantId,
    pool: Pool,
}

impl TenantPool {
    pub(crate) async fn acquire(&self) -> Result<TenantConn> {
        Ok(TenantConn { tenant: self.tenant, pooled: self.pool.acquire().await? })
    }
}

/// Values that statements of one tenant share between calls, by type.
type SharedValues = Arc<RwLock<HashMap<TypeId, Arc<dyn Any + Send + Sync>>>>;

/// Access to one tenant's rows.
#[derive(Clone, Debug)]
pub struct TenantDb {
    pool: TenantPool,
    shared: SharedValues,
}

impl TenantDb {
    pub(super) fn new(tenant: TenantId, pool: Pool) -> Self {
        Self { pool: TenantPool { tenant, pool }, shared: SharedValues::default() }
    }

    /// Returns the tenant.
    #[must_use]
    pub const fn tenant(&self) -> TenantId {
        self.pool.tenant
    }

    /// Returns the tenant's value of type `T`, which all clones share. The first call creates it.
    pub(crate) fn shared<T: Any + Send + Sync>(&self, create: impl FnOnce(TenantPool) -> T) -> Arc<T> {
        let known = self.shared.read().get(&TypeId::of::<T>()).map(Arc::clone);
        let value = known.unwrap_or_else(|| {
            let mut shared = self.shared.write();
            Arc::clone(shared.entry(TypeId::of::<T>()).or_insert_with(|| Arc::new(create(self.pool.clone()))))
        });
        value.downcast().expect("values are stored by their type")
    }

    /// Takes a connection, for single statements.
    ///
    /// # Errors
    /// When the database is unavailable or no connection becomes free in time.
    pub async fn acquire(&self) -> Result<TenantConn> {
        self.pool.acquire().await
    }

    /// Begins a transaction. If it is dropped without [`TenantTx::commit`], it is rolled back.
    ///
    /// # Errors
    /// When the database is unavailable or no connection becomes free in time.
    pub async fn begin(&self) -> Result<TenantTx> {
        let mut conn = self.acquire().await?;
        conn.pooled.begin().await?;
        Ok(TenantTx(conn))
    }
}

/// A connection to one tenant's rows.
#[derive(Debug)]
pub struct TenantConn {
    tenant: TenantId,
    pooled: PooledSession,
}

impl TenantConn {
    /// Returns the tenant.
    #[must_use]
    pub const fn tenant(&self) -> TenantId {
        self.tenant
    }

    /// Returns an executor for one statement. Only for the crate `queue`: every other statement belongs in this crate.
    #[track_caller]
    pub fn connection(&mut self) -> StatementExecutor<'_> {
        self.pooled.executor()
    }
}

/// A transaction on one tenant's rows.
#[derive(Debug)]
pub struct TenantTx(TenantConn);

impl TenantTx {
    /// Commits the transaction.
    ///
    /// # Errors
    /// When the database is unavailable; it is then unknown whether the transaction was committed.
    pub async fn commit(mut self) -> Result<()> {
        Ok(self.0.pooled.commit().await?)
    }

    /// Rolls the transaction back. Dropping it does the same in the background.
    ///
    /// # Errors
    /// When the database is unavailable; the transaction is rolled back nevertheless.
    pub async fn rollback(mut self) -> Result<()> {
        Ok(self.0.pooled.rollback().await?)
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
