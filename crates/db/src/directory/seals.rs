//! The seals and signatures that clinics store for their documents.

use chrono::{DateTime, Utc};
use domain::{InstitutionId, StaffId, TenantId};

use crate::sealed::SealedText;
use crate::{Result, TenantConn};

/// Returns the context that seals and signatures are sealed for.
#[must_use]
pub fn seal_context(tenant: TenantId, institution: InstitutionId) -> String {
    format!("seal of clinic {institution} of tenant {tenant}")
}

/// A clinic's seal, with the signature of its doctor.
#[derive(Clone, Debug)]
pub struct ClinicSeal {
    /// The seal, a PNG, sealed for [`seal_context`].
    pub seal: SealedText,
    /// The signature, a PNG, sealed likewise.
    pub signature: SealedText,
    /// The doctor's name.
    pub doctor_name: String,
    /// The doctor's license number.
    pub doctor_license: String,
    /// When they were stored.
    pub created_at: DateTime<Utc>,
}

/// Finds a clinic's seal.
pub async fn find(conn: &mut TenantConn, clinic: InstitutionId) -> Result<Option<ClinicSeal>> {
    let found = sqlx::query!(
        "select seal_sealed, seal_key_id, signature_sealed, signature_key_id, doctor_name, doctor_license, created_at
         from clinic_seals where institution_id = $1",
        clinic.get()
    )
    .fetch_optional(conn.connection())
    .await?;
    Ok(found.map(|row| ClinicSeal {
        seal: SealedText { bytes: row.seal_sealed, key_id: row.seal_key_id },
        signature: SealedText { bytes: row.signature_sealed, key_id: row.signature_key_id },
        doctor_name: row.doctor_name,
        doctor_license: row.doctor_license,
        created_at: row.created_at,
    }))
}

/// Returns whether a clinic stored a seal.
pub async fn exists(conn: &mut TenantConn, clinic: InstitutionId) -> Result<bool> {
    let found = sqlx::query_scalar!(
        r#"select exists(select from clinic_seals where institution_id = $1) as "found!""#,
        clinic.get()
    )
    .fetch_one(conn.connection())
    .await?;
    Ok(found)
}

/// Stores a clinic's seal, replacing an earlier one.
pub async fn upsert(conn: &mut TenantConn, clinic: InstitutionId, seal: &ClinicSeal, staff: StaffId) -> Result<()> {
    sqlx::query!(
        "insert into clinic_seals (institution_id, seal_sealed, seal_key_id, signature_sealed, signature_key_id, doctor_name,
                                   doctor_license, staff_id, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
         on conflict (institution_id) do update
         set seal_sealed = excluded.seal_sealed, seal_key_id = excluded.seal_key_id,
             signature_sealed = excluded.signature_sealed, signature_key_id = excluded.signature_key_id,
             doctor_name = excluded.doctor_name, doctor_license = excluded.doctor_license,
             staff_id = excluded.staff_id, created_at = excluded.created_at",
        clinic.get(),
        seal.seal.bytes,
        seal.seal.key_id,
        seal.signature.bytes,
        seal.signature.key_id,
        seal.doctor_name,
        seal.doctor_license,
        staff.get(),
        seal.created_at
    )
    .execute(conn.connection())
    .await?;
    Ok(())
}

/// Deletes a clinic's seal. Returns false when there is none.
pub async fn delete(conn: &mut TenantConn, clinic: InstitutionId) -> Result<bool> {
    let done = sqlx::query!("delete from clinic_seals where institution_id = $1", clinic.get())
        .execute(conn.connection())
        .await?;
    Ok(done.rows_affected() == 1)
}
