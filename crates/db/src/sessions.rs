//! Signed-in browsers.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use domain::{Patient, PatientId, SessionId, TokenHash};

use crate::{Result, TenantConn, TenantDb, patients};

/// A patient who is signed in.
#[derive(Clone, Debug)]
pub struct SignedIn {
    /// By which session.
    pub session_id: SessionId,
    /// Who.
    pub patient: Patient,
}

/// Opens a session of a patient for who holds the token, from `now` until `expires_at`.
///
/// # Errors
/// Only [`crate::Error`].
pub async fn insert(
    conn: &mut TenantConn,
    patient: PatientId,
    token: &TokenHash,
    expires_at: DateTime<Utc>,
    now: DateTime<Utc>,
) -> Result<SessionId> {
    let id = sqlx::query_scalar!(
        "insert into patient_sessions (patient_id, token_hash, created_at, expires_at) values ($1, $2, $3, $4) returning id",
        patient.get(),
        token.as_bytes().as_slice(),
        now,
        expires_at
    )
    .fetch_one(conn.connection())
    .await?;
    conn.settle();
    Ok(SessionId::new(id))
}

/// A session that was not closed, whether it has ended or not.
#[derive(Clone)]
pub(crate) struct Session {
    id: i64,
    expires_at: DateTime<Utc>,
    patient: patients::Row,
}

/// Who holds the token, if its session stands at `now`.
///
/// Every authenticated call asks this, so those that ask at the same time share one round trip.
///
/// # Errors
/// Only [`crate::Error`].
pub async fn find_patient(db: &TenantDb, token: &TokenHash, now: DateTime<Utc>) -> Result<Option<SignedIn>> {
    let tenant = db.clone();
    let found = db.sessions.ask(*token, move |tokens| find_open(tenant.clone(), tokens)).await?;
    found
        .filter(|session| session.expires_at > now)
        .map(|session| Ok(SignedIn { session_id: SessionId::new(session.id), patient: session.patient.try_into()? }))
        .transpose()
}

/// The open session of each token, in the tokens' order.
async fn find_open(db: TenantDb, tokens: Vec<TokenHash>) -> Result<Vec<Option<Session>>> {
    let hashes: Vec<&[u8]> = tokens.iter().map(|token| token.as_bytes().as_slice()).collect();
    let mut conn = db.acquire().await?;
    let rows = sqlx::query!(
        "select s.token_hash, s.id as session_id, s.expires_at,
                p.id, p.login_user_id, p.name, p.birth, p.gender, p.phone_number, p.email
         from patient_sessions s
         join patients p on p.id = s.patient_id
         where s.token_hash = any($1) and s.revoked_at is null and p.left_at is null",
        hashes.as_slice() as _
    )
    .fetch_all(conn.connection())
    .await?;
    conn.settle();
    let found: HashMap<Vec<u8>, Session> = rows
        .into_iter()
        .map(|r| {
            let patient = patients::Row {
                id: r.id,
                login_user_id: r.login_user_id,
                name: r.name,
                birth: r.birth,
                gender: r.gender,
                phone_number: r.phone_number,
                email: r.email,
            };
            (r.token_hash, Session { id: r.session_id, expires_at: r.expires_at, patient })
        })
        .collect();
    // one browser may ask for several things at once: more than one caller may have the same token
    Ok(hashes.iter().map(|hash| found.get(*hash).cloned()).collect())
}

/// Closes a session; false when it was closed already.
///
/// # Errors
/// Only [`crate::Error`].
pub async fn revoke(conn: &mut TenantConn, session: SessionId, now: DateTime<Utc>) -> Result<bool> {
    let done = sqlx::query!(
        "update patient_sessions set revoked_at = $2 where id = $1 and revoked_at is null",
        session.get(),
        now
    )
    .execute(conn.connection())
    .await?;
    conn.settle();
    Ok(done.rows_affected() == 1)
}

/// Closes all sessions of a patient and answers how many stood.
///
/// # Errors
/// Only [`crate::Error`].
pub async fn revoke_all(conn: &mut TenantConn, patient: PatientId, now: DateTime<Utc>) -> Result<u64> {
    let done = sqlx::query!(
        "update patient_sessions set revoked_at = $2 where patient_id = $1 and revoked_at is null",
        patient.get(),
        now
    )
    .execute(conn.connection())
    .await?;
    conn.settle();
    Ok(done.rows_affected())
}
