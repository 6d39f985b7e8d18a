//! Patients' own data: changes with their proofs, and the links that confirm e-mail addresses.

use std::net::IpAddr;

use chrono::{DateTime, Utc};
use domain::profile::EMAIL_LINK_LIFETIME;
use domain::{
    ChangeProof, Email, MessageId, Name, PatientId, Phone, PostalAddress, ProfileChange, ProfileField, TokenHash,
};

use crate::{Result, TenantConn, TenantTx, column};

/// The maximum number of changes that a patient sees.
const MAX_CHANGES: i64 = 50;

/// Finds a patient's postal address.
pub async fn find_address(conn: &mut TenantConn, patient: PatientId) -> Result<PostalAddress> {
    let found = sqlx::query!("select zipcode, address, address_detail from patients where id = $1", patient.get())
        .fetch_optional(conn.connection())
        .await?;
    Ok(found.map_or_else(PostalAddress::default, |r| PostalAddress {
        zipcode: r.zipcode,
        address: r.address,
        address_detail: r.address_detail,
    }))
}

/// Sets a patient's postal address.
pub async fn set_address(tx: &mut TenantTx, patient: PatientId, address: &PostalAddress) -> Result<()> {
    sqlx::query!(
        "update patients set zipcode = $2, address = $3, address_detail = $4 where id = $1 and left_at is null",
        patient.get(),
        address.zipcode,
        address.address,
        address.address_detail
    )
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// Sets a patient's name.
pub async fn set_name(tx: &mut TenantTx, patient: PatientId, name: &Name) -> Result<()> {
    sqlx::query!("update patients set name = $2 where id = $1 and left_at is null", patient.get(), name.as_str())
        .execute(tx.connection())
        .await?;
    Ok(())
}

/// Sets a patient's phone number, and invalidates the account's recovery links, which may have been sent to the old
/// one.
pub async fn set_phone(tx: &mut TenantTx, patient: PatientId, phone: &Phone, now: DateTime<Utc>) -> Result<()> {
    sqlx::query!(
        "update patients set phone_number = $2 where id = $1 and left_at is null",
        patient.get(),
        phone.as_str()
    )
    .execute(tx.connection())
    .await?;
    end_resets(tx, patient, now).await
}

/// Sets or removes a patient's e-mail address, and invalidates the account's recovery links.
pub async fn set_email(tx: &mut TenantTx, patient: PatientId, email: Option<&Email>, now: DateTime<Utc>) -> Result<()> {
    sqlx::query!(
        "update patients set email = $2 where id = $1 and left_at is null",
        patient.get(),
        email.map(Email::as_str)
    )
    .execute(tx.connection())
    .await?;
    end_resets(tx, patient, now).await
}

async fn end_resets(tx: &mut TenantTx, patient: PatientId, now: DateTime<Utc>) -> Result<()> {
    sqlx::query!(
        "update password_resets set used_at = $2 where patient_id = $1 and used_at is null",
        patient.get(),
        now
    )
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// A new record of a change.
#[derive(Clone, Debug)]
pub struct NewChange {
    /// The patient.
    pub patient_id: PatientId,
    /// The changed field.
    pub field: ProfileField,
    /// How the patient proved to be the owner of the account.
    pub proof: ChangeProof,
    /// The old value, masked; empty if there was none.
    pub old_value: String,
    /// The address that the change came from.
    pub client_address: Option<IpAddr>,
}

/// Inserts the record of a change.
pub async fn insert_change(tx: &mut TenantTx, new: &NewChange, now: DateTime<Utc>) -> Result<()> {
    sqlx::query!(
        "insert into profile_changes (patient_id, field, proof, old_value, client_address, changed_at)
         values ($1, $2, $3, $4, $5::text::inet, $6)",
        new.patient_id.get(),
        new.field.as_str(),
        new.proof.as_str(),
        new.old_value,
        new.client_address.map(|address| address.to_string()),
        now
    )
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// Lists a patient's latest changes, the newest first.
pub async fn list_changes(conn: &mut TenantConn, patient: PatientId) -> Result<Vec<ProfileChange>> {
    let rows = sqlx::query!(
        "select id, field, proof, old_value, changed_at from profile_changes where patient_id = $1 order by id desc limit $2",
        patient.get(),
        MAX_CHANGES
    )
    .fetch_all(conn.connection())
    .await?;
    rows.into_iter()
        .map(|r| {
            Ok(ProfileChange {
                field: column("profile_changes", "field", r.id).check(r.field.parse::<ProfileField>())?,
                proof: column("profile_changes", "proof", r.id).check(r.proof.parse::<ChangeProof>())?,
                old_value: r.old_value,
                changed_at: r.changed_at,
            })
        })
        .collect()
}

/// Inserts an e-mail address that the link of a message confirms. The patient's earlier links become invalid.
pub async fn insert_confirmation(
    tx: &mut TenantTx,
    patient: PatientId,
    message: MessageId,
    email: &Email,
    now: DateTime<Utc>,
) -> Result<()> {
    sqlx::query!(
        "update email_confirmations set used_at = $2 where patient_id = $1 and used_at is null",
        patient.get(),
        now
    )
    .execute(tx.connection())
    .await?;
    sqlx::query!(
        "insert into email_confirmations (patient_id, message_id, email, created_at, expires_at)
         values ($1, $2, $3, $4, $5)",
        patient.get(),
        message.get(),
        email.as_str(),
        now,
        now + EMAIL_LINK_LIFETIME
    )
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// Sets the link of a message's confirmation, replacing one that was sent before. Returns false when there is nothing
/// left to confirm.
pub async fn set_confirmation_link(
    conn: &mut TenantConn,
    message: MessageId,
    token: &TokenHash,
    now: DateTime<Utc>,
) -> Result<bool> {
    let done = sqlx::query!(
        "update email_confirmations set token_hash = $2, expires_at = $4
         where message_id = $1 and used_at is null and expires_at > $3",
        message.get(),
        token.as_bytes().as_slice(),
        now,
        now + EMAIL_LINK_LIFETIME
    )
    .execute(conn.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Finds the address that a patient has not confirmed yet.
pub async fn find_unconfirmed_email(
    conn: &mut TenantConn,
    patient: PatientId,
    now: DateTime<Utc>,
) -> Result<Option<Email>> {
    let found = sqlx::query_scalar!(
        "select email from email_confirmations
         where patient_id = $1 and used_at is null and expires_at > $2 order by id desc limit 1",
        patient.get(),
        now
    )
    .fetch_optional(conn.connection())
    .await?;
    Ok(found.map(Email::from_stored))
}

/// Consumes a link: returns the patient and the address that it confirms. Returns none when the link is unknown, used
/// or expired, or the account is deleted.
pub async fn consume_confirmation(
    tx: &mut TenantTx,
    token: &TokenHash,
    now: DateTime<Utc>,
) -> Result<Option<(PatientId, Email)>> {
    let used = sqlx::query!(
        "update email_confirmations c set used_at = $2 from patients p
         where c.token_hash = $1 and c.used_at is null and c.expires_at > $2
           and p.id = c.patient_id and p.left_at is null
         returning c.patient_id, c.email",
        token.as_bytes().as_slice(),
        now
    )
    .fetch_optional(tx.connection())
    .await?;
    Ok(used.map(|r| (PatientId::new(r.patient_id), Email::from_stored(r.email))))
}
