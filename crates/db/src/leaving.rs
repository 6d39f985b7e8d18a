//! Patients who leave, and the erasing of what they leave.

use chrono::{DateTime, Utc};
use domain::retention::Kept;
use domain::{ObjectKey, PatientId};

use crate::{Result, TenantConn, TenantTx, sessions};

/// Lets a patient leave: sessions, links and consents end, and applications that are not complete are called off. False
/// when the patient had left.
///
/// The verified identity and the accounts at providers go at once, so that the same person may sign up again.
///
/// # Errors
/// Only [`crate::Error`].
pub async fn leave(tx: &mut TenantTx, patient: PatientId, now: DateTime<Utc>) -> Result<bool> {
    let left = sqlx::query!("update patients set left_at = $2 where id = $1 and left_at is null", patient.get(), now)
        .execute(tx.connection())
        .await?;
    if left.rows_affected() == 0 {
        return Ok(false);
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
    leave_claims(tx, patient, now).await?;
    sqlx::query!(
        "update consents set withdrawn_at = $2 where patient_id = $1 and withdrawn_at is null",
        patient.get(),
        now
    )
    .execute(tx.connection())
    .await?;
    Ok(true)
}

/// Calls off the claims that no clinic has begun, lets their money go back (by the sweep of orders), and forgets drafts. What a
/// clinic has begun, it issues.
async fn leave_claims(tx: &mut TenantTx, patient: PatientId, now: DateTime<Utc>) -> Result<()> {
    let canceled = sqlx::query_scalar!(
        "update claims set status = -1, canceled_at = $2, updated_at = $2 where patient_id = $1 and status = 0 returning id",
        patient.get(),
        now
    )
    .fetch_all(tx.connection())
    .await?;
    sqlx::query!(
        "update orders set status = 'refunding', refund_reason = 'withdrawn', updated_at = $2
         where claim_id = any($1) and status = 'paid'",
        &canceled,
        now
    )
    .execute(tx.connection())
    .await?;
    sqlx::query!(
        "update orders set status = 'canceled', updated_at = $2 where patient_id = $1 and status = 'pending'",
        patient.get(),
        now
    )
    .execute(tx.connection())
    .await?;
    sqlx::query!(
        "delete from claim_drafts d using orders o
         where o.id = d.order_id and o.patient_id = $1 and o.status in ('failed', 'canceled', 'expired')",
        patient.get()
    )
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// Erases the claims that nobody paid for, and of the paid ones what no record of a contract needs: what happened and when, the
/// number, the bank and its account, the resident number. What is left ends with [`crate::records`].
async fn erase_claims(tx: &mut TenantTx, patient: PatientId) -> Result<()> {
    let id = patient.get();
    sqlx::query!(
        "update orders set claim_id = null
         where claim_id in (select id from claims where patient_id = $1 and paid_order_id is null)",
        id
    )
    .execute(tx.connection())
    .await?;
    sqlx::query!("delete from claims where patient_id = $1 and paid_order_id is null", id)
        .execute(tx.connection())
        .await?;
    sqlx::query!(
        "update claims set account_sealed = null, account_key_id = null, resident_sealed = null, resident_key_id = null,
                account_masked = '', bank_name = '-', depositor = '-', mobile = '01000000000',
                accident_type = 'other', onset_date = (created_at at time zone 'Asia/Seoul')::date, reason = '-'
         where patient_id = $1",
        id
    )
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// Those who left so long ago that their data of a kind is to be erased, the earliest first.
///
/// # Errors
/// Only [`crate::Error`].
pub async fn list_due(conn: &mut TenantConn, kept: Kept, limit: i64, now: DateTime<Utc>) -> Result<Vec<PatientId>> {
    let ids = sqlx::query_scalar!(
        "select id from patients
         where left_at <= $1 and erased_at is null
           and case when $2 then service_erased_at is null else service_erased_at is not null end
         order by left_at, id limit $3",
        kept.due_since(now),
        kept == Kept::Service,
        limit
    )
    .fetch_all(conn.connection())
    .await?;
    conn.settle();
    Ok(ids.into_iter().map(PatientId::new).collect())
}

/// Every object that a patient stored, or a clinic of the patient: to be deleted before [`erase_service`] forgets where they are.
///
/// # Errors
/// Only [`crate::Error`].
pub async fn list_objects(conn: &mut TenantConn, patient: PatientId) -> Result<Vec<ObjectKey>> {
    let keys = sqlx::query_scalar!(
        r#"select object_key as "object_key!" from uploads where patient_id = $1
           union
           select p.object_key from pictures p join tcis t on t.id = p.tci_id where t.patient_id = $1"#,
        patient.get()
    )
    .fetch_all(conn.connection())
    .await?;
    conn.settle();
    Ok(keys.into_iter().map(ObjectKey::from_stored).collect())
}

/// Erases what the service made of a patient who left.
///
/// # Errors
/// Only [`crate::Error`].
pub async fn erase_service(tx: &mut TenantTx, patient: PatientId, now: DateTime<Utc>) -> Result<()> {
    let id = patient.get();
    crate::issued_documents::erase_of(tx, patient, now).await?;
    sqlx::query!("delete from notifications where patient_id = $1", id).execute(tx.connection()).await?;
    sqlx::query!(
        "delete from results where picture_id in
         (select p.id from pictures p join tcis t on t.id = p.tci_id where t.patient_id = $1)",
        id
    )
    .execute(tx.connection())
    .await?;
    // a clinic's uploads are its staff's, and go with what they show
    sqlx::query!(
        "with gone as (
             delete from pictures where tci_id in (select id from tcis where patient_id = $1) returning upload_id
         )
         delete from uploads where id in (select upload_id from gone)",
        id
    )
    .execute(tx.connection())
    .await?;
    sqlx::query!("delete from tcis where patient_id = $1", id).execute(tx.connection()).await?;
    sqlx::query!("delete from applications where patient_id = $1", id).execute(tx.connection()).await?;
    erase_claims(tx, patient).await?;
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

/// Erases the person from the account of a patient who left. What stays is a number without a person: the account's id,
/// and of the consents what was agreed to and when.
///
/// # Errors
/// Only [`crate::Error`].
pub async fn erase_person(tx: &mut TenantTx, patient: PatientId, now: DateTime<Utc>) -> Result<()> {
    let id = patient.get();
    sqlx::query!("delete from password_resets where patient_id = $1", id).execute(tx.connection()).await?;
    sqlx::query!("delete from messages where patient_id = $1", id).execute(tx.connection()).await?;
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
