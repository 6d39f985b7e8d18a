//! Accounts of operators, with their authenticator apps and recovery codes.

use chrono::{DateTime, Utc};
use domain::staff::TEMPORARY_PASSWORD_LIFETIME;
use domain::{LoginUserId, Name, Operator, OperatorId, OperatorRole, PasswordHash};

use crate::second_factors::Totp;
use crate::{Error, Result, SystemConn, SystemTx, column, is_unique_violation};

/// Returns the context that the secret of an account's app is sealed for.
#[must_use]
pub fn totp_context(operator: OperatorId) -> String {
    format!("operators.totp_sealed:{operator}")
}

pub(crate) struct Row {
    pub(crate) id: i64,
    pub(crate) login_id: String,
    pub(crate) name: String,
    pub(crate) role: String,
    pub(crate) must_change_password: bool,
    pub(crate) active: bool,
    pub(crate) has_second_factor: bool,
}

impl TryFrom<Row> for Operator {
    type Error = Error;

    fn try_from(row: Row) -> Result<Self> {
        Ok(Self {
            id: OperatorId::new(row.id),
            login_id: LoginUserId::from_stored(row.login_id),
            name: Name::from_stored(row.name),
            role: column("operators", "role", row.id).check(row.role.parse::<OperatorRole>())?,
            must_change_password: row.must_change_password,
            active: row.active,
            has_second_factor: row.has_second_factor,
        })
    }
}

macro_rules! select_operators {
    ($which:tt $(, $argument:expr)*) => {
        sqlx::query_as!(
            Row,
            r#"select id, login_id, name, role, must_change_password, active,
                      totp_confirmed_at is not null as "has_second_factor!"
               from operators "# + $which
            $(, $argument)*
        )
    };
}

/// A new account with a temporary password.
#[derive(Clone, Debug)]
pub struct NewOperator {
    /// The sign-in name.
    pub login_id: LoginUserId,
    /// The temporary password, hashed.
    pub password_hash: PasswordHash,
    /// The person's name.
    pub name: Name,
    /// The role.
    pub role: OperatorRole,
}

/// Why an account was not inserted.
#[derive(Debug, thiserror::Error)]
pub enum InsertError {
    /// Another operator has the sign-in name. The transaction has failed and must be dropped.
    #[error("the sign-in name is taken")]
    LoginIdTaken,
    /// The database failed.
    #[error(transparent)]
    Db(#[from] Error),
}

/// Inserts an account.
///
/// # Errors
/// [`InsertError::LoginIdTaken`] when the sign-in name is taken, even by an inactive account.
pub async fn insert(conn: &mut SystemConn, new: &NewOperator, now: DateTime<Utc>) -> Result<OperatorId, InsertError> {
    let inserted = sqlx::query_scalar!(
        "insert into operators (login_id, password_hash, name, role, created_at, temporary_until)
         values ($1, $2, $3, $4, $5, $6) returning id",
        new.login_id.as_str(),
        new.password_hash.as_str(),
        new.name.as_str(),
        new.role.as_str(),
        now,
        now + TEMPORARY_PASSWORD_LIFETIME
    )
    .fetch_one(conn.connection())
    .await;
    match inserted {
        Ok(id) => Ok(OperatorId::new(id)),
        Err(error) if is_unique_violation(&error, "operators_login") => Err(InsertError::LoginIdTaken),
        Err(error) => Err(InsertError::Db(error.into())),
    }
}

/// An account and its password hash, to check a sign-in against.
#[derive(Clone, Debug)]
pub struct Credentials {
    /// The account.
    pub operator: Operator,
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
        self.operator.must_change_password && (self.temporary_used_at.is_some() || now >= self.temporary_until)
    }
}

