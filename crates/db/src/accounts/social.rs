//! Social sign-in: sign-ins in progress, tickets for people without an account, and linked accounts.

use std::fmt;

use chrono::{DateTime, TimeDelta, Utc};
use domain::{PatientId, SocialProvider, TenantId, TokenHash};

use crate::{Error, Result, TenantConn, TenantTx, column, is_unique_violation};

/// How long a sign-in may take at the provider.
pub const STATE_LIFETIME: TimeDelta = TimeDelta::minutes(10);
/// How long a person without an account may take to sign up.
pub const TICKET_LIFETIME: TimeDelta = TimeDelta::minutes(30);

/// Returns the context that the profiles of tickets are sealed for.
#[must_use]
pub fn profile_context(tenant: TenantId) -> String {
    format!("social profile of tenant {tenant}")
}

/// A sign-in before the browser goes to the provider.
pub struct NewState<'a> {
    /// The hash of the state.
    pub state: TokenHash,
    /// The hash of the cookie that the browser keeps.
    pub browser: TokenHash,
    /// The provider.
    pub provider: SocialProvider,
    /// The PKCE verifier.
    pub verifier: &'a str,
    /// The path of our site that the browser continues to.
    pub redirect: Option<&'a str>,
}

impl fmt::Debug for NewState<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // with the verifier and the code anybody could sign in as this person
        f.debug_struct("NewState").field("provider", &self.provider).finish_non_exhaustive()
    }
}

/// A sign-in that came back from the provider.
pub struct State {
    /// The PKCE verifier.
    pub verifier: String,
    /// The path of our site that the browser continues to.
    pub redirect: Option<String>,
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("State").field("redirect", &self.redirect).finish_non_exhaustive()
    }
}

/// Inserts a sign-in before the browser goes to the provider.
pub async fn insert_state(conn: &mut TenantConn, new: &NewState<'_>, now: DateTime<Utc>) -> Result<()> {
    sqlx::query!(
        "insert into social_states (state_hash, browser_hash, provider, verifier, redirect, created_at, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7)",
        new.state.as_bytes().as_slice(),
        new.browser.as_bytes().as_slice(),
        new.provider.as_str(),
        new.verifier,
        new.redirect,
        now,
        now + STATE_LIFETIME
    )
    .execute(conn.connection())
    .await?;
    Ok(())
}

/// Deletes and returns a sign-in that came back, if it comes from the same browser and provider and has not expired.
pub async fn consume_state(
    conn: &mut TenantConn,
    provider: SocialProvider,
    state: &TokenHash,
    browser: &TokenHash,
    now: DateTime<Utc>,
) -> Result<Option<State>> {
    let taken = sqlx::query_as!(
        State,
        "delete from social_states where state_hash = $1 and browser_hash = $2 and provider = $3 and expires_at > $4
         returning verifier, redirect",
        state.as_bytes().as_slice(),
        browser.as_bytes().as_slice(),
        provider.as_str(),
        now
    )
    .fetch_optional(conn.connection())
    .await?;
    Ok(taken)
}

/// A person that a provider identified and who has no account yet.
#[derive(Debug)]
pub struct Ticket {
    /// The provider.
    pub provider: SocialProvider,
    /// The person's id at the provider.
    pub subject: String,
    /// The profile from the provider, sealed.
    pub profile_sealed: Vec<u8>,
    /// The number of the key that sealed it.
    pub profile_key_id: i16,
}

struct Row {
    id: i64,
    provider: String,
    subject: String,
    profile_sealed: Vec<u8>,
    profile_key_id: i16,
}

impl TryFrom<Row> for Ticket {
    type Error = Error;

    fn try_from(row: Row) -> Result<Self> {
        let provider = column("social_tickets", "provider", row.id).check(row.provider.parse::<SocialProvider>())?;
        Ok(Self {
            provider,
            subject: row.subject,
            profile_sealed: row.profile_sealed,
            profile_key_id: row.profile_key_id,
        })
    }
}

