//! A clinic's staff.

use chrono::{DateTime, Utc};
use domain::{Expert, Institution, InstitutionId, LoginUserId, Name, PasswordHash, Staff, StaffId, StaffRole};

use crate::{Error, Result, TenantConn, is_unique_violation};

pub(crate) struct Row {
    pub(crate) id: i64,
    pub(crate) login_id: String,
    pub(crate) name: String,
    pub(crate) role: String,
    pub(crate) must_change_password: bool,
    pub(crate) active: bool,
    pub(crate) institution_id: i64,
    pub(crate) institution_name: String,
    pub(crate) representative_name: String,
    pub(crate) address: String,
    pub(crate) phone_number: String,
}

macro_rules! select_staff {
    ($which:tt, $($argument:expr),+) => {
        sqlx::query_as!(
            Row,
            "select s.id, s.login_id, s.name, s.role, s.must_change_password, s.active, i.id as institution_id,
                    i.name as institution_name, i.representative_name, i.address, i.phone_number
             from staff s join institutions i on i.id = s.institution_id " + $which,
            $($argument),+
        )
    };
}

impl TryFrom<Row> for Staff {
    type Error = Error;

    fn try_from(row: Row) -> Result<Self> {
        Ok(Self {
            id: StaffId::new(row.id),
            login_id: LoginUserId::from_stored(row.login_id),
            name: Name::from_stored(row.name),
            role: StaffRole::from_code(&row.role).ok_or(Error::Stored("staff.role"))?,
            institution: Institution {
                id: InstitutionId::new(row.institution_id),
                name: row.institution_name,
                representative_name: row.representative_name,
                address: row.address,
                phone_number: row.phone_number,
            },
            must_change_password: row.must_change_password,
            active: row.active,
        })
    }
}

/// A new account, whose password is a temporary one.
#[derive(Clone, Debug)]
pub struct NewStaff {
    /// Where.
    pub institution_id: InstitutionId,
    /// The sign-in name.
    pub login_id: LoginUserId,
    /// The temporary password, hashed.
    pub password_hash: PasswordHash,
    /// The person's name.
    pub name: Name,
    /// What they do.
    pub role: StaffRole,
}

