//! Erasure of a removed person's data after the retention period of service data.
//!
//! Paid claims are records of contracts: they lose their health data, and are deleted by [`crate::records`].

use chrono::{DateTime, Utc};
use domain::retention::RetentionClass;
use domain::{ObjectKey, PersonId};

use super::analyses_erasure::Analyses;
use super::claims_erasure::Claims;
use crate::{Result, TenantConn, TenantTx};

/// Lists the removed people whose data is due for erasure, those removed earliest first.
pub async fn list_due(conn: &mut TenantConn, limit: i64, now: DateTime<Utc>) -> Result<Vec<PersonId>> {
    let ids = sqlx::query_scalar!(
        "select id from people where removed_at <= $1 and erased_at is null order by removed_at, id limit $2",
        RetentionClass::Service.cutoff(now),
        limit
    )
    .fetch_all(conn.connection())
    .await?;
    Ok(ids.into_iter().map(PersonId::new).collect())
}

/// Lists the objects of a person's pictures. Delete the objects before calling [`erase`], which deletes their keys.
pub async fn list_objects(conn: &mut TenantConn, person: PersonId) -> Result<Vec<ObjectKey>> {
    Analyses::Person(person).list_objects(conn).await
}

/// Erases a removed person with the person's analyses and applications, and what claims need not keep. The row is kept for
/// the claims.
pub async fn erase(tx: &mut TenantTx, person: PersonId, now: DateTime<Utc>) -> Result<()> {
    let id = person.get();
    sqlx::query!(
        "delete from notifications
         where tci_id in (select id from tcis where person_id = $1)
            or application_id in (select id from applications where person_id = $1)",
        id
    )
    .execute(tx.connection())
    .await?;
    Analyses::Person(person).erase(tx).await?;
    sqlx::query!("delete from applications where person_id = $1", id).execute(tx.connection()).await?;
    Claims::Person(person).erase(tx).await?;
    sqlx::query!(
        "update people set erased_at = $2, name = '-', birth = null, gender = null, client_address = null
         where id = $1 and removed_at is not null and erased_at is null",
        id,
        now
    )
    .execute(tx.connection())
    .await?;
    Ok(())
}
