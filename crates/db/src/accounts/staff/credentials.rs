//! Passwords of staff, temporary or chosen by themselves.

use chrono::{DateTime, Utc};
use domain::staff::TEMPORARY_PASSWORD_LIFETIME;
use domain::{LoginUserId, PasswordHash, Staff, StaffId};

use super::find;
use crate::{Result, TenantConn, TenantTx};

/// An account and its password hash, to check a sign-in against.
#[derive(Clone, Debug)]
pub struct Credentials {
    /// The account.
    pub staff: Staff,
    /// Its password, hashed.
    pub password_hash: PasswordHash,
    /// When the temporary password expires.
    pub temporary_until: DateTime<Utc>,
    /// When the temporary password was used to sign in.
    pub temporary_used_at: Option<DateTime<Utc>>,
}

impl Credentials {
    /// Returns whether the password is temporary and has expired or was used.
    #[must_use]
    pub fn is_spent(&self, now: DateTime<Utc>) -> bool {
        self.staff.must_change_password && (self.temporary_used_at.is_some() || now >= self.temporary_until)
    }
}

/// Finds the active account with this sign-in name.
pub async fn find_credentials(conn: &mut TenantConn, login: &LoginUserId) -> Result<Option<Credentials>> {
    let found = sqlx::query!(
        "select id, password_hash, temporary_until, temporary_used_at from staff
         where tenant_id = current_tenant() and login_key = $1 and active",
        login.key()
    )
    .fetch_optional(conn.connection())
    .await?;
    let Some(found) = found else { return Ok(None) };
    let staff = find(conn, StaffId::new(found.id)).await?;
    Ok(staff.map(|staff| Credentials {
        staff,
        password_hash: PasswordHash::new(found.password_hash),
        temporary_until: found.temporary_until,
        temporary_used_at: found.temporary_used_at,
    }))
}

/// Locks an account whose password was checked, and returns it as it is now. Returns `None` if the password was changed
/// or the account was disabled during the check.
///
/// Neither can change until the transaction ends. A later change therefore also sees, and revokes, a session that this
/// transaction inserts.
pub async fn lock_credentials(tx: &mut TenantTx, checked: &Credentials) -> Result<Option<Staff>> {
    let id = sqlx::query_scalar!(
        "select id from staff where id = $1 and active and password_hash = $2 for no key update",
        checked.staff.id.get(),
        checked.password_hash.as_str()
    )
    .fetch_optional(tx.connection())
    .await?;
    let Some(id) = id else { return Ok(None) };
    // read again, because the lock may have waited for a change of the role or of the second factor
    find(tx, StaffId::new(id)).await
}

/// Consumes an account's temporary password. Returns whether it was still valid. Of two concurrent sign-ins only one
/// succeeds.
pub async fn use_temporary_password(conn: &mut TenantConn, id: StaffId, now: DateTime<Utc>) -> Result<bool> {
    let done = sqlx::query!(
        "update staff set temporary_used_at = $2
         where id = $1 and must_change_password and temporary_used_at is null and temporary_until > $2",
        id.get(),
        now
    )
    .execute(conn.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Sets a temporary password, which is valid for one sign-in within its lifetime.
pub async fn set_temporary_password(
    conn: &mut TenantConn,
    id: StaffId,
    hash: &PasswordHash,
    now: DateTime<Utc>,
) -> Result<()> {
    sqlx::query!(
        "update staff set password_hash = $2, must_change_password = true, temporary_until = $3, temporary_used_at = null
         where id = $1",
        id.get(),
        hash.as_str(),
        now + TEMPORARY_PASSWORD_LIFETIME
    )
    .execute(conn.connection())
    .await?;
    Ok(())
}

/// Sets a password that the person chose, which is not temporary.
pub async fn set_password(conn: &mut TenantConn, id: StaffId, hash: &PasswordHash) -> Result<()> {
    sqlx::query!(
        "update staff set password_hash = $2, must_change_password = false, temporary_used_at = null where id = $1",
        id.get(),
        hash.as_str()
    )
    .execute(conn.connection())
    .await?;
    Ok(())
}
