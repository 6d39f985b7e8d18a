//! Finding a forgotten account, and setting a new password by a link.

use chrono::{DateTime, Utc};
use domain::message::RESET_LIFETIME;
use domain::{Contact, LoginUserId, MessageId, PasswordHash, Patient, PatientId, TokenHash};

use crate::{Result, TenantConn, TenantTx, patients, sessions};

/// The accounts with an address or number, the newest first.
///
/// # Errors
/// Only [`crate::Error`].
pub async fn list_by_contact(conn: &mut TenantConn, contact: &Contact) -> Result<Vec<Patient>> {
    let (email, phone) = parts(contact);
    let rows = sqlx::query_as!(
        patients::Row,
        "select id, login_user_id, name, birth, gender, phone_number, email
         from patients
         where tenant_id = current_tenant() and (email_key = $1 or phone_number = $2) and left_at is null
         order by id desc",
        email,
        phone
    )
    .fetch_all(conn.connection())
    .await?;
    conn.settle();
    rows.into_iter().map(Patient::try_from).collect()
}

/// The account with this sign-in name, if it has this address or number.
///
/// # Errors
/// Only [`crate::Error`].
pub async fn find_account(conn: &mut TenantConn, login: &LoginUserId, contact: &Contact) -> Result<Option<PatientId>> {
    let (email, phone) = parts(contact);
    let id = sqlx::query_scalar!(
        "select id from patients
         where tenant_id = current_tenant() and login_key = $1 and (email_key = $2 or phone_number = $3)
           and left_at is null",
        login.key(),
        email,
        phone
    )
    .fetch_optional(conn.connection())
    .await?;
    conn.settle();
    Ok(id.map(PatientId::new))
}

/// An address and a number of which one is given: nothing equals the other.
fn parts(contact: &Contact) -> (Option<String>, Option<String>) {
    match contact {
        Contact::Email(_) => (Some(contact.key()), None),
        Contact::Phone(_) => (None, Some(contact.key())),
    }
}

/// Keeps the hash of the link that a message is about to carry. A message that is sent again has a new link; the one
/// before, if it went out at all, ends.
///
/// # Errors
/// Only [`crate::Error`].
pub async fn put_reset(
    conn: &mut TenantConn,
    patient: PatientId,
    message: MessageId,
    token: &TokenHash,
    now: DateTime<Utc>,
) -> Result<()> {
    sqlx::query!(
        "insert into password_resets (patient_id, message_id, token_hash, created_at, expires_at)
         values ($1, $2, $3, $4, $5)
         on conflict (message_id) do update
         set token_hash = excluded.token_hash, created_at = excluded.created_at, expires_at = excluded.expires_at",
        patient.get(),
        message.get(),
        token.as_bytes().as_slice(),
        now,
        now + RESET_LIFETIME
    )
    .execute(conn.connection())
    .await?;
    conn.settle();
    Ok(())
}

/// Whether a link would open at `now`.
///
/// # Errors
/// Only [`crate::Error`].
pub async fn exists_reset(conn: &mut TenantConn, token: &TokenHash, now: DateTime<Utc>) -> Result<bool> {
    let open = sqlx::query_scalar!(
        r#"select exists(select from password_resets
                         where token_hash = $1 and used_at is null and expires_at > $2) as "open!""#,
        token.as_bytes().as_slice(),
        now
    )
    .fetch_one(conn.connection())
    .await?;
    conn.settle();
    Ok(open)
}

/// Uses a link: sets the password, ends every session and every other link of the patient, and answers the account's
/// sign-in name. None when the link does not open, and of two calls with one link for the later: the transaction must then
/// be dropped.
///
/// # Errors
/// Only [`crate::Error`].
pub async fn reset(
    tx: &mut TenantTx,
    token: &TokenHash,
    password: &PasswordHash,
    now: DateTime<Utc>,
) -> Result<Option<LoginUserId>> {
    // the account's row first: who comes with another link of it, or the same, waits here
    let account = sqlx::query!(
        "update patients set password_hash = $2
         where id = (select patient_id from password_resets
                     where token_hash = $1 and used_at is null and expires_at > $3)
           and left_at is null
         returning id, login_user_id",
        token.as_bytes().as_slice(),
        password.as_str(),
        now
    )
    .fetch_optional(tx.connection())
    .await?;
    let Some(account) = account else { return Ok(None) };
    let used = sqlx::query!(
        "update password_resets set used_at = $2 where token_hash = $1 and used_at is null",
        token.as_bytes().as_slice(),
        now
    )
    .execute(tx.connection())
    .await?;
    if used.rows_affected() == 0 {
        return Ok(None);
    }
    let patient = PatientId::new(account.id);
    sqlx::query!(
        "update password_resets set used_at = $2 where patient_id = $1 and used_at is null",
        patient.get(),
        now
    )
    .execute(tx.connection())
    .await?;
    sessions::revoke_all(tx, patient, now).await?;
    Ok(Some(LoginUserId::from_stored(account.login_user_id)))
}