/// Why an account was not made.
#[derive(Debug, thiserror::Error)]
pub enum InsertError {
    /// Another of the tenant's staff has the sign-in name. The transaction is spoilt and must be dropped.
    #[error("the sign-in name is taken")]
    LoginIdTaken,
    /// The database could not answer.
    #[error(transparent)]
    Db(#[from] Error),
}

/// Makes an account.
///
/// # Errors
/// [`InsertError`].
pub async fn insert(conn: &mut TenantConn, new: &NewStaff, now: DateTime<Utc>) -> Result<StaffId, InsertError> {
    let inserted = sqlx::query_scalar!(
        "insert into staff (institution_id, login_id, password_hash, name, role, created_at) values ($1, $2, $3, $4, $5, $6)
         returning id",
        new.institution_id.get(),
        new.login_id.as_str(),
        new.password_hash.as_str(),
        new.name.as_str(),
        new.role.as_str(),
        now
    )
    .fetch_one(conn.connection())
    .await;
    match inserted {
        Ok(id) => Ok(StaffId::new(id)),
        Err(error) if is_unique_violation(&error, "staff_login_key") => Err(InsertError::LoginIdTaken),
        Err(error) => Err(InsertError::Db(error.into())),
    }
}

/// An account that may sign in, and the hash of its password.
#[derive(Clone, Debug)]
pub struct Credentials {
    /// The account.
    pub staff: Staff,
    /// Its password, hashed.
    pub password_hash: PasswordHash,
}

/// The active account with this sign-in name.
///
/// # Errors
/// Only [`Error`].
pub async fn find_credentials(conn: &mut TenantConn, login: &LoginUserId) -> Result<Option<Credentials>> {
    let found = sqlx::query!(
        "select id, password_hash from staff where tenant_id = current_tenant() and login_key = $1 and active",
        login.key()
    )
    .fetch_optional(conn.connection())
    .await?;
    let Some(found) = found else { return Ok(None) };
    let staff = find(conn, StaffId::new(found.id)).await?;
    Ok(staff.map(|staff| Credentials { staff, password_hash: PasswordHash::new(found.password_hash) }))
}

/// The account with this id.
///
/// # Errors
/// Only [`Error`].
pub async fn find(conn: &mut TenantConn, id: StaffId) -> Result<Option<Staff>> {
    let row = select_staff!("where s.id = $1", id.get()).fetch_optional(conn.connection()).await?;
    conn.settle();
    row.map(Staff::try_from).transpose()
}

/// A clinic's account with this id, locked until the transaction ends.
///
/// # Errors
/// Only [`Error`].
pub async fn lock(conn: &mut TenantConn, clinic: InstitutionId, id: StaffId) -> Result<Option<Staff>> {
    let row = select_staff!("where s.id = $1 and s.institution_id = $2 for no key update of s", id.get(), clinic.get())
        .fetch_optional(conn.connection())
        .await?;
    row.map(Staff::try_from).transpose()
}

/// A clinic's accounts, ended ones last, by name.
///
/// # Errors
/// Only [`Error`].
pub async fn list(conn: &mut TenantConn, clinic: InstitutionId) -> Result<Vec<Staff>> {
    let rows = select_staff!("where s.institution_id = $1 order by not s.active, s.name, s.id limit 500", clinic.get())
        .fetch_all(conn.connection())
        .await?;
    conn.settle();
    rows.into_iter().map(Staff::try_from).collect()
}

/// Those of a clinic who may be named as experts, with what they do, by name.
///
/// # Errors
/// Only [`Error`].
pub async fn list_experts(conn: &mut TenantConn, clinic: InstitutionId) -> Result<Vec<(Expert, StaffRole)>> {
    let rows = sqlx::query!(
        "select id, name, role from staff where institution_id = $1 and active order by name, id limit 500",
        clinic.get()
    )
    .fetch_all(conn.connection())
    .await?;
    conn.settle();
    rows.into_iter()
        .map(|r| {
            let role = StaffRole::from_code(&r.role).ok_or(Error::Stored("staff.role"))?;
            Ok((Expert { id: StaffId::new(r.id), name: r.name }, role))
        })
        .collect()
}

/// Whether somebody is active staff of a clinic.
///
/// # Errors
/// Only [`Error`].
pub async fn is_expert(conn: &mut TenantConn, clinic: InstitutionId, id: StaffId) -> Result<bool> {
    let is = sqlx::query_scalar!(
        r#"select exists(select from staff where id = $1 and institution_id = $2 and active) as "is!""#,
        id.get(),
        clinic.get()
    )
    .fetch_one(conn.connection())
    .await?;
    Ok(is)
}

/// Writes what an account is.
///
/// # Errors
/// Only [`Error`].
pub async fn set(conn: &mut TenantConn, staff: &Staff) -> Result<()> {
    sqlx::query!(
        "update staff set name = $2, role = $3, active = $4 where id = $1",
        staff.id.get(),
        staff.name.as_str(),
        staff.role.as_str(),
        staff.active
    )
    .execute(conn.connection())
    .await?;
    Ok(())
}

/// How many active accounts of a clinic manage its staff, all locked until the transaction ends: the last cannot go by two
/// calls at once.
///
/// # Errors
/// Only [`Error`].
pub async fn lock_admins(conn: &mut TenantConn, clinic: InstitutionId) -> Result<usize> {
    let admins = sqlx::query_scalar!(
        "select id from staff where institution_id = $1 and active and role = 'clinic_admin' order by id
         for no key update",
        clinic.get()
    )
    .fetch_all(conn.connection())
    .await?;
    Ok(admins.len())
}

/// Sets a password that the person chose.
///
/// # Errors
/// Only [`Error`].
pub async fn set_password(conn: &mut TenantConn, id: StaffId, hash: &PasswordHash) -> Result<()> {
    sqlx::query!(
        "update staff set password_hash = $2, must_change_password = false where id = $1",
        id.get(),
        hash.as_str()
    )
    .execute(conn.connection())
    .await?;
    Ok(())
}
