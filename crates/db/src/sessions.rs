//! Signed-in browsers.

use chrono::{DateTime, Utc};
use domain::{Patient, PatientId, SessionId, TokenHash};

use crate::{Result, TenantConn, patients};

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

/// Who holds the token, if its session stands at `now`. One round trip: every authenticated call makes it.
///
/// # Errors
/// Only [`crate::Error`].
pub async fn find_patient(conn: &mut TenantConn, token: &TokenHash, now: DateTime<Utc>) -> Result<Option<SignedIn>> {
    let found = sqlx::query!(
        "select s.id as session_id, p.id, p.login_user_id, p.name, p.birth, p.gender, p.phone_number, p.email
         from patient_sessions s
         join patients p on p.id = s.patient_id
         where s.token_hash = $1 and s.revoked_at is null and s.expires_at > $2",
        token.as_bytes().as_slice(),
        now
    )
    .fetch_optional(conn.connection())
    .await?;
    conn.settle();
    found
        .map(|r| {
            let row = patients::Row {
                id: r.id,
                login_user_id: r.login_user_id,
                name: r.name,
                birth: r.birth,
                gender: r.gender,
                phone_number: r.phone_number,
                email: r.email,
            };
            Ok(SignedIn { session_id: SessionId::new(r.session_id), patient: row.try_into()? })
        })
        .transpose()
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
