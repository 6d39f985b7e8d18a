//! Changes of the directory: tenants, their hosts and pictures, clinics, insurers, payment accounts and `KakaoTalk` channels.
//!
//! All functions take a [`DirectoryTx`], so that a tenant and its rows change atomically. Rows are deactivated with
//! `active` and never deleted. `lock` locks a row until the transaction ends and returns its version, which the caller
//! compares with the version that the user saw.

pub mod accounts;
pub mod admins;
pub mod clinics;
pub mod insurers;
pub mod kakao;
pub mod tenants;

use domain::TenantId;
use sqlx::postgres::PgConnection;

use crate::connection::database::{Database, SystemConn, SystemTx};
use crate::{Error, Result};

/// A transaction on the directory of all tenants. Each statement can read either the directory or one tenant's rows.
#[derive(Debug)]
pub struct DirectoryTx {
    tx: SystemTx,
    scope: Option<TenantId>,
}

impl Database {
    /// Begins a transaction on the directory. If it is dropped without [`DirectoryTx::commit`], it is rolled back.
    pub async fn directory(&self) -> Result<DirectoryTx> {
        Ok(DirectoryTx { tx: self.system().begin().await?, scope: None })
    }
}

impl DirectoryTx {
    /// Commits the transaction.
    pub async fn commit(self) -> Result<()> {
        self.tx.commit().await
    }

    /// Returns the connection with the directory's role, for the audit.
    pub async fn system(&mut self) -> Result<&mut SystemConn> {
        if self.scope.take().is_some() {
            self.set_scope("hyeobom_system", String::new()).await?;
        }
        Ok(&mut self.tx)
    }

    /// Returns the connection with the directory's role.
    async fn directory(&mut self) -> Result<&mut PgConnection> {
        self.system().await?;
        Ok(self.tx.raw_connection())
    }

    /// Returns the connection with the role that can read one tenant's rows.
    pub(crate) async fn tenant(&mut self, tenant: TenantId) -> Result<&mut PgConnection> {
        if self.scope != Some(tenant) {
            self.set_scope("hyeobom_app", tenant.to_string()).await?;
            self.scope = Some(tenant);
        }
        Ok(self.tx.raw_connection())
    }

    /// Sets role and tenant until the transaction ends.
    async fn set_scope(&mut self, role: &'static str, tenant: String) -> Result<()> {
        sqlx::query!(
            "select set_config('role', $1, true) as role, set_config('app.tenant_id', $2, true) as tenant",
            role,
            tenant
        )
        .fetch_one(self.tx.raw_connection())
        .await?;
        Ok(())
    }
}

/// A row with its settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record<T> {
    /// The id.
    pub id: i64,
    /// The number of changes so far.
    pub version: i32,
    /// The settings.
    pub settings: T,
}

/// The reason why a change was rejected. The transaction has failed and must be dropped.
#[derive(Debug, thiserror::Error)]
pub enum EditError {
    /// Another row has the same value in this field.
    #[error("{0}: taken")]
    Taken(&'static str),
    /// The database failed.
    #[error(transparent)]
    Db(#[from] Error),
}

/// Finds the field of a unique constraint that was violated.
#[track_caller]
fn name_taken(error: sqlx::Error, fields: &[(&str, &'static str)]) -> EditError {
    let taken = fields.iter().find(|(constraint, _)| crate::is_unique_violation(&error, constraint));
    match taken {
        Some((_, field)) => EditError::Taken(field),
        None => EditError::Db(error.into()),
    }
}
