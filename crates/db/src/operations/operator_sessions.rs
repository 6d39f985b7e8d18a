//! Sessions of operators.

use std::net::IpAddr;

use chrono::{DateTime, Utc};
use domain::operator::SESSION_IDLE_LIMIT;
use domain::{Operator, OperatorId, OperatorSessionId, TokenHash};

use super::operators::Row;
use crate::{Result, SystemConn};

/// An operator who is signed in.
#[derive(Clone, Debug)]
pub struct SignedIn {
    /// The session.
    pub session_id: OperatorSessionId,
    /// The account.
    pub operator: Operator,
    /// When the session was last used.
    pub last_used_at: DateTime<Utc>,
    /// Whether the second factor is still missing.
    pub second_factor_pending: bool,
}

/// A new session.
#[derive(Clone, Copy, Debug)]
pub struct NewSession<'a> {
    /// The account.
    pub operator: OperatorId,
    /// The hash of its token.
    pub token: &'a TokenHash,
    /// When it ends, even if it is in use.
    pub expires_at: DateTime<Utc>,
    /// The address that it signs in from.
    pub client_address: IpAddr,
    /// Whether the second factor is still missing.
    pub second_factor_pending: bool,
}

/// Inserts a session with `now` as its last use.
pub async fn insert(conn: &mut SystemConn, new: &NewSession<'_>, now: DateTime<Utc>) -> Result<OperatorSessionId> {
    let id = sqlx::query_scalar!(
        "insert into operator_sessions (operator_id, token_hash, created_at, last_used_at, expires_at, client_address,
                                        second_factor_pending)
         values ($1, $2, $3, $3, $4, $5::text::inet, $6) returning id",
        new.operator.get(),
        new.token.as_bytes().as_slice(),
        now,
        new.expires_at,
        new.client_address.to_string(),
        new.second_factor_pending
    )
    .fetch_one(conn.connection())
    .await?;
    Ok(OperatorSessionId::new(id))
}

/// Finds the operator of a token, if the session is valid and was used recently, and the account is active.
pub async fn find(conn: &mut SystemConn, token: &TokenHash, now: DateTime<Utc>) -> Result<Option<SignedIn>> {
    let found = sqlx::query!(
        r#"select s.id as session_id, s.last_used_at, s.second_factor_pending, o.id, o.login_id, o.name, o.role,
                  o.must_change_password, o.active, o.totp_confirmed_at is not null as "has_second_factor!"
           from operator_sessions s join operators o on o.id = s.operator_id
           where s.token_hash = $1 and s.revoked_at is null and s.expires_at > $2 and s.last_used_at > $3 and o.active"#,
        token.as_bytes().as_slice(),
        now,
        now - SESSION_IDLE_LIMIT
    )
    .fetch_optional(conn.connection())
    .await?;
    let Some(r) = found else { return Ok(None) };
    let row = Row {
        id: r.id,
        login_id: r.login_id,
        name: r.name,
        role: r.role,
        must_change_password: r.must_change_password,
        active: r.active,
        has_second_factor: r.has_second_factor,
    };
    Ok(Some(SignedIn {
        session_id: OperatorSessionId::new(r.session_id),
        operator: row.try_into()?,
        last_used_at: r.last_used_at,
        second_factor_pending: r.second_factor_pending,
    }))
}

/// Sets when a session was last used.
pub async fn set_used(conn: &mut SystemConn, id: OperatorSessionId, now: DateTime<Utc>) -> Result<()> {
    sqlx::query!("update operator_sessions set last_used_at = $2 where id = $1 and last_used_at < $2", id.get(), now)
        .execute(conn.connection())
        .await?;
    Ok(())
}

/// Marks a session's second factor as passed.
pub async fn set_second_factor(conn: &mut SystemConn, id: OperatorSessionId) -> Result<()> {
    sqlx::query!("update operator_sessions set second_factor_pending = false where id = $1", id.get())
        .execute(conn.connection())
        .await?;
    Ok(())
}

/// Revokes a session.
pub async fn revoke(conn: &mut SystemConn, id: OperatorSessionId, now: DateTime<Utc>) -> Result<()> {
    sqlx::query!("update operator_sessions set revoked_at = $2 where id = $1 and revoked_at is null", id.get(), now)
        .execute(conn.connection())
        .await?;
    Ok(())
}

/// Revokes all sessions of an account except `except`.
pub async fn revoke_all(
    conn: &mut SystemConn,
    operator: OperatorId,
    except: Option<OperatorSessionId>,
    now: DateTime<Utc>,
) -> Result<()> {
    sqlx::query!(
        "update operator_sessions set revoked_at = $3
         where operator_id = $1 and id is distinct from $2 and revoked_at is null",
        operator.get(),
        except.map(OperatorSessionId::get),
        now
    )
    .execute(conn.connection())
    .await?;
    Ok(())
}

/// Deletes the sessions that ended before a time.
pub async fn delete_ended(conn: &mut SystemConn, before: DateTime<Utc>) -> Result<u64> {
    let done =
        sqlx::query!("delete from operator_sessions where expires_at < $1", before).execute(conn.connection()).await?;
    Ok(done.rows_affected())
}
