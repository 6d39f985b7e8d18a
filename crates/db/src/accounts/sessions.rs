//! Sessions of patients.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use domain::patient::SESSION_IDLE_LIMIT;
use domain::{Browser, Device, Patient, PatientId, Platform, SessionId, TokenHash};

use crate::connection::batcher::{BatchLimits, Batcher};
use crate::connection::tenant::TenantPool;
use crate::{Error, Result, TenantConn, TenantDb, column, patients};

/// A patient who is signed in.
#[derive(Clone, Debug)]
pub struct SignedIn {
    /// The session.
    pub session_id: SessionId,
    /// The patient.
    pub patient: Patient,
}

/// Precision of the last use. A call updates it only when it is older than this, so that most calls only read.
const LAST_USE_DELAY: TimeDelta = TimeDelta::minutes(5);

/// A new session.
#[derive(Clone, Debug)]
pub struct NewSession {
    /// The patient.
    pub patient_id: PatientId,
    /// The hash of the browser's token.
    pub token: TokenHash,
    /// When it ends, even if it is in use.
    pub expires_at: DateTime<Utc>,
    /// The device, as the client's user agent describes it.
    pub device: Device,
    /// The network that it signs in from.
    pub network: String,
}

/// Inserts a session for the holder of the token.
pub async fn insert(conn: &mut TenantConn, new: &NewSession, now: DateTime<Utc>) -> Result<SessionId> {
    let id = sqlx::query_scalar!(
        "insert into patient_sessions (patient_id, token_hash, created_at, expires_at, last_used_at, browser, platform, network)
         values ($1, $2, $3, $4, $3, $5, $6, $7)
         returning id",
        new.patient_id.get(),
        new.token.as_bytes().as_slice(),
        now,
        new.expires_at,
        new.device.browser.as_str(),
        new.device.platform.as_str(),
        new.network
    )
    .fetch_one(conn.connection())
    .await?;
    Ok(SessionId::new(id))
}

/// The limits of session look-ups. Two statements may run at once, so that one is answered while PostgreSQL runs the
/// other.
const LOOKUP_LIMITS: BatchLimits = BatchLimits { max_size: 64, max_concurrent: 2, timeout: Duration::from_secs(5) };

/// A session that was not revoked, whether it has expired or not.
#[derive(Clone)]
struct Session {
    id: i64,
    expires_at: DateTime<Utc>,
    last_used_at: DateTime<Utc>,
    patient: patients::Row,
}

impl Session {
    fn is_valid(&self, now: DateTime<Utc>) -> bool {
        self.expires_at > now && self.last_used_at + SESSION_IDLE_LIMIT > now
    }
}

type FoundSession = Result<Option<Session>, Arc<Error>>;

/// Looks up sessions by token in batches.
struct SessionBatcher(Batcher<TokenHash, FoundSession>);

impl SessionBatcher {
    fn new(pool: TenantPool) -> Self {
        Self(Batcher::new(LOOKUP_LIMITS, move |tokens| find_sessions(pool.clone(), tokens)))
    }
}

/// Finds the patient of a token, if the session is valid at `now`: neither expired nor unused for [`SESSION_IDLE_LIMIT`].
/// Updates the last use when it is more than five minutes old.
///
/// Every authenticated call needs this, so concurrent calls share one round trip.
pub async fn find_patient(db: &TenantDb, token: &TokenHash, now: DateTime<Utc>) -> Result<Option<SignedIn>> {
    let unanswered = || Error::Unavailable(sqlx::Error::PoolTimedOut);
    let found = db.shared(SessionBatcher::new).0.request(*token).await.ok_or_else(unanswered)?.map_err(Error::Batch)?;
    let Some(session) = found.filter(|session| session.is_valid(now)) else { return Ok(None) };
    if now - session.last_used_at > LAST_USE_DELAY {
        set_last_used(&mut db.acquire().await?, session.id, now).await?;
    }
    Ok(Some(SignedIn { session_id: SessionId::new(session.id), patient: session.patient.try_into()? }))
}

