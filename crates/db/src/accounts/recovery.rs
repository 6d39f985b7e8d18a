//! Recovery of accounts: finding a forgotten sign-in name, and setting a new password by a link.

use chrono::{DateTime, Utc};
use domain::message::RESET_LIFETIME;
use domain::{Contact, LoginUserId, MessageId, PasswordHash, Patient, PatientId, TokenHash};

use crate::{Result, TenantConn, TenantTx, patients, sessions};

/// Lists the accounts with this address or number, the newest first.
pub async fn list_by_contact(conn: &mut TenantConn, contact: &Contact) -> Result<Vec<Patient>> {
    let (email, phone) = email_and_phone(contact);
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
    rows.into_iter().map(Patient::try_from).collect()
}

/// Finds the account with this sign-in name, if it has this address or number.
pub async fn find_account(conn: &mut TenantConn, login: &LoginUserId, contact: &Contact) -> Result<Option<PatientId>> {
    let (email, phone) = email_and_phone(contact);
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
    Ok(id.map(PatientId::new))
}

/// Splits a contact into the values of two columns, one of them null, which equals nothing.
fn email_and_phone(contact: &Contact) -> (Option<String>, Option<String>) {
    match contact {
        Contact::Email(_) => (Some(contact.key()), None),
        Contact::Phone(_) => (None, Some(contact.key())),
    }
}

/// Upserts the hash of the link that a message will carry. A message that is sent again carries a new link, which
/// replaces the old one.
pub async fn upsert_reset(
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
    Ok(())
}

/// Returns whether a link is valid at `now`.
pub async fn exists_reset(conn: &mut TenantConn, token: &TokenHash, now: DateTime<Utc>) -> Result<bool> {
    let open = sqlx::query_scalar!(
        r#"select exists(select from password_resets
                         where token_hash = $1 and used_at is null and expires_at > $2) as "open!""#,
        token.as_bytes().as_slice(),
        now
    )
    .fetch_one(conn.connection())
    .await?;
    Ok(open)
}

/// Finds the patient of a link that is valid at `now`.
pub async fn find_reset_owner(conn: &mut TenantConn, token: &TokenHash, now: DateTime<Utc>) -> Result<Option<Patient>> {
    let row = sqlx::query_as!(
        patients::Row,
        "select p.id, p.login_user_id, p.name, p.birth, p.gender, p.phone_number, p.email
         from password_resets r join patients p on p.id = r.patient_id
         where r.token_hash = $1 and r.used_at is null and r.expires_at > $2 and p.left_at is null",
        token.as_bytes().as_slice(),
        now
    )
    .fetch_optional(conn.connection())
    .await?;
    row.map(Patient::try_from).transpose()
}

/// Sets a new password by a link, revokes every session and every other link of the patient, and returns the sign-in name.
///
/// Returns none when the link is not valid, and for the later of two calls with the same link. The transaction must
/// then be dropped.
pub async fn reset_password(
    tx: &mut TenantTx,
    token: &TokenHash,
    password: &PasswordHash,
    now: DateTime<Utc>,
) -> Result<Option<LoginUserId>> {
    // locks the account's row first: a call with the same link, or another link of the account, waits here
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