/// Finds the active account with this sign-in name.
pub async fn find_credentials(conn: &mut SystemConn, login: &LoginUserId) -> Result<Option<Credentials>> {
    let found = sqlx::query!(
        "select id, password_hash, temporary_until, temporary_used_at from operators
         where lower(login_id) = $1 and active",
        login.key()
    )
    .fetch_optional(conn.connection())
    .await?;
    let Some(found) = found else { return Ok(None) };
    let operator = find(conn, OperatorId::new(found.id)).await?;
    Ok(operator.map(|operator| Credentials {
        operator,
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
pub async fn lock_credentials(tx: &mut SystemTx, checked: &Credentials) -> Result<Option<Operator>> {
    let row = select_operators!(
        "where id = $1 and active and password_hash = $2 for no key update",
        checked.operator.id.get(),
        checked.password_hash.as_str()
    )
    .fetch_optional(tx.connection())
    .await?;
    row.map(Operator::try_from).transpose()
}

/// Finds the account with this id.
pub async fn find(conn: &mut SystemConn, id: OperatorId) -> Result<Option<Operator>> {
    let row = select_operators!("where id = $1", id.get()).fetch_optional(conn.connection()).await?;
    row.map(Operator::try_from).transpose()
}

/// Finds the account with this id and locks it until the transaction ends.
pub async fn lock(conn: &mut SystemConn, id: OperatorId) -> Result<Option<Operator>> {
    let row = select_operators!("where id = $1 for no key update", id.get()).fetch_optional(conn.connection()).await?;
    row.map(Operator::try_from).transpose()
}

/// Lists all accounts, active ones first, by name.
pub async fn list(conn: &mut SystemConn) -> Result<Vec<Operator>> {
    let rows = select_operators!("order by active desc, name, id").fetch_all(conn.connection()).await?;
    rows.into_iter().map(Operator::try_from).collect()
}

/// Locks the active admins until the transaction ends, and returns how many there are.
pub async fn lock_admins(conn: &mut SystemConn) -> Result<usize> {
    let admins =
        sqlx::query_scalar!("select id from operators where active and role = 'admin' order by id for no key update")
            .fetch_all(conn.connection())
            .await?;
    Ok(admins.len())
}

/// Sets name, role and whether the account may sign in.
pub async fn set_account(conn: &mut SystemConn, operator: &Operator) -> Result<()> {
    sqlx::query!(
        "update operators set name = $2, role = $3, active = $4 where id = $1",
        operator.id.get(),
        operator.name.as_str(),
        operator.role.as_str(),
        operator.active
    )
    .execute(conn.connection())
    .await?;
    Ok(())
}

/// Sets the password that the operator chose.
pub async fn set_password(conn: &mut SystemConn, id: OperatorId, hash: &PasswordHash) -> Result<()> {
    sqlx::query!(
        "update operators set password_hash = $2, must_change_password = false where id = $1",
        id.get(),
        hash.as_str()
    )
    .execute(conn.connection())
    .await?;
    Ok(())
}

/// Consumes an account's temporary password. Returns whether it was still valid. Of two concurrent sign-ins only one
/// succeeds.
pub async fn use_temporary_password(conn: &mut SystemConn, id: OperatorId, now: DateTime<Utc>) -> Result<bool> {
    let done = sqlx::query!(
        "update operators set temporary_used_at = $2
         where id = $1 and must_change_password and temporary_used_at is null and temporary_until > $2",
        id.get(),
        now
    )
    .execute(conn.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Sets a temporary password, which is valid for one sign-in within its lifetime, and removes the second factor.
pub async fn reset(conn: &mut SystemConn, id: OperatorId, hash: &PasswordHash, now: DateTime<Utc>) -> Result<()> {
    sqlx::query!(
        "update operators
         set password_hash = $2, must_change_password = true, temporary_until = $3, temporary_used_at = null,
             totp_sealed = null, totp_key_id = null, totp_confirmed_at = null, totp_last_step = 0
         where id = $1",
        id.get(),
        hash.as_str(),
        now + TEMPORARY_PASSWORD_LIFETIME
    )
    .execute(conn.connection())
    .await?;
    set_recovery_codes(conn, id, &[], now).await
}

/// Sets the secret of an account's app, which is not confirmed yet. Returns false when the account has a confirmed app,
/// which is kept.
pub async fn set_totp(conn: &mut SystemConn, id: OperatorId, key_id: i16, sealed: &[u8]) -> Result<bool> {
    let done = sqlx::query!(
        "update operators set totp_sealed = $2, totp_key_id = $3, totp_last_step = 0
         where id = $1 and totp_confirmed_at is null",
        id.get(),
        sealed,
        key_id
    )
    .execute(conn.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Finds an account's app, confirmed or not.
pub async fn find_totp(conn: &mut SystemConn, id: OperatorId) -> Result<Option<Totp>> {
    let row = sqlx::query!(
        r#"select totp_key_id as "key_id!", totp_sealed as "sealed!", totp_confirmed_at is not null as "is_confirmed!",
                  totp_last_step
           from operators where id = $1 and totp_sealed is not null"#,
        id.get()
    )
    .fetch_optional(conn.connection())
    .await?;
    Ok(row.map(|row| Totp {
        key_id: row.key_id,
        sealed: row.sealed,
        is_confirmed: row.is_confirmed,
        last_step: row.totp_last_step,
    }))
}

/// Consumes a code of an account's app by its 30-second step. Returns false when this step or a later one was used.
pub async fn use_totp_step(conn: &mut SystemConn, id: OperatorId, step: i64) -> Result<bool> {
    let done =
        sqlx::query!("update operators set totp_last_step = $2 where id = $1 and totp_last_step < $2", id.get(), step)
            .execute(conn.connection())
            .await?;
    Ok(done.rows_affected() == 1)
}

/// Confirms an account's app.
pub async fn confirm_totp(conn: &mut SystemConn, id: OperatorId, now: DateTime<Utc>) -> Result<()> {
    sqlx::query!("update operators set totp_confirmed_at = $2 where id = $1", id.get(), now)
        .execute(conn.connection())
        .await?;
    Ok(())
}

/// Replaces an account's recovery codes, by their hashes.
pub async fn set_recovery_codes(
    conn: &mut SystemConn,
    id: OperatorId,
    hashes: &[Vec<u8>],
    now: DateTime<Utc>,
) -> Result<()> {
    sqlx::query!("delete from operator_recovery_codes where operator_id = $1", id.get())
        .execute(conn.connection())
        .await?;
    sqlx::query!(
        "insert into operator_recovery_codes (operator_id, code_hash, created_at) select $1, unnest($2::bytea[]), $3",
        id.get(),
        hashes,
        now
    )
    .execute(conn.connection())
    .await?;
    Ok(())
}

/// Consumes a recovery code. Returns whether it was valid.
pub async fn use_recovery_code(conn: &mut SystemConn, id: OperatorId, hash: &[u8], now: DateTime<Utc>) -> Result<bool> {
    let done = sqlx::query!(
        "update operator_recovery_codes set used_at = $3 where operator_id = $1 and code_hash = $2 and used_at is null",
        id.get(),
        hash,
        now
    )
    .execute(conn.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}
