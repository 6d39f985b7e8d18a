//! Sessions of clinics' staff.

use chrono::{DateTime, Utc};
use domain::{Staff, StaffId, StaffSessionId, TokenHash};

use crate::{Result, TenantConn, staff};

/// A member of staff who is signed in.
#[derive(Clone, Debug)]
pub struct SignedIn {
    /// The session.
    pub session_id: StaffSessionId,
    /// The account.
    pub staff: Staff,
}

/// Inserts a session for the holder of the token, from `now` until `expires_at`.
pub async fn insert(
    conn: &mut TenantConn,
    staff: StaffId,
    token: &TokenHash,
    expires_at: DateTime<Utc>,
    now: DateTime<Utc>,
) -> Result<StaffSessionId> {
    let id = sqlx::query_scalar!(
        "insert into staff_sessions (staff_id, token_hash, created_at, expires_at) values ($1, $2, $3, $4) returning id",
        staff.get(),
        token.as_bytes().as_slice(),
        now,
        expires_at
    )
    .fetch_one(conn.connection())
    .await?;
    Ok(StaffSessionId::new(id))
}

/// Finds who holds the token, if its session is valid at `now` and the account is active.
pub async fn find(conn: &mut TenantConn, token: &TokenHash, now: DateTime<Utc>) -> Result<Option<SignedIn>> {
    let found = sqlx::query!(
        "select n.id as session_id, s.id, s.login_id, s.name, s.role, s.must_change_password, s.active,
                i.id as institution_id, i.name as institution_name, i.representative_name, i.address, i.phone_number
         from staff_sessions n
         join staff s on s.id = n.staff_id
         join institutions i on i.id = s.institution_id
         where n.token_hash = $1 and n.revoked_at is null and n.expires_at > $2 and s.active",
        token.as_bytes().as_slice(),
        now
    )
    .fetch_optional(conn.connection())
    .await?;
    let Some(r) = found else { return Ok(None) };
    let row = staff::Row {
        id: r.id,
        login_id: r.login_id,
        name: r.name,
        role: r.role,
        must_change_password: r.must_change_password,
        active: r.active,
        institution_id: r.institution_id,
        institution_name: r.institution_name,
        representative_name: r.representative_name,
        address: r.address,
        phone_number: r.phone_number,
    };
    Ok(Some(SignedIn { session_id: StaffSessionId::new(r.session_id), staff: row.try_into()? }))
}

/// Revokes all sessions of an account, except perhaps one, and returns how many there were.
pub async fn revoke_all(
    conn: &mut TenantConn,
    staff: StaffId,
    except: Option<StaffSessionId>,
    now: DateTime<Utc>,
) -> Result<u64> {
    let done = sqlx::query!(
        "update staff_sessions set revoked_at = $3
         where staff_id = $1 and id is distinct from $2 and revoked_at is null",
        staff.get(),
        except.map(StaffSessionId::get),
        now
    )
    .execute(conn.connection())
    .await?;
    Ok(done.rows_affected())
}
