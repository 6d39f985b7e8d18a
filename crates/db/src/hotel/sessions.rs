//! Sessions of a hotel tenant's accounts.

use chrono::{DateTime, Utc};
use domain::hotel::HotelUser;
use domain::hotel::user::{HOUSEKEEPER_IDLE_LIMIT, SESSION_IDLE_LIMIT, SESSION_LIFETIME};
use domain::{HotelClientId, HotelSessionId, HotelUserId, TokenHash};

use super::users::Row;
use crate::{Result, TenantConn};

/// A user who is signed in.
#[derive(Clone, Debug)]
pub struct SignedIn {
    /// The session.
    pub session_id: HotelSessionId,
    /// The account.
    pub user: HotelUser,
    /// When the session was last used.
    pub last_used_at: DateTime<Utc>,
}

/// Inserts a session that starts at `now`.
pub async fn insert(
    conn: &mut TenantConn,
    user: HotelUserId,
    token: &TokenHash,
    now: DateTime<Utc>,
) -> Result<HotelSessionId> {
    let id = sqlx::query_scalar!(
        "insert into hotel_sessions (user_id, token_hash, created_at, last_used_at, expires_at)
         values ($1, $2, $3, $3, $4) returning id",
        user.get(),
        token.as_bytes().as_slice(),
        now,
        now + SESSION_LIFETIME
    )
    .fetch_one(conn.connection())
    .await?;
    Ok(HotelSessionId::new(id))
}

/// Finds the user of a token, if the session is valid and was used recently, and the account and its client are active.
pub async fn find(conn: &mut TenantConn, token: &TokenHash, now: DateTime<Utc>) -> Result<Option<SignedIn>> {
    let found = sqlx::query!(
        r#"select n.id as session_id, n.last_used_at, u.id, u.login_id, u.name, u.role, u.contact, u.memo, u.classification,
                  u.must_change_password, u.active, u.client_id, c.name as "client_name?", c.kind as "client_kind?"
           from hotel_sessions n
           join hotel_users u on u.id = n.user_id
           left join hotel_clients c on c.id = u.client_id
           where n.token_hash = $1 and n.revoked_at is null and n.expires_at > $2
             and n.last_used_at > case when u.role = 'housekeeper' then $4::timestamptz else $3::timestamptz end
             and u.active and coalesce(c.active, true)"#,
        token.as_bytes().as_slice(),
        now,
        now - SESSION_IDLE_LIMIT,
        now - HOUSEKEEPER_IDLE_LIMIT
    )
    .fetch_optional(conn.connection())
    .await?;
    let Some(r) = found else { return Ok(None) };
    let row = Row {
        id: r.id,
        login_id: r.login_id,
        name: r.name,
        role: r.role,
        contact: r.contact,
        memo: r.memo,
        classification: r.classification,
        must_change_password: r.must_change_password,
        active: r.active,
        client_id: r.client_id,
        client_name: r.client_name,
        client_kind: r.client_kind,
    };
    Ok(Some(SignedIn {
        session_id: HotelSessionId::new(r.session_id),
        user: row.try_into()?,
        last_used_at: r.last_used_at,
    }))
}

/// Sets when a session was last used.
pub async fn set_used(conn: &mut TenantConn, id: HotelSessionId, now: DateTime<Utc>) -> Result<()> {
    sqlx::query!("update hotel_sessions set last_used_at = $2 where id = $1 and last_used_at < $2", id.get(), now)
        .execute(conn.connection())
        .await?;
    Ok(())
}

/// Revokes one session.
pub async fn revoke(conn: &mut TenantConn, id: HotelSessionId, now: DateTime<Utc>) -> Result<()> {
    sqlx::query!("update hotel_sessions set revoked_at = $2 where id = $1 and revoked_at is null", id.get(), now)
        .execute(conn.connection())
        .await?;
    Ok(())
}

/// Revokes all sessions of an account except `except`.
pub async fn revoke_all(
    conn: &mut TenantConn,
    user: HotelUserId,
    except: Option<HotelSessionId>,
    now: DateTime<Utc>,
) -> Result<()> {
    sqlx::query!(
        "update hotel_sessions set revoked_at = $3 where user_id = $1 and id is distinct from $2 and revoked_at is null",
        user.get(),
        except.map(HotelSessionId::get),
        now
    )
    .execute(conn.connection())
    .await?;
    Ok(())
}

/// Revokes the sessions of all accounts of a client.
pub async fn revoke_for_client(conn: &mut TenantConn, client: HotelClientId, now: DateTime<Utc>) -> Result<()> {
    sqlx::query!(
        "update hotel_sessions set revoked_at = $2
         where revoked_at is null and user_id in (select id from hotel_users where client_id = $1)",
        client.get(),
        now
    )
    .execute(conn.connection())
    .await?;
    Ok(())
}