/// Inserts a ticket with its token's hash.
pub async fn insert_ticket(
    conn: &mut TenantConn,
    ticket: &Ticket,
    token: &TokenHash,
    now: DateTime<Utc>,
) -> Result<()> {
    sqlx::query!(
        "insert into social_tickets (token_hash, provider, subject, profile_sealed, profile_key_id, created_at, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7)",
        token.as_bytes().as_slice(),
        ticket.provider.as_str(),
        ticket.subject,
        ticket.profile_sealed,
        ticket.profile_key_id,
        now,
        now + TICKET_LIFETIME
    )
    .execute(conn.connection())
    .await?;
    Ok(())
}

/// Finds the ticket of this token, if it has not expired.
pub async fn find_ticket(conn: &mut TenantConn, token: &TokenHash, now: DateTime<Utc>) -> Result<Option<Ticket>> {
    let found = sqlx::query_as!(
        Row,
        "select id, provider, subject, profile_sealed, profile_key_id from social_tickets
         where token_hash = $1 and expires_at > $2",
        token.as_bytes().as_slice(),
        now
    )
    .fetch_optional(conn.connection())
    .await?;
    found.map(Ticket::try_from).transpose()
}

/// Deletes and returns the ticket of this token, if it has not expired.
pub async fn consume_ticket(conn: &mut TenantConn, token: &TokenHash, now: DateTime<Utc>) -> Result<Option<Ticket>> {
    let spent = sqlx::query_as!(
        Row,
        "delete from social_tickets where token_hash = $1 and expires_at > $2
         returning id, provider, subject, profile_sealed, profile_key_id",
        token.as_bytes().as_slice(),
        now
    )
    .fetch_optional(conn.connection())
    .await?;
    spent.map(Ticket::try_from).transpose()
}

/// Why an account was not linked.
#[derive(Debug, thiserror::Error)]
pub enum LinkError {
    /// The person at the provider is linked to another account. The transaction has failed and must be dropped.
    #[error("the social account is taken")]
    Taken,
    /// The database failed.
    #[error(transparent)]
    Db(#[from] Error),
}

/// Links a person at a provider to a patient.
///
/// # Errors
/// [`LinkError::Taken`] when the person is linked to another account, even by a concurrent sign-up.
pub async fn link(
    conn: &mut TenantConn,
    patient: PatientId,
    provider: SocialProvider,
    subject: &str,
    now: DateTime<Utc>,
) -> Result<(), LinkError> {
    let linked = sqlx::query!(
        "insert into social_accounts (patient_id, provider, subject, created_at) values ($1, $2, $3, $4)",
        patient.get(),
        provider.as_str(),
        subject,
        now
    )
    .execute(conn.connection())
    .await;
    match linked {
        Ok(_) => Ok(()),
        Err(error) if is_unique_violation(&error, "social_accounts_subject") => Err(LinkError::Taken),
        Err(error) => Err(LinkError::Db(error.into())),
    }
}

/// Finds the patient that a person at a provider is linked to, and locks the account.
///
/// The account cannot be deleted until the transaction ends. A later deletion therefore also sees, and revokes, a
/// session that this transaction inserts.
pub async fn find_patient(tx: &mut TenantTx, provider: SocialProvider, subject: &str) -> Result<Option<PatientId>> {
    let found = sqlx::query_scalar!(
        "select p.id from social_accounts a join patients p on p.id = a.patient_id
         where a.tenant_id = current_tenant() and a.provider = $1 and a.subject = $2 and p.left_at is null
         for share of p",
        provider.as_str(),
        subject
    )
    .fetch_optional(tx.connection())
    .await?;
    Ok(found.map(PatientId::new))
}

/// Deletes expired sign-ins and tickets and returns how many.
pub async fn delete_expired(conn: &mut TenantConn, now: DateTime<Utc>) -> Result<u64> {
    let states =
        sqlx::query!("delete from social_states where expires_at < $1", now).execute(conn.connection()).await?;
    let tickets =
        sqlx::query!("delete from social_tickets where expires_at < $1", now).execute(conn.connection()).await?;
    Ok(states.rows_affected() + tickets.rows_affected())
}
