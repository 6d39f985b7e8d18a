//! The accounts of a hotel tenant.

use chrono::{DateTime, Utc};
use domain::hotel::{HotelClientKind, HotelClientName, HotelRole, HotelUser, UserClient, UserDetails};
use domain::staff::TEMPORARY_PASSWORD_LIFETIME;
use domain::{HotelClientId, HotelUserId, LoginUserId, Name, PasswordHash};

use crate::{Error, Result, TenantConn, TenantTx, column, is_unique_violation};

pub(super) struct Row {
    pub(super) id: i64,
    pub(super) login_id: String,
    pub(super) name: String,
    pub(super) role: String,
    pub(super) contact: String,
    pub(super) memo: String,
    pub(super) classification: String,
    pub(super) must_change_password: bool,
    pub(super) active: bool,
    pub(super) client_id: Option<i64>,
    pub(super) client_name: Option<String>,
    pub(super) client_kind: Option<String>,
}

macro_rules! select_users {
    ($which:tt, $($argument:expr),+) => {
        sqlx::query_as!(
            Row,
            r#"select u.id, u.login_id, u.name, u.role, u.contact, u.memo, u.classification, u.must_change_password, u.active,
                      u.client_id, c.name as "client_name?", c.kind as "client_kind?"
               from hotel_users u left join hotel_clients c on c.id = u.client_id "# + $which,
            $($argument),+
        )
    };
}

impl TryFrom<Row> for HotelUser {
    type Error = Error;

    fn try_from(row: Row) -> Result<Self> {
        let client = match (row.client_id, row.client_name, row.client_kind) {
            (Some(id), Some(name), Some(kind)) => Some(UserClient {
                client: HotelClientName { id: HotelClientId::new(id), name },
                kind: column("hotel_clients", "kind", id).check(kind.parse::<HotelClientKind>())?,
            }),
            _ => None,
        };
        Ok(Self {
            id: HotelUserId::new(row.id),
            login_id: LoginUserId::from_stored(row.login_id),
            name: Name::from_stored(row.name),
            role: column("hotel_users", "role", row.id).check(row.role.parse::<HotelRole>())?,
            client,
            details: UserDetails { contact: row.contact, memo: row.memo, classification: row.classification },
            must_change_password: row.must_change_password,
            active: row.active,
        })
    }
}

/// A new account with a temporary password.
#[derive(Clone, Debug)]
pub struct NewUser {
    /// The client; none for a super admin.
    pub client: Option<HotelClientId>,
    /// The role.
    pub role: HotelRole,
    /// The sign-in name.
    pub login_id: LoginUserId,
    /// The temporary password, hashed.
    pub password_hash: PasswordHash,
    /// The person's name.
    pub name: Name,
    /// Further details.
    pub details: UserDetails,
}

/// Why an account was not inserted.
#[derive(Debug, thiserror::Error)]
pub enum InsertError {
    /// Another account of the tenant has the sign-in name. The transaction has failed and must be dropped.
    #[error("the sign-in name is taken")]
    LoginIdTaken,
    /// The database failed.
    #[error(transparent)]
    Db(#[from] Error),
}

/// Inserts an account.
///
/// # Errors
/// [`InsertError::LoginIdTaken`] when the sign-in name is taken, even by an account created concurrently.
pub async fn insert(conn: &mut TenantConn, new: &NewUser, now: DateTime<Utc>) -> Result<HotelUserId, InsertError> {
    let inserted = sqlx::query_scalar!(
        "insert into hotel_users (client_id, role, login_id, password_hash, temporary_until, name, contact, memo,
                                  classification, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning id",
        new.client.map(HotelClientId::get),
        new.role.as_str(),
        new.login_id.as_str(),
        new.password_hash.as_str(),
        now + TEMPORARY_PASSWORD_LIFETIME,
        new.name.as_str(),
        new.details.contact,
        new.details.memo,
        new.details.classification,
        now
    )
    .fetch_one(conn.connection())
    .await;
    match inserted {
        Ok(id) => Ok(HotelUserId::new(id)),
        Err(error) if is_unique_violation(&error, "hotel_users_login_key") => Err(InsertError::LoginIdTaken),
        Err(error) => Err(InsertError::Db(error.into())),
    }
}

/// An account and its password hash, to check a sign-in against.
#[derive(Clone, Debug)]
pub struct Credentials {
    /// The account.
    pub user: HotelUser,
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
        self.user.must_change_password && (self.temporary_used_at.is_some() || now >= self.temporary_until)
    }
}

