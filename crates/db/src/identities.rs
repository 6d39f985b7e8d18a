//! Verifications of who a person is, and the identities that accounts keep of them.

use chrono::{DateTime, TimeDelta, Utc};
use domain::{PatientId, TokenHash};

use crate::{Error, Result, TenantConn, is_unique_violation};

/// How long a verification may take, the sign-up after it included.
pub const LIFETIME: TimeDelta = TimeDelta::minutes(30);

/// A person's ci as it is kept.
#[derive(Clone, Debug)]
pub struct SealedIdentity {
    /// The ci, sealed.
    pub ci_sealed: Vec<u8>,
    /// The number of the key that sealed it, and what is beside it.
    pub key_id: i16,
    /// Its keyed hash: the same for the same person in a tenant.
    pub ci_hash: [u8; 32],
}

/// A verification whose person is known.
#[derive(Clone, Debug)]
pub struct Verified {
    /// Name, phone and birth date, sealed.
    pub person_sealed: Vec<u8>,
    /// The ci.
    pub identity: SealedIdentity,
}

struct Row {
    person_sealed: Option<Vec<u8>>,
    ci_sealed: Option<Vec<u8>>,
    key_id: Option<i16>,
    ci_hash: Option<Vec<u8>>,
}

impl Row {
    /// None while the provider has not said who it is.
    fn verified(self) -> Result<Option<Verified>> {
        let (Some(person_sealed), Some(ci_sealed), Some(key_id), Some(hash)) =
            (self.person_sealed, self.ci_sealed, self.key_id, self.ci_hash)
        else {
            return Ok(None);
        };
        let ci_hash = hash.try_into().map_err(|_| Error::Stored("identity_verifications.ci_hash"))?;
        Ok(Some(Verified { person_sealed, identity: SealedIdentity { ci_sealed, key_id, ci_hash } }))
    }
}

/// A verification of the browser that asks.
#[derive(Clone, Debug)]
pub struct Verification {
    /// The path of our own site to go on to.
    pub redirect: Option<String>,
    /// Who it is, once that is known.
    pub verified: Option<Verified>,
}

/// Remembers a verification that leaves for the provider.
///
/// # Errors
/// Only [`Error`].
pub async fn insert(
    conn: &mut TenantConn,
    public_id: &str,
    browser: &TokenHash,
    redirect: Option<&str>,
    now: DateTime<Utc>,
) -> Result<()> {
    sqlx::query!(
        "insert into identity_verifications (public_id, browser_hash, redirect, created_at, expires_at)
         values ($1, $2, $3, $4, $5)",
        public_id,
        browser.as_bytes().as_slice(),
        redirect,
        now,
        now + LIFETIME
    )
    .execute(conn.connection())
    .await?;
    conn.settle();
    Ok(())
}

/// The verification that this browser began, while it lasts.
///
/// # Errors
/// Only [`Error`].
pub async fn find(
    conn: &mut TenantConn,
    public_id: &str,
    browser: &TokenHash,
    now: DateTime<Utc>,
) -> Result<Option<Verification>> {
    let found = sqlx::query!(
        "select redirect, person_sealed, ci_sealed, key_id, ci_hash from identity_verifications
         where public_id = $1 and browser_hash = $2 and expires_at > $3",
        public_id,
        browser.as_bytes().as_slice(),
        now
    )
    .fetch_optional(conn.connection())
    .await?;
    conn.settle();
    found
        .map(|r| {
            let row =
                Row { person_sealed: r.person_sealed, ci_sealed: r.ci_sealed, key_id: r.key_id, ci_hash: r.ci_hash };
            Ok(Verification { redirect: r.redirect, verified: row.verified()? })
        })
        .transpose()
}

/// Keeps who it is, for who holds the ticket; an earlier ticket ends. False when the verification is gone.
///
/// # Errors
/// Only [`Error`].
pub async fn set_verified(
    conn: &mut TenantConn,
    public_id: &str,
    verified: &Verified,
    ticket: &TokenHash,
) -> Result<bool> {
    let done = sqlx::query!(
        "update identity_verifications set status = 'verified', person_sealed = $2, ci_sealed = $3, key_id = $4,
                ci_hash = $5, ticket_hash = $6
         where public_id = $1",
        public_id,
        verified.person_sealed,
        verified.identity.ci_sealed,
        verified.identity.key_id,
        verified.identity.ci_hash.as_slice(),
        ticket.as_bytes().as_slice()
    )
    .execute(conn.connection())
    .await?;
    conn.settle();
    Ok(done.rows_affected() == 1)
}

/// Spends a verification by its ticket.
///
/// # Errors
/// Only [`Error`].
pub async fn take(
    conn: &mut TenantConn,
    public_id: &str,
    ticket: &TokenHash,
    now: DateTime<Utc>,
) -> Result<Option<Verified>> {
    let taken = sqlx::query_as!(
        Row,
        "delete from identity_verifications where public_id = $1 and ticket_hash = $2 and expires_at > $3
         returning person_sealed, ci_sealed, key_id, ci_hash",
        public_id,
        ticket.as_bytes().as_slice(),
        now
    )
    .fetch_optional(conn.connection())
    .await?;
    taken.map(Row::verified).transpose().map(Option::flatten)
}

/// Whether a person has an account here.
///
/// # Errors
/// Only [`Error`].
pub async fn exists_patient(conn: &mut TenantConn, ci_hash: &[u8; 32]) -> Result<bool> {
    let exists = sqlx::query_scalar!(
        r#"select exists(select from patients where tenant_id = current_tenant() and ci_hash = $1) as "exists!""#,
        ci_hash.as_slice()
    )
    .fetch_one(conn.connection())
    .await?;
    conn.settle();
    Ok(exists)
}

/// Why an account got no identity.
#[derive(Debug, thiserror::Error)]
pub enum SetError {
    /// The person has another account. The transaction is spoilt and must be dropped.
    #[error("the person has an account")]
    PersonTaken,
    /// The database could not answer.
    #[error(transparent)]
    Db(#[from] Error),
}

/// Gives an account its person's identity.
///
/// # Errors
/// [`SetError::PersonTaken`] when the person has another account, also by a sign-up at the same moment.
pub async fn set(conn: &mut TenantConn, patient: PatientId, identity: &SealedIdentity) -> Result<(), SetError> {
    let set = sqlx::query!(
        "update patients set ci_sealed = $2, ci_key_id = $3, ci_hash = $4 where id = $1",
        patient.get(),
        identity.ci_sealed,
        identity.key_id,
        identity.ci_hash.as_slice()
    )
    .execute(conn.connection())
    .await;
    match set {
        Ok(_) => Ok(()),
        Err(error) if is_unique_violation(&error, "patients_ci") => Err(SetError::PersonTaken),
        Err(error) => Err(SetError::Db(error.into())),
    }
}

/// Deletes the verifications whose time is over; answers how many.
///
/// # Errors
/// Only [`Error`].
pub async fn sweep(conn: &mut TenantConn, now: DateTime<Utc>) -> Result<u64> {
    let done = sqlx::query!("delete from identity_verifications where expires_at < $1", now)
        .execute(conn.connection())
        .await?;
    Ok(done.rows_affected())
}
