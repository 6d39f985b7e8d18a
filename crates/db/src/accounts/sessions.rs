//! Sessions of patients.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, Utc};
use domain::{Patient, PatientId, SessionId, TokenHash};

use crate::connection::batcher::{BatchLimits, Batcher};
use crate::connection::database::TenantPool;
use crate::{Error, Result, TenantConn, TenantDb, patients};

/// A patient who is signed in.
#[derive(Clone, Debug)]
pub struct SignedIn {
    /// The session.
    pub session_id: SessionId,
    /// The patient.
    pub patient: Patient,
}

/// Inserts a session of a patient for the holder of the token, from `now` until `expires_at`.
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
    Ok(SessionId::new(id))
}

/// The limits of a session look-up. While PostgreSQL works on one statement, the answers of the other are handed out.
const LOOKUP_LIMITS: BatchLimits = BatchLimits { max_size: 64, max_concurrent: 2, timeout: Duration::from_secs(5) };

/// A session that was not revoked, whether it has expired or not.
#[derive(Clone)]
struct Session {
    id: i64,
    expires_at: DateTime<Utc>,
    patient: patients::Row,
}

type FoundSession = Result<Option<Session>, Arc<Error>>;

/// Looks sessions up by token. Look-ups that arrive together share one statement.
struct SessionBatcher(Batcher<TokenHash, FoundSession>);

impl SessionBatcher {
    fn new(pool: TenantPool) -> Self {
        Self(Batcher::new(LOOKUP_LIMITS, move |tokens| find_sessions(pool.clone(), tokens)))
    }
}

/// Finds who holds the token, if its session has not expired at `now`.
///
/// Every authenticated call asks this, so calls at the same time share one round trip.
pub async fn find_patient(db: &TenantDb, token: &TokenHash, now: DateTime<Utc>) -> Result<Option<SignedIn>> {
    let unanswered = || Error::Unavailable(sqlx::Error::PoolTimedOut);
    let found = db.shared(SessionBatcher::new).0.ask(*token).await.ok_or_else(unanswered)?.map_err(Error::Batch)?;
    found
        .filter(|session| session.expires_at > now)
        .map(|session| Ok(SignedIn { session_id: SessionId::new(session.id), patient: session.patient.try_into()? }))
        .transpose()
}

/// Finds the session of each token, in the tokens' order.
async fn find_sessions(pool: TenantPool, tokens: Vec<TokenHash>) -> Vec<FoundSession> {
    match list_by_token(&pool, &tokens).await {
        // one browser may ask for several things at once: more than one request may have the same token
        Ok(found) => tokens.iter().map(|token| Ok(found.get(token.as_bytes().as_slice()).cloned())).collect(),
        Err(error) => {
            let error = Arc::new(error);
            tokens.iter().map(|_| Err(Arc::clone(&error))).collect()
        }
    }
}

async fn list_by_token(pool: &TenantPool, tokens: &[TokenHash]) -> Result<HashMap<Vec<u8>, Session>> {
    let hashes: Vec<&[u8]> = tokens.iter().map(|token| token.as_bytes().as_slice()).collect();
    let rows = sqlx::query!(
        "select s.token_hash, s.id as session_id, s.expires_at,
                p.id, p.login_user_id, p.name, p.birth, p.gender, p.phone_number, p.email
         from patient_sessions s
         join patients p on p.id = s.patient_id
         where s.token_hash = any($1) and s.revoked_at is null and p.left_at is null",
        hashes.as_slice() as _
    )
    .fetch_all(pool.acquire().await?.connection())
    .await?;
    Ok(rows
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
        .collect())
}

/// Revokes a session. Returns false when it was revoked before.
pub async fn revoke(conn: &mut TenantConn, session: SessionId, now: DateTime<Utc>) -> Result<bool> {
    let done = sqlx::query!(
        "update patient_sessions set revoked_at = $2 where id = $1 and revoked_at is null",
        session.get(),
        now
    )
    .execute(conn.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Revokes all sessions of a patient and returns how many there were.
pub async fn revoke_all(conn: &mut TenantConn, patient: PatientId, now: DateTime<Utc>) -> Result<u64> {
    let done = sqlx::query!(
        "update patient_sessions set revoked_at = $2 where patient_id = $1 and revoked_at is null",
        patient.get(),
        now
    )
    .execute(conn.connection())
    .await?;
    Ok(done.rows_affected())
}
