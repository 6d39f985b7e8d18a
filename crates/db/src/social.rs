//! Social sign-ins under way, people who come from a provider, and the accounts that they linked.

use std::fmt;

use chrono::{DateTime, TimeDelta, Utc};
use domain::{PatientId, SocialProvider, TokenHash};

use crate::{Error, Result, TenantConn, TenantTx, is_unique_violation};

/// How long a sign-in may be under way at its provider.
pub const STATE_LIFETIME: TimeDelta = TimeDelta::minutes(10);
/// How long somebody new may take to sign up.
pub const TICKET_LIFETIME: TimeDelta = TimeDelta::minutes(30);

/// A sign-in that is about to leave for its provider.
pub struct NewState<'a> {
    /// Of the state.
    pub state: TokenHash,
    /// Of the cookie that the browser keeps.
    pub browser: TokenHash,
    /// Where it goes.
    pub provider: SocialProvider,
    /// The PKCE verifier.
    pub verifier: &'a str,
    /// The path of our own site to go on to.
    pub redirect: Option<&'a str>,
}

impl fmt::Debug for NewState<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // with the verifier, who gets hold of the code can be the person
        f.debug_struct("NewState").field("provider", &self.provider).finish_non_exhaustive()
    }
}

/// A sign-in that came back.
pub struct State {
    /// The PKCE verifier.
    pub verifier: String,
    /// The path of our own site to go on to.
    pub redirect: Option<String>,
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("State").field("redirect", &self.redirect).finish_non_exhaustive()
    }
}

/// Remembers a sign-in that leaves for its provider.
///
/// # Errors
/// Only [`Error`].
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
    conn.settle();
    Ok(())
}

/// Takes a sign-in that came back in the browser that began it; only once, and only in time. What another browser or
/// another provider brings leaves it as it is.
///
/// # Errors
/// Only [`Error`].
pub async fn take_state(
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
    conn.settle();
    Ok(taken)
}

/// Somebody who came from a provider and has yet to sign up.
#[derive(Debug)]
pub struct Ticket {
    /// Where they came from.
    pub provider: SocialProvider,
    /// Their id there.
    pub subject: String,
    /// What the provider told of them, sealed.
    pub profile_sealed: Vec<u8>,
    /// The number of the key that sealed it.
    pub profile_key_id: i16,
}

struct Row {
    provider: String,
    subject: String,
    profile_sealed: Vec<u8>,
    profile_key_id: i16,
}

impl TryFrom<Row> for Ticket {
    type Error = Error;

    fn try_from(row: Row) -> Result<Self> {
        let provider = SocialProvider::from_name(&row.provider).ok_or(Error::Stored("social_tickets.provider"))?;
        Ok(Self {
            provider,
            subject: row.subject,
            profile_sealed: row.profile_sealed,
            profile_key_id: row.profile_key_id,
        })
    }
}

/// Remembers somebody new for who holds the ticket.
///
/// # Errors
/// Only [`Error`].
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
    conn.settle();
    Ok(())
}

/// Whom a ticket is of.
///
/// # Errors
/// Only [`Error`].
pub async fn find_ticket(conn: &mut TenantConn, token: &TokenHash, now: DateTime<Utc>) -> Result<Option<Ticket>> {
    let found = sqlx::query_as!(
        Row,
        "select provider, subject, profile_sealed, profile_key_id from social_tickets
         where token_hash = $1 and expires_at > $2",
        token.as_bytes().as_slice(),
        now
    )
    .fetch_optional(conn.connection())
    .await?;
    conn.settle();
    found.map(Ticket::try_from).transpose()
}

/// Spends a ticket.
///
/// # Errors
/// Only [`Error`].
pub async fn take_ticket(conn: &mut TenantConn, token: &TokenHash, now: DateTime<Utc>) -> Result<Option<Ticket>> {
    let spent = sqlx::query_as!(
        Row,
        "delete from social_tickets where token_hash = $1 and expires_at > $2
         returning provider, subject, profile_sealed, profile_key_id",
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
    /// The person at the provider belongs to another account. The transaction is spoilt and must be dropped.
    #[error("the social account is taken")]
    Taken,
    /// The database could not answer.
    #[error(transparent)]
    Db(#[from] Error),
}

/// Links a person at a provider to a patient.
///
/// # Errors
/// [`LinkError::Taken`] when another account has the person, also by a sign-up at the same moment.
pub async fn link(
    conn: &mut TenantConn,
    patient: PatientId,
    (provider, subject): (SocialProvider, &str),
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

/// The patient whom a person at a provider is. Until the transaction ends the patient cannot leave, so that a session begun
/// in it is seen, and ended, by who leaves.
///
/// # Errors
/// Only [`Error`].
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

/// Deletes what nobody came back for; answers how much.
///
/// # Errors
/// Only [`Error`].
pub async fn sweep(conn: &mut TenantConn, now: DateTime<Utc>) -> Result<u64> {
    let states =
        sqlx::query!("delete from social_states where expires_at < $1", now).execute(conn.connection()).await?;
    let tickets =
        sqlx::query!("delete from social_tickets where expires_at < $1", now).execute(conn.connection()).await?;
    Ok(states.rows_affected() + tickets.rows_affected())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verifier_is_not_shown() {
        let hash = TokenHash::new([1; 32]);
        let new = NewState {
            state: hash,
            browser: hash,
            provider: SocialProvider::Kakao,
            verifier: "secret",
            redirect: Some("/self-check"),
        };
        assert_eq!(format!("{new:?}"), "NewState { provider: Kakao, .. }");
        let state = State { verifier: "secret".to_owned(), redirect: None };
        assert_eq!(format!("{state:?}"), "State { redirect: None, .. }");
    }
}