async fn set_last_used(conn: &mut TenantConn, session: i64, now: DateTime<Utc>) -> Result<()> {
    // of concurrent calls, only the first updates the row
    sqlx::query!(
        "update patient_sessions set last_used_at = $2 where id = $1 and last_used_at < $3",
        session,
        now,
        now - LAST_USE_DELAY
    )
    .execute(conn.connection())
    .await?;
    Ok(())
}

/// Finds the session of each token, in the tokens' order.
async fn find_sessions(pool: TenantPool, tokens: Vec<TokenHash>) -> Vec<FoundSession> {
    match list_by_token(&pool, &tokens).await {
        // a browser sends requests concurrently, so several of them may have the same token
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
        "select s.token_hash, s.id as session_id, s.expires_at, s.last_used_at,
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
            let session = Session { id: r.session_id, expires_at: r.expires_at, last_used_at: r.last_used_at, patient };
            (r.token_hash, session)
        })
        .collect())
}

/// A session, as its holder sees it.
#[derive(Clone, Debug)]
pub struct SessionRow {
    /// The session.
    pub id: SessionId,
    /// The device, as the client's user agent describes it. None for sessions from before it was recorded.
    pub device: Option<Device>,
    /// The network that it signed in from.
    pub network: Option<String>,
    /// When it signed in.
    pub created_at: DateTime<Utc>,
    /// When it was last used, with up to five minutes' delay.
    pub last_used_at: DateTime<Utc>,
}

/// Lists the valid sessions of a patient, the most recently used first, at most 100.
pub async fn list(conn: &mut TenantConn, patient: PatientId, now: DateTime<Utc>) -> Result<Vec<SessionRow>> {
    let rows = sqlx::query!(
        "select id, browser, platform, network, created_at, last_used_at from patient_sessions
         where patient_id = $1 and revoked_at is null and expires_at > $2 and last_used_at > $3
         order by last_used_at desc, id desc limit 100",
        patient.get(),
        now,
        now - SESSION_IDLE_LIMIT
    )
    .fetch_all(conn.connection())
    .await?;
    rows.into_iter()
        .map(|r| {
            let browser = r.browser.map(|code| code.parse::<Browser>()).transpose();
            let platform = r.platform.map(|code| code.parse::<Platform>()).transpose();
            let browser = column("patient_sessions", "browser", r.id).check(browser)?;
            let platform = column("patient_sessions", "platform", r.id).check(platform)?;
            Ok(SessionRow {
                id: SessionId::new(r.id),
                device: browser.zip(platform).map(|(browser, platform)| Device { browser, platform }),
                network: r.network,
                created_at: r.created_at,
                last_used_at: r.last_used_at,
            })
        })
        .collect()
}

/// Sets when the holder of a session last proved to be the owner of the account.
pub async fn set_confirmed(conn: &mut TenantConn, session: SessionId, now: DateTime<Utc>) -> Result<()> {
    sqlx::query!("update patient_sessions set confirmed_at = $2 where id = $1", session.get(), now)
        .execute(conn.connection())
        .await?;
    Ok(())
}

/// Returns whether the holder of a session proved to be the owner of the account after `since`.
pub async fn is_confirmed(conn: &mut TenantConn, session: SessionId, since: DateTime<Utc>) -> Result<bool> {
    let is = sqlx::query_scalar!(
        r#"select exists(select from patient_sessions where id = $1 and confirmed_at > $2) as "is!""#,
        session.get(),
        since
    )
    .fetch_one(conn.connection())
    .await?;
    Ok(is)
}

/// Revokes a session of a patient. Returns false when it does not exist or was already revoked.
pub async fn revoke(conn: &mut TenantConn, patient: PatientId, session: SessionId, now: DateTime<Utc>) -> Result<bool> {
    let done = sqlx::query!(
        "update patient_sessions set revoked_at = $3 where id = $1 and patient_id = $2 and revoked_at is null",
        session.get(),
        patient.get(),
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
