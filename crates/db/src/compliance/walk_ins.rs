//! Erasure of walk-ins: applications that staff entered for people without an account.

use chrono::{DateTime, Utc};
use domain::ApplicationId;

use super::analyses_erasure::Analyses;
use crate::{Result, TenantConn, TenantTx};

/// Lists the walk-ins without an account that did not change since `before`, the oldest first, at most `limit`.
pub async fn list_due(conn: &mut TenantConn, before: DateTime<Utc>, limit: i64) -> Result<Vec<ApplicationId>> {
    let ids = sqlx::query_scalar!(
        "select a.id from applications a
         where a.tenant_id = current_tenant() and a.patient_id is null and a.updated_at < $1
           and not exists (select from tcis t where t.application_id = a.id and t.updated_at >= $1)
         order by a.updated_at, a.id limit $2",
        before,
        limit
    )
    .fetch_all(conn.connection())
    .await?;
    Ok(ids.into_iter().map(ApplicationId::new).collect())
}

/// Erases a walk-in with its analyses and pictures, and releases their uploads, so that the sweep deletes the objects.
/// Returns false when it belongs to an account, or changed after `before`, in the meantime.
pub async fn erase(tx: &mut TenantTx, id: ApplicationId, before: DateTime<Utc>, now: DateTime<Utc>) -> Result<bool> {
    let locked =
        sqlx::query_scalar!("select id from applications where id = $1 and patient_id is null for update", id.get())
            .fetch_optional(tx.connection())
            .await?;
    if locked.is_none() {
        return Ok(false);
    }
    // a second statement, because one that waited for a lock would read analyses from before the lock
    let is_due = sqlx::query_scalar!(
        r#"select a.updated_at < $2 and not exists (select from tcis t where t.application_id = a.id and t.updated_at >= $2)
               as "due!"
           from applications a where a.id = $1"#,
        id.get(),
        before
    )
    .fetch_one(tx.connection())
    .await?;
    if !is_due {
        return Ok(false);
    }
    Analyses::Application(id).erase_and_release(tx, now).await?;
    sqlx::query!("delete from applications where id = $1", id.get()).execute(tx.connection()).await?;
    Ok(true)
}
