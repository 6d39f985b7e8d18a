//! Requests from clinics that account holders accept a corrected name.

use chrono::{DateTime, Utc};
use domain::profile::NAME_REQUEST_LIFETIME;
use domain::{IdDocument, InstitutionId, Name, NameRequest, PatientId, StaffId};

use crate::{Result, TenantConn, TenantTx};

/// A name on a document that staff saw.
#[derive(Clone, Debug)]
pub struct NewNameRequest {
    /// The account.
    pub patient: PatientId,
    /// The clinic.
    pub clinic: InstitutionId,
    /// The member of staff who saw the document.
    pub staff: StaffId,
    /// The name.
    pub name: Name,
    /// The document.
    pub document: IdDocument,
}

/// Inserts a request, replacing an earlier one for the account.
pub async fn upsert(tx: &mut TenantTx, new: &NewNameRequest, now: DateTime<Utc>) -> Result<()> {
    sqlx::query!(
        "insert into name_requests (patient_id, institution_id, staff_id, name, document, created_at, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7)
         on conflict (tenant_id, patient_id) do update
         set institution_id = excluded.institution_id, staff_id = excluded.staff_id, name = excluded.name,
             document = excluded.document, created_at = excluded.created_at, expires_at = excluded.expires_at",
        new.patient.get(),
        new.clinic.get(),
        new.staff.get(),
        new.name.as_str(),
        new.document.as_str(),
        now,
        now + NAME_REQUEST_LIFETIME
    )
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// Finds the pending request for an account's holder.
pub async fn find(conn: &mut TenantConn, patient: PatientId, now: DateTime<Utc>) -> Result<Option<NameRequest>> {
    let found = sqlx::query!(
        "select r.name, i.name as clinic, r.expires_at from name_requests r join institutions i on i.id = r.institution_id
         where r.patient_id = $1 and r.expires_at > $2",
        patient.get(),
        now
    )
    .fetch_optional(conn.connection())
    .await?;
    Ok(found.map(|row| NameRequest {
        name: Name::from_stored(row.name),
        clinic: row.clinic,
        expires_at: row.expires_at,
    }))
}

/// Deletes the pending request and returns its name. A newer request than the one that the holder saw stays.
pub async fn consume(tx: &mut TenantTx, patient: PatientId, shown: &Name, now: DateTime<Utc>) -> Result<Option<Name>> {
    let name = sqlx::query_scalar!(
        "delete from name_requests where patient_id = $1 and name = $2 and expires_at > $3 returning name",
        patient.get(),
        shown.as_str(),
        now
    )
    .fetch_optional(tx.connection())
    .await?;
    Ok(name.map(Name::from_stored))
}

/// Deletes the requests that expired by `until`.
pub(crate) async fn delete_expired(conn: &mut TenantConn, until: DateTime<Utc>) -> Result<()> {
    sqlx::query!("delete from name_requests where expires_at <= $1", until).execute(conn.connection()).await?;
    Ok(())
}
