//! Clinics that patients marked as favorites.

use chrono::{DateTime, Utc};
use domain::{Institution, InstitutionId, PatientId};

use crate::{Result, TenantConn, TenantTx, patients};

/// Lists the active clinics that a patient marked, the most recently marked first.
pub async fn list(conn: &mut TenantConn, patient: PatientId) -> Result<Vec<Institution>> {
    let found = sqlx::query_as!(
        Institution,
        "select i.id, i.name, i.representative_name, i.address, i.phone_number
         from favorite_clinics f join institutions i on i.id = f.institution_id
         where f.patient_id = $1 and i.active
         order by f.created_at desc, i.id desc",
        patient.get()
    )
    .fetch_all(conn.connection())
    .await?;
    Ok(found)
}

/// Locks the account, and returns how many other active clinics the patient marked, or none when the account is closed.
pub async fn count_others_locked(tx: &mut TenantTx, patient: PatientId, clinic: InstitutionId) -> Result<Option<i64>> {
    if !patients::lock_open_for_update(tx, patient).await? {
        return Ok(None);
    }
    let count = sqlx::query_scalar!(
        r#"select count(*) as "count!" from favorite_clinics f join institutions i on i.id = f.institution_id
           where f.patient_id = $1 and f.institution_id <> $2 and i.active"#,
        patient.get(),
        clinic.get()
    )
    .fetch_one(tx.connection())
    .await?;
    Ok(Some(count))
}

/// Marks a clinic. A clinic that is already marked keeps its place in the list.
pub async fn insert(
    conn: &mut TenantConn,
    patient: PatientId,
    clinic: InstitutionId,
    now: DateTime<Utc>,
) -> Result<()> {
    sqlx::query!(
        "insert into favorite_clinics (patient_id, institution_id, created_at) values ($1, $2, $3) on conflict do nothing",
        patient.get(),
        clinic.get(),
        now
    )
    .execute(conn.connection())
    .await?;
    Ok(())
}

/// Unmarks a clinic, if it is marked.
pub async fn delete(conn: &mut TenantConn, patient: PatientId, clinic: InstitutionId) -> Result<()> {
    sqlx::query!(
        "delete from favorite_clinics where patient_id = $1 and institution_id = $2",
        patient.get(),
        clinic.get()
    )
    .execute(conn.connection())
    .await?;
    Ok(())
}
