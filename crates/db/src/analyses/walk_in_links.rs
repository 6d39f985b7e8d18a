//! Codes with which a walk-in without an account moves the application into an account.

use chrono::{DateTime, Utc};
use domain::walk_in_link::MAX_ATTEMPTS;
use domain::{ApplicationId, BirthDate, Name, PatientId, PersonId, Phone, TokenHash, WalkInLinkId};

use crate::{Error, Result, TenantConn, TenantTx};

/// Inserts a code that staff show to the walk-in.
pub async fn insert_shown_code(
    tx: &mut TenantTx,
    application: ApplicationId,
    code: &TokenHash,
    expires_at: DateTime<Utc>,
    now: DateTime<Utc>,
) -> Result<()> {
    sqlx::query!(
        "insert into walk_in_links (application_id, origin, code_hash, created_at, expires_at) values ($1, 'desk', $2, $3, $4)",
        application.get(),
        code.as_bytes().as_slice(),
        now,
        expires_at
    )
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// Inserts a link to send to the number of a walk-in without an account. Returns none when the application has an
/// account, or another message is still unsent.
pub async fn insert_for_sms(
    tx: &mut TenantTx,
    application: ApplicationId,
    expires_at: DateTime<Utc>,
    now: DateTime<Utc>,
) -> Result<Option<WalkInLinkId>> {
    let id = sqlx::query_scalar!(
        "insert into walk_in_links (application_id, origin, created_at, expires_at)
         select a.id, 'sms', $2, $3 from applications a
         where a.id = $1 and a.kind = 'walk_in' and a.patient_id is null
           and not exists (select from walk_in_links l
                           where l.application_id = a.id and l.origin = 'sms' and l.sent_at is null and l.expires_at > $2)
         returning id",
        application.get(),
        now,
        expires_at
    )
    .fetch_optional(tx.connection())
    .await?;
    Ok(id.map(WalkInLinkId::new))
}

/// A link to send.
#[derive(Clone, Debug)]
pub struct LinkToSend {
    /// The number that the walk-in gave.
    pub phone: Phone,
}

/// Finds an unsent link of an application without an account.
pub async fn find_to_send(conn: &mut TenantConn, id: WalkInLinkId, now: DateTime<Utc>) -> Result<Option<LinkToSend>> {
    let phone = sqlx::query_scalar!(
        "select a.phone_number from walk_in_links l join applications a on a.id = l.application_id
         where l.id = $1 and l.sent_at is null and l.expires_at > $2 and a.patient_id is null and a.status <> -1",
        id.get(),
        now
    )
    .fetch_optional(conn.connection())
    .await?;
    Ok(phone.map(|number| LinkToSend { phone: Phone::from_stored(number) }))
}

/// Sets the code of a link before its message is sent. Returns false when there is no such link, because its result was
/// withdrawn, or it was sent.
pub async fn set_code(conn: &mut TenantConn, id: WalkInLinkId, code: &TokenHash) -> Result<bool> {
    let done = sqlx::query!(
        "update walk_in_links set code_hash = $2 where id = $1 and sent_at is null",
        id.get(),
        code.as_bytes().as_slice()
    )
    .execute(conn.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Sets when the carrier accepted the message.
pub async fn set_sent(conn: &mut TenantConn, id: WalkInLinkId, now: DateTime<Utc>) -> Result<()> {
    sqlx::query!("update walk_in_links set sent_at = $2 where id = $1 and sent_at is null", id.get(), now)
        .execute(conn.connection())
        .await?;
    Ok(())
}

/// Deletes a link whose message could not be sent.
pub async fn delete_unsent(tx: &mut TenantTx, id: WalkInLinkId) -> Result<()> {
    sqlx::query!("delete from walk_in_links where id = $1 and sent_at is null", id.get())
        .execute(tx.connection())
        .await?;
    Ok(())
}

/// Deletes an application's link that is not sent yet, because its result is withdrawn. The next release sends another.
pub async fn delete_withdrawn(tx: &mut TenantTx, application: ApplicationId) -> Result<()> {
    sqlx::query!(
        "delete from walk_in_links where application_id = $1 and origin = 'sms' and sent_at is null",
        application.get()
    )
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// The locked application of a valid code.
#[derive(Clone, Debug)]
pub struct OpenedWalkIn {
    /// The link.
    pub link: WalkInLinkId,
    /// The application.
    pub application: ApplicationId,
    /// The name that the walk-in gave.
    pub name: Name,
    /// The birth date that the walk-in gave.
    pub birth: BirthDate,
}

/// Finds and locks the application of a code that is neither used nor expired.
pub async fn open(tx: &mut TenantTx, code: &TokenHash, now: DateTime<Utc>) -> Result<Option<OpenedWalkIn>> {
    let found = sqlx::query!(
        "select l.id, a.id as application_id, a.name, a.birth
         from walk_in_links l join applications a on a.id = l.application_id
         where l.code_hash = $1 and l.used_at is null and l.expires_at > $2 and l.attempts < $3 and a.patient_id is null
           and a.status <> -1
         for no key update",
        code.as_bytes().as_slice(),
        now,
        MAX_ATTEMPTS
    )
    .fetch_optional(tx.connection())
    .await?;
    Ok(found.map(|r| OpenedWalkIn {
        link: WalkInLinkId::new(r.id),
        application: ApplicationId::new(r.application_id),
        name: Name::from_stored(r.name),
        birth: BirthDate::from_date(r.birth),
    }))
}

/// Counts a failed attempt.
pub async fn count_attempt(tx: &mut TenantTx, id: WalkInLinkId) -> Result<()> {
    sqlx::query!("update walk_in_links set attempts = attempts + 1 where id = $1", id.get())
        .execute(tx.connection())
        .await?;
    Ok(())
}

/// Moves a walk-in's application and its analyses to a person of an account. All codes of the application end.
pub async fn link(
    tx: &mut TenantTx,
    walk_in: &OpenedWalkIn,
    patient: PatientId,
    person: PersonId,
    now: DateTime<Utc>,
) -> Result<()> {
    let id = walk_in.application.get();
    sqlx::query!(
        "update applications set patient_id = $2, person_id = $3, updated_at = $4 where id = $1 and patient_id is null",
        id,
        patient.get(),
        person.get(),
        now
    )
    .execute(tx.connection())
    .await?;
    sqlx::query!(
        "update tcis set patient_id = $2, person_id = $3 where application_id = $1",
        id,
        patient.get(),
        person.get()
    )
    .execute(tx.connection())
    .await?;
    sqlx::query!(
        "update walk_in_links set used_at = case when id = $2 then $3::timestamptz end, expires_at = least(expires_at, $3)
         where application_id = $1",
        id,
        walk_in.link.get(),
        now
    )
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// Deletes the links that expired before a time.
pub async fn delete_ended(conn: &mut TenantConn, before: DateTime<Utc>) -> Result<u64, Error> {
    let done = sqlx::query!("delete from walk_in_links where tenant_id = current_tenant() and expires_at < $1", before)
        .execute(conn.connection())
        .await?;
    Ok(done.rows_affected())
}
