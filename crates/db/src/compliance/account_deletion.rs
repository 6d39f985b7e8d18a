//! Deletion of patients' accounts: an account is closed at once, and its data is erased after the retention periods.

use chrono::{DateTime, Utc};
use domain::retention::RetentionClass;
use domain::{ObjectKey, OrderId, PatientId};

use super::analyses_erasure::Analyses;
use super::claims_erasure::Claims;
use super::withdrawal;
use crate::{Result, TenantConn, TenantTx, sessions};

/// Closes a patient's account: revokes sessions, links and consents, and cancels applications that are not complete and
/// claims without issued documents, or with documents that are still to be forwarded. Returns the orders that the job
/// `refund_order` must refund, or none when the account was already closed.
///
/// The verified identity and the linked social accounts are deleted at once, so that the same person can sign up again.
/// Issued documents can no longer be downloaded. The clinic can send them by registered mail until
/// [`erase_service`] erases them.
pub async fn close_account(tx: &mut TenantTx, patient: PatientId, now: DateTime<Utc>) -> Result<Option<Vec<OrderId>>> {
    let closed = sqlx::query!("update patients set left_at = $2 where id = $1 and left_at is null", patient.get(), now)
        .execute(tx.connection())
        .await?;
    if closed.rows_affected() == 0 {
        return Ok(None);
    }
    sessions::revoke_all(tx, patient, now).await?;
    sqlx::query!(
        "update password_resets set used_at = $2 where patient_id = $1 and used_at is null",
        patient.get(),
        now
    )
    .execute(tx.connection())
    .await?;
    sqlx::query!(
        "update exports set expires_at = least(expires_at, $2), token_hash = null where patient_id = $1",
        patient.get(),
        now
    )
    .execute(tx.connection())
    .await?;
    sqlx::query!("delete from social_accounts where patient_id = $1", patient.get()).execute(tx.connection()).await?;
    sqlx::query!("delete from name_requests where patient_id = $1", patient.get()).execute(tx.connection()).await?;
    sqlx::query!("delete from favorite_clinics where patient_id = $1", patient.get()).execute(tx.connection()).await?;
    sqlx::query!("update patients set ci_sealed = null, ci_key_id = null, ci_hash = null where id = $1", patient.get())
        .execute(tx.connection())
        .await?;
    sqlx::query!(
        "update applications set status = -1, updated_at = $2 where patient_id = $1 and status in (0, 1)",
        patient.get(),
        now
    )
    .execute(tx.connection())
    .await?;
    let refunds = withdrawal::end_claims(tx, patient, None, now).await?;
    sqlx::query!(
        "update orders set status = 'canceled', updated_at = $2 where patient_id = $1 and status = 'pending'",
        patient.get(),
        now
    )
    .execute(tx.connection())
    .await?;
    sqlx::query!(
        "update consents set withdrawn_at = $2 where patient_id = $1 and withdrawn_at is null",
        patient.get(),
        now
    )
    .execute(tx.connection())
    .await?;
    Ok(Some(refunds))
}

/// Lists the patients whose data of a class is due for erasure, those with the earliest closed accounts first.
pub async fn list_due(
    conn: &mut TenantConn,
    kept: RetentionClass,
    limit: i64,
    now: DateTime<Utc>,
) -> Result<Vec<PatientId>> {
    let ids = sqlx::query_scalar!(
        "select id from patients
         where left_at <= $1 and erased_at is null
           and case when $2 then service_erased_at is null else service_erased_at is not null end
         order by left_at, id limit $3",
        kept.cutoff(now),
        kept == RetentionClass::Service,
        limit
    )
    .fetch_all(conn.connection())
    .await?;
    Ok(ids.into_iter().map(PatientId::new).collect())
}

/// Lists every object that a patient, or a clinic for the patient, stored. Delete the objects before calling
/// [`erase_service`], which deletes their keys.
pub async fn list_objects(conn: &mut TenantConn, patient: PatientId) -> Result<Vec<ObjectKey>> {
    let keys = sqlx::query_scalar!(
        r#"select object_key as "object_key!" from uploads where patient_id = $1
           union
           select p.object_key from pictures p join tcis t on t.id = p.tci_id where t.patient_id = $1"#,
        patient.get()
    )
    .fetch_all(conn.connection())
    .await?;
    Ok(keys.into_iter().map(ObjectKey::from_stored).collect())
}

/// Erases the service data of a closed account.
pub async fn erase_service(tx: &mut TenantTx, patient: PatientId, now: DateTime<Utc>) -> Result<()> {
    let id = patient.get();
    crate::issued_documents::erase_for_patient(tx, patient, now).await?;
    sqlx::query!("delete from notifications where patient_id = $1", id).execute(tx.connection()).await?;
    sqlx::query!("delete from notification_settings where patient_id = $1", id).execute(tx.connection()).await?;
    Analyses::Account(patient).erase(tx).await?;
    sqlx::query!("delete from applications where patient_id = $1", id).execute(tx.connection()).await?;
    Claims::Account(patient).erase(tx).await?;
    // the rows are kept for the claims; the holder's row is erased with the account
    sqlx::query!(
        "update people set name = '-', birth = null, gender = null, client_address = null
         where patient_id = $1 and relation <> 'self'",
        id
    )
    .execute(tx.connection())
    .await?;
    sqlx::query!("delete from invite_uses where tenant_id = current_tenant() and patient_id = $1", id)
        .execute(tx.connection())
        .await?;
    sqlx::query!("delete from uploads where patient_id = $1", id).execute(tx.connection()).await?;
    sqlx::query!(
        "update patients set service_erased_at = $2 where id = $1 and left_at is not null and service_erased_at is null",
        id,
        now
    )
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// Erases the personal data of a closed account. The id of the account stays, and of each consent its text version and
/// times.
pub async fn erase_person(tx: &mut TenantTx, patient: PatientId, now: DateTime<Utc>) -> Result<()> {
    let id = patient.get();
    sqlx::query!("delete from password_resets where patient_id = $1", id).execute(tx.connection()).await?;
    sqlx::query!("delete from messages where patient_id = $1", id).execute(tx.connection()).await?;
    sqlx::query!("delete from terms_notices where patient_id = $1", id).execute(tx.connection()).await?;
    sqlx::query!("delete from profile_changes where patient_id = $1", id).execute(tx.connection()).await?;
    sqlx::query!("delete from patient_sessions where patient_id = $1", id).execute(tx.connection()).await?;
    sqlx::query!("delete from idempotency_keys where patient_id = $1", id).execute(tx.connection()).await?;
    sqlx::query!("update consents set client_address = null where patient_id = $1", id)
        .execute(tx.connection())
        .await?;
    sqlx::query!(
        "update patients
         set erased_at = $2, login_user_id = 'erased-' || id, password_hash = '', name = '-', birth = null,
             gender = null, phone_number = '01000000000', email = null, zipcode = null, address = null,
             address_detail = null
         where id = $1 and service_erased_at is not null and erased_at is null",
        id,
        now
    )
    .execute(tx.connection())
    .await?;
    Ok(())
}