/// Finds the active account with this sign-in name, if its client is active or it has none.
pub async fn find_credentials(conn: &mut TenantConn, login: &LoginUserId) -> Result<Option<Credentials>> {
    let found = sqlx::query!(
        "select u.id, u.password_hash, u.temporary_until, u.temporary_used_at
         from hotel_users u left join hotel_clients c on c.id = u.client_id
         where u.tenant_id = current_tenant() and u.login_key = $1 and u.active and coalesce(c.active, true)",
        login.key()
    )
    .fetch_optional(conn.connection())
    .await?;
    let Some(found) = found else { return Ok(None) };
    let user = find(conn, HotelUserId::new(found.id)).await?;
    Ok(user.map(|user| Credentials {
        user,
        password_hash: PasswordHash::new(found.password_hash),
        temporary_until: found.temporary_until,
        temporary_used_at: found.temporary_used_at,
    }))
}

/// Locks an account whose password was checked, and returns it as it is now. Returns `None` if the password was changed,
/// or the account or its client was disabled, during the check.
///
/// Password and account cannot change until the transaction ends. A later change therefore also sees, and revokes, a
/// session that this transaction inserts.
pub async fn lock_credentials(tx: &mut TenantTx, checked: &Credentials) -> Result<Option<HotelUser>> {
    let id = sqlx::query_scalar!(
        "select u.id from hotel_users u left join hotel_clients c on c.id = u.client_id
         where u.id = $1 and u.password_hash = $2 and u.active and coalesce(c.active, true) for no key update of u",
        checked.user.id.get(),
        checked.password_hash.as_str()
    )
    .fetch_optional(tx.connection())
    .await?;
    let Some(id) = id else { return Ok(None) };
    // read again, because the lock may have waited for a change of the role
    find(tx, HotelUserId::new(id)).await
}

/// Consumes an account's temporary password. Returns whether it was still valid. Of two concurrent sign-ins only one
/// succeeds.
pub async fn use_temporary_password(conn: &mut TenantConn, id: HotelUserId, now: DateTime<Utc>) -> Result<bool> {
    let done = sqlx::query!(
        "update hotel_users set temporary_used_at = $2
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
    id: HotelUserId,
    hash: &PasswordHash,
    now: DateTime<Utc>,
) -> Result<()> {
    sqlx::query!(
        "update hotel_users
         set password_hash = $2, must_change_password = true, temporary_until = $3, temporary_used_at = null where id = $1",
        id.get(),
        hash.as_str(),
        now + TEMPORARY_PASSWORD_LIFETIME
    )
    .execute(conn.connection())
    .await?;
    Ok(())
}

/// Sets a password that the person chose, which is not temporary.
pub async fn set_password(conn: &mut TenantConn, id: HotelUserId, hash: &PasswordHash) -> Result<()> {
    sqlx::query!(
        "update hotel_users set password_hash = $2, must_change_password = false, temporary_used_at = null where id = $1",
        id.get(),
        hash.as_str()
    )
    .execute(conn.connection())
    .await?;
    Ok(())
}

/// Finds the account with this id.
pub async fn find(conn: &mut TenantConn, id: HotelUserId) -> Result<Option<HotelUser>> {
    let row = select_users!("where u.id = $1", id.get()).fetch_optional(conn.connection()).await?;
    row.map(HotelUser::try_from).transpose()
}

/// Finds the account with this id and locks it until the transaction ends.
pub async fn lock(conn: &mut TenantConn, id: HotelUserId) -> Result<Option<HotelUser>> {
    let row =
        select_users!("where u.id = $1 for no key update of u", id.get()).fetch_optional(conn.connection()).await?;
    row.map(HotelUser::try_from).transpose()
}

/// Lists the accounts of a client, or of all clients, by name, inactive ones last, optionally of one role, at most
/// 2,000.
pub async fn list(
    conn: &mut TenantConn,
    client: Option<HotelClientId>,
    role: Option<HotelRole>,
) -> Result<Vec<HotelUser>> {
    let rows = select_users!(
        "where ($1::bigint is null or u.client_id = $1) and ($2::text is null or u.role = $2)
         order by not u.active, u.name, u.id limit 2000",
        client.map(HotelClientId::get),
        role.map(HotelRole::as_str)
    )
    .fetch_all(conn.connection())
    .await?;
    rows.into_iter().map(HotelUser::try_from).collect()
}

/// Sets name, role, details and whether the account is active.
pub async fn set_account(conn: &mut TenantConn, user: &HotelUser) -> Result<()> {
    sqlx::query!(
        "update hotel_users set name = $2, role = $3, contact = $4, memo = $5, classification = $6, active = $7 where id = $1",
        user.id.get(),
        user.name.as_str(),
        user.role.as_str(),
        user.details.contact,
        user.details.memo,
        user.details.classification,
        user.active
    )
    .execute(conn.connection())
    .await?;
    Ok(())
}

/// Locks the active super admins until the transaction ends and returns how many there are, so that two concurrent
/// calls cannot remove the last two.
pub async fn lock_super_admins(conn: &mut TenantConn) -> Result<usize> {
    let admins = sqlx::query_scalar!(
        "select id from hotel_users where active and role = 'super_admin' order by id for no key update"
    )
    .fetch_all(conn.connection())
    .await?;
    Ok(admins.len())
}
