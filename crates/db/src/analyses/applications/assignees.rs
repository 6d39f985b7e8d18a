//! The analysts that applications are assigned to.

use chrono::{DateTime, Utc};
use domain::{ApplicationId, ApplicationStatus, Expert, InstitutionId, PatientId, StaffId};

use crate::tcis::row::expert;
use crate::{Result, TenantTx, column};

/// A locked application of a clinic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LockedApplication {
    /// The application.
    pub id: ApplicationId,
    /// Its status.
    pub status: ApplicationStatus,
    /// The patient's account.
    pub patient_id: Option<PatientId>,
    /// The analyst that it is assigned to.
    pub assignee: Option<Expert>,
}

/// Locks those of the applications that belong to a clinic until the transaction ends. They are locked in the order of
/// their ids, so that concurrent calls cannot deadlock.
pub async fn lock_all(
    tx: &mut TenantTx,
    clinic: InstitutionId,
    ids: &[ApplicationId],
) -> Result<Vec<LockedApplication>> {
    let ids: Vec<i64> = ids.iter().map(|id| id.get()).collect();
    let locked = sqlx::query_scalar!(
        "select id from applications where id = any($1) and institution_id = $2 and hidden_at is null
         order by id for no key update",
        &ids,
        clinic.get()
    )
    .fetch_all(tx.connection())
    .await?;
    // a second statement, because one that waited for a lock would join rows from before the lock
    let rows = sqlx::query!(
        r#"select a.id, a.status, a.patient_id, a.assignee_id, s.name as "assignee?"
           from applications a
           left join staff s on s.id = a.assignee_id
           where a.id = any($1) order by a.id"#,
        &locked
    )
    .fetch_all(tx.connection())
    .await?;
    rows.into_iter()
        .map(|row| {
            let status = column("applications", "status", row.id);
            Ok(LockedApplication {
                id: ApplicationId::new(row.id),
                status: status.require(ApplicationStatus::from_repr(row.status))?,
                patient_id: row.patient_id.map(PatientId::new),
                assignee: expert(row.assignee_id, row.assignee),
            })
        })
        .collect()
}

/// Marks locked pending applications as received and opened.
pub async fn receive(tx: &mut TenantTx, ids: &[ApplicationId], now: DateTime<Utc>) -> Result<()> {
    let ids: Vec<i64> = ids.iter().map(|id| id.get()).collect();
    sqlx::query!(
        "update applications
         set status = 1, claim_at = $2, updated_at = $2, opened_at = coalesce(opened_at, $2)
         where id = any($1)",
        &ids,
        now
    )
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// Assigns a locked application to an analyst if it has no assignee.
pub async fn assign_if_free(tx: &mut TenantTx, id: ApplicationId, staff: StaffId) -> Result<()> {
    sqlx::query!(
        "update applications set assignee_id = $2 where id = $1 and assignee_id is null",
        id.get(),
        staff.get()
    )
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// Sets or removes the assignee of locked applications.
pub async fn set_assignee(
    tx: &mut TenantTx,
    ids: &[ApplicationId],
    assignee: Option<StaffId>,
    now: DateTime<Utc>,
) -> Result<()> {
    let ids: Vec<i64> = ids.iter().map(|id| id.get()).collect();
    sqlx::query!(
        "update applications set assignee_id = $2, updated_at = $3 where id = any($1)",
        &ids,
        assignee.map(StaffId::get),
        now
    )
    .execute(tx.connection())
    .await?;
    Ok(())
}
