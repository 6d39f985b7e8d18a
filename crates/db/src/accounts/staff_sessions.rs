//! Sessions of clinics' staff.

use std::net::IpAddr;

use chrono::{DateTime, Utc};
use domain::staff::SESSION_IDLE_LIMIT;
use domain::{Browser, Device, Platform, Staff, StaffId, StaffSessionId, TokenHash};

use crate::{Result, TenantConn, staff};

/// A member of staff who is signed in.
#[derive(Clone, Debug)]
pub struct SignedIn {
    /// The session.
    pub session_id: StaffSessionId,
    /// The account.
    pub staff: Staff,
    /// When the session was used last.
    pub last_used_at: DateTime<Utc>,
    /// Whether the second factor is still missing.
    pub second_factor_pending: bool,
}

/// A new session.
#[derive(Clone, Copy, Debug)]
pub struct NewSession<'a> {
    /// The account.
    pub staff: StaffId,
    /// The hash of its token.
    pub token: &'a TokenHash,
    /// When it ends, even if it is in use.
    pub expires_at: DateTime<Utc>,
    /// The address that it signs in from.
    pub client_address: Option<IpAddr>,
    /// Browser and system.
    pub device: Device,
    /// Whether the second factor is still missing.
    pub second_factor_pending: bool,
}

/// Inserts a session with `now` as its last use.
pub async fn insert(conn: &mut TenantConn, new: &NewSession<'_>, now: DateTime<Utc>) -> Result<StaffSessionId> {
    let id = sqlx::query_scalar!(
        "insert into staff_sessions (staff_id, token_hash, created_at, last_used_at, expires_at, client_address, browser,
                                     platform, second_factor_pending)
         values ($1, $2, $3, $3, $4, $5::text::inet, $6, $7, $8) returning id",
        new.staff.get(),
        new.token.as_bytes().as_slice(),
        now,
        new.expires_at,
        new.client_address.map(|address| address.to_string()),
        <&str>::from(new.device.browser),
        <&str>::from(new.device.platform),
        new.second_factor_pending
    )
    .fetch_one(conn.connection())
    .await?;
    Ok(StaffSessionId::new(id))
}

/// Finds the member of staff of a token, if the session is valid and was used recently, and the account and its clinic
/// are active.
pub async fn find(conn: &mut TenantConn, token: &TokenHash, now: DateTime<Utc>) -> Result<Option<SignedIn>> {
    let found = sqlx::query!(
        r#"select n.id as session_id, n.last_used_at, n.second_factor_pending, s.id, s.login_id, s.name, s.role,
                  s.must_change_password, s.active, i.id as institution_id, i.name as institution_name,
                  i.representative_name, i.address, i.phone_number, i.second_factor_required as needs_second_factor,
                  exists(select from staff_totps f
                             where f.tenant_id = s.tenant_id and f.staff_id = s.id and f.confirmed_at is not null)
                          as "has_app!",
                      exists(select from staff_passkeys k where k.tenant_id = s.tenant_id and k.staff_id = s.id)
                          as "has_passkey!"
           from staff_sessions n
           join staff s on s.id = n.staff_id
           join institutions i on i.id = s.institution_id
           where n.token_hash = $1 and n.revoked_at is null and n.expires_at > $2 and n.last_used_at > $3 and s.active and i.active"#,
        token.as_bytes().as_slice(),
        now,
        now - SESSION_IDLE_LIMIT
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
        has_app: r.has_app,
        has_passkey: r.has_passkey,
        needs_second_factor: r.needs_second_factor,
    };
    Ok(Some(SignedIn {
        session_id: StaffSessionId::new(r.session_id),
        staff: row.try_into()?,
        last_used_at: r.last_used_at,
        second_factor_pending: r.second_factor_pending,
    }))
}

/// Sets when a session was last used.
pub async fn set_used(conn: &mut TenantConn, id: StaffSessionId, now: DateTime<Utc>) -> Result<()> {
    sqlx::query!("update staff_sessions set last_used_at = $2 where id = $1 and last_used_at < $2", id.get(), now)
        .execute(conn.connection())
        .await?;
    Ok(())
}

/// Marks a session's second factor as passed.
pub async fn set_second_factor(conn: &mut TenantConn, id: StaffSessionId) -> Result<()> {
    sqlx::query!("update staff_sessions set second_factor_pending = false where id = $1", id.get())
        .execute(conn.connection())
        .await?;
    Ok(())
}

/// A session as its owner sees it.
#[derive(Clone, Debug)]
pub struct Session {
    /// The session.
    pub id: StaffSessionId,
    /// When it signed in.
    pub created_at: DateTime<Utc>,
    /// When it was used last.
    pub last_used_at: DateTime<Utc>,
    /// The address that it signed in from.
    pub client_address: Option<String>,
    /// Browser and system.
    pub device: Device,
}

/// Lists an account's sessions that are valid at `now`, the most recently used first.
pub async fn list(conn: &mut TenantConn, staff: StaffId, now: DateTime<Utc>) -> Result<Vec<Session>> {
    let rows = sqlx::query!(
        "select id, created_at, last_used_at, host(client_address) as client_address, browser, platform
         from staff_sessions
         where staff_id = $1 and revoked_at is null and expires_at > $2 and last_used_at > $3
         order by last_used_at desc, id desc limit 100",
        staff.get(),
        now,
        now - SESSION_IDLE_LIMIT
    )
    .fetch_all(conn.connection())
    .await?;
    let sessions = rows.into_iter().map(|row| Session {
        id: StaffSessionId::new(row.id),
        created_at: row.created_at,
        last_used_at: row.last_used_at,
        client_address: row.client_address,
        device: Device {
            browser: row.browser.parse().unwrap_or(Browser::Other),
            platform: row.platform.parse().unwrap_or(Platform::Other),
        },
    });
    Ok(sessions.collect())
}

/// Revokes one session of an account. Returns whether there was one.
pub async fn revoke(conn: &mut TenantConn, staff: StaffId, id: StaffSessionId, now: DateTime<Utc>) -> Result<bool> {
    let done = sqlx::query!(
        "update staff_sessions set revoked_at = $3 where staff_id = $1 and id = $2 and revoked_at is null",
        staff.get(),
        id.get(),
        now
    )
    .execute(conn.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Revokes all sessions of an account except `except`, and returns how many there were.
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
