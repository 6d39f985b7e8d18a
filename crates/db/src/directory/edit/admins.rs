//! The first accounts of clinics.

use chrono::{DateTime, Utc};
use domain::{LoginUserId, TenantId};

use super::DirectoryTx;
use crate::Result;
use crate::access_log::{self, Entry};
use crate::staff::{self, InsertError, NewStaff};

/// Returns whether an account of the tenant's staff has this sign-in name.
pub async fn exists(tx: &mut DirectoryTx, tenant: TenantId, login: &LoginUserId) -> Result<bool> {
    let exists = sqlx::query_scalar!(
        r#"select exists(select from staff where tenant_id = current_tenant() and login_key = $1) as "exists!""#,
        login.key()
    )
    .fetch_one(tx.tenant(tenant).await?)
    .await?;
    Ok(exists)
}

/// Inserts an account with a temporary password, and its row in the tenant's access log.
///
/// # Errors
/// [`InsertError::LoginIdTaken`] when another account of the tenant's staff has the sign-in name.
pub async fn insert(
    tx: &mut DirectoryTx,
    tenant: TenantId,
    new: &NewStaff,
    entry: &Entry<'_>,
    now: DateTime<Utc>,
) -> Result<(), InsertError> {
    staff::insert_row(tx.tenant(tenant).await?, new, now).await?;
    access_log::insert_row(tx.tenant(tenant).await?, entry, now).await?;
    Ok(())
}
