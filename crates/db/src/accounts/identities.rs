//! Identity verifications, and the verified identities of accounts.

use chrono::{DateTime, TimeDelta, Utc};
use domain::{PatientId, TenantId, TokenHash};

use crate::{Error, Result, TenantConn, column, is_unique_violation};

/// How long a verification is valid, including the sign-up after it.
pub const VERIFICATION_LIFETIME: TimeDelta = TimeDelta::minutes(30);

/// Returns the context that verified persons are sealed for.
#[must_use]
pub fn person_context(tenant: TenantId) -> String {
    format!("verified person of tenant {tenant}")
}

/// Returns the context that CIs are sealed and hashed for.
#[must_use]
pub fn ci_context(tenant: TenantId) -> String {
    format!("ci of tenant {tenant}")
}

/// A person's CI (연계정보), as it is stored.
#[derive(Clone, Debug)]
pub struct SealedIdentity {
    /// The CI, sealed.
    pub ci_sealed: Vec<u8>,
    /// The number of the key that sealed the CI and the other sealed columns of its row.
    pub key_id: i16,
    /// A keyed hash of the CI. It is the same for the same person in a tenant.
    pub ci_hash: [u8; 32],
}

/// A verified person.
#[derive(Clone, Debug)]
pub struct SealedVerification {
    /// Name, phone and birth date, sealed.
    pub person_sealed: Vec<u8>,
    /// The CI.
    pub identity: SealedIdentity,
}

struct Row {
    id: i64,
    person_sealed: Option<Vec<u8>>,
    ci_sealed: Option<Vec<u8>>,
    key_id: Option<i16>,
    ci_hash: Option<Vec<u8>>,
}

impl Row {
    /// Returns none while the provider has not identified the person.
    fn into_verified(self) -> Result<Option<SealedVerification>> {
        let (Some(person_sealed), Some(ci_sealed), Some(key_id), Some(hash)) =
            (self.person_sealed, self.ci_sealed, self.key_id, self.ci_hash)
        else {
            return Ok(None);
        };
        let ci_hash = column("identity_verifications", "ci_hash", self.id).require(hash.try_into().ok())?;
        Ok(Some(SealedVerification { person_sealed, identity: SealedIdentity { ci_sealed, key_id, ci_hash } }))
    }
}

/// A verification that a browser started.
#[derive(Clone, Debug)]
pub struct Verification {
    /// The path of our site that the browser continues to.
    pub redirect: Option<String>,
    /// The person, once identified.
    pub verified: Option<SealedVerification>,
}

/// Inserts a verification before the browser goes to the provider.
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
        now + VERIFICATION_LIFETIME
    )
    .execute(conn.connection())
    .await?;
    Ok(())
}

/// Finds the verification that this browser started, if it has not expired.
pub async fn find(
    conn: &mut TenantConn,
    public_id: &str,
    browser: &TokenHash,
    now: DateTime<Utc>,
) -> Result<Option<Verification>> {
    let found = sqlx::query!(
        "select id, redirect, person_sealed, ci_sealed, key_id, ci_hash from identity_verifications
         where public_id = $1 and browser_hash = $2 and expires_at > $3",
        public_id,
        browser.as_bytes().as_slice(),
        now
    )
    .fetch_optional(conn.connection())
    .await?;
    found
        .map(|r| {
            let row = Row {
                id: r.id,
                person_sealed: r.person_sealed,
                ci_sealed: r.ci_sealed,
                key_id: r.key_id,
                ci_hash: r.ci_hash,
            };
            Ok(Verification { redirect: r.redirect, verified: row.into_verified()? })
        })
        .transpose()
}

/// Sets the person of a verification and its ticket; an earlier ticket is no longer valid. Returns false when the
/// verification is gone.
pub async fn set_verified(
    conn: &mut TenantConn,
    public_id: &str,
    verified: &SealedVerification,
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
    Ok(done.rows_affected() == 1)
}

/// Deletes the verification with this ticket and returns its person.
pub async fn consume(
    conn: &mut TenantConn,
    public_id: &str,
    ticket: &TokenHash,
    now: DateTime<Utc>,
) -> Result<Option<SealedVerification>> {
    let taken = sqlx::query_as!(
        Row,
        "delete from identity_verifications where public_id = $1 and ticket_hash = $2 and expires_at > $3
         returning id, person_sealed, ci_sealed, key_id, ci_hash",
        public_id,
        ticket.as_bytes().as_slice(),
        now
    )
    .fetch_optional(conn.connection())
    .await?;
    taken.map(Row::into_verified).transpose().map(Option::flatten)
}

/// Returns whether a person has an account.
pub async fn exists_patient(conn: &mut TenantConn, ci_hash: &[u8; 32]) -> Result<bool> {
    let exists = sqlx::query_scalar!(
        r#"select exists(select from patients where tenant_id = current_tenant() and ci_hash = $1) as "exists!""#,
        ci_hash.as_slice()
    )
    .fetch_one(conn.connection())
    .await?;
    Ok(exists)
}

/// Returns the hash that identifies an account's verified person. Returns none for an account without one.
pub async fn find_ci_hash(conn: &mut TenantConn, patient: PatientId) -> Result<Option<Vec<u8>>> {
    let found = sqlx::query_scalar!("select ci_hash from patients where id = $1", patient.get())
        .fetch_optional(conn.connection())
        .await?;
    Ok(found.flatten())
}

/// Deletes a verification. Returns false when it is gone.
pub async fn delete(conn: &mut TenantConn, public_id: &str) -> Result<bool> {
    let done = sqlx::query!("delete from identity_verifications where public_id = $1", public_id)
        .execute(conn.connection())
        .await?;
    Ok(done.rows_affected() == 1)
}

/// Why an identity was not set.
#[derive(Debug, thiserror::Error)]
pub enum SetError {
    /// The person has another account. The transaction has failed and must be dropped.
    #[error("the person has an account")]
    PersonTaken,
    /// The database failed.
    #[error(transparent)]
    Db(#[from] Error),
}

/// Sets the verified identity of an account that is not closed: a closed one would keep the person from signing up again.
///
/// # Errors
/// [`SetError::PersonTaken`] when the person has another account, even one created concurrently.
pub async fn set_identity(
    conn: &mut TenantConn,
    patient: PatientId,
    identity: &SealedIdentity,
) -> Result<(), SetError> {
    let set = sqlx::query!(
        "update patients set ci_sealed = $2, ci_key_id = $3, ci_hash = $4 where id = $1 and left_at is null",
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

/// Deletes the expired verifications and returns how many.
pub async fn delete_expired(conn: &mut TenantConn, now: DateTime<Utc>) -> Result<u64> {
    let done = sqlx::query!("delete from identity_verifications where expires_at < $1", now)
        .execute(conn.connection())
        .await?;
    Ok(done.rows_affected())
}
