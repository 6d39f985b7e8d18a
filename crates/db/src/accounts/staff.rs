//! Accounts of clinics' staff.

mod credentials;

use chrono::{DateTime, Utc};
use domain::staff::TEMPORARY_PASSWORD_LIFETIME;
use domain::{Expert, Institution, InstitutionId, LoginUserId, Name, PasswordHash, Staff, StaffId, StaffRole};
use sqlx::PgExecutor;

use crate::{Error, Result, TenantConn, column, is_unique_violation};

pub use credentials::{
    Credentials, find_credentials, lock_credentials, set_password, set_temporary_password, use_temporary_password,
};

#[expect(clippy::struct_excessive_bools, reason = "the columns of the row")]
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
    pub(crate) has_app: bool,
    pub(crate) has_passkey: bool,
    pub(crate) needs_second_factor: bool,
}

macro_rules! select_staff {
    ($which:tt, $($argument:expr),+) => {
        sqlx::query_as!(
            Row,
            r#"select s.id, s.login_id, s.name, s.role, s.must_change_password, s.active, i.id as institution_id,
                      i.name as institution_name, i.representative_name, i.address, i.phone_number,
                      i.second_factor_required as needs_second_factor,
                      exists(select from staff_totps f
                             where f.tenant_id = s.tenant_id and f.staff_id = s.id and f.confirmed_at is not null)
                          as "has_app!",
                      exists(select from staff_passkeys k where k.tenant_id = s.tenant_id and k.staff_id = s.id)
                          as "has_passkey!"
               from staff s join institutions i on i.id = s.institution_id "# + $which,
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
            role: column("staff", "role", row.id).check(row.role.parse::<StaffRole>())?,
            institution: Institution {
                id: InstitutionId::new(row.institution_id),
                name: row.institution_name,
                representative_name: row.representative_name,
                address: row.address,
                phone_number: row.phone_number,
            },
            must_change_password: row.must_change_password,
            active: row.active,
            has_app: row.has_app,
            has_passkey: row.has_passkey,
            needs_second_factor: row.needs_second_factor,
        })
    }
}

/// A new account with a temporary password.
#[derive(Clone, Debug)]
pub struct NewStaff {
    /// The clinic.
    pub institution_id: InstitutionId,
    /// The sign-in name.
    pub login_id: LoginUserId,
    /// The temporary password, hashed.
    pub password_hash: PasswordHash,
    /// The person's name.
    pub name: Name,
    /// The role.
    pub role: StaffRole,
}

/// Why an account was not inserted.
#[derive(Debug, thiserror::Error)]
pub enum InsertError {
    /// Another account of the tenant's staff has the sign-in name. The transaction has failed and must be dropped.
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
pub async fn insert(conn: &mut TenantConn, new: &NewStaff, now: DateTime<Utc>) -> Result<StaffId, InsertError> {
    insert_row(conn.connection(), new, now).await
}

pub(crate) async fn insert_row(
    executor: impl PgExecutor<'_>,
    new: &NewStaff,
    now: DateTime<Utc>,
) -> Result<StaffId, InsertError> {
    let inserted = sqlx::query_scalar!(
        "insert into staff (institution_id, login_id, password_hash, name, role, created_at, temporary_until)
         values ($1, $2, $3, $4, $5, $6, $7) returning id",
        new.institution_id.get(),
        new.login_id.as_str(),
        new.password_hash.as_str(),
        new.name.as_str(),
        new.role.as_str(),
        now,
        now + TEMPORARY_PASSWORD_LIFETIME
    )
    .fetch_one(executor)
    .await;
    match inserted {
        Ok(id) => Ok(StaffId::new(id)),
        Err(error) if is_unique_violation(&error, "staff_login_key") => Err(InsertError::LoginIdTaken),
        Err(error) => Err(InsertError::Db(error.into())),
    }
}

/// Finds the account with this id.
pub async fn find(conn: &mut TenantConn, id: StaffId) -> Result<Option<Staff>> {
    let row = select_staff!("where s.id = $1", id.get()).fetch_optional(conn.connection()).await?;
    row.map(Staff::try_from).transpose()
}

/// Finds a clinic's account and locks it until the transaction ends.
pub async fn lock(conn: &mut TenantConn, clinic: InstitutionId, id: StaffId) -> Result<Option<Staff>> {
    let row = select_staff!("where s.id = $1 and s.institution_id = $2 for no key update of s", id.get(), clinic.get())
        .fetch_optional(conn.connection())
        .await?;
    row.map(Staff::try_from).transpose()
}

/// Lists a clinic's accounts by name, inactive ones last.
pub async fn list(conn: &mut TenantConn, clinic: InstitutionId) -> Result<Vec<Staff>> {
    let rows = select_staff!("where s.institution_id = $1 order by not s.active, s.name, s.id limit 500", clinic.get())
        .fetch_all(conn.connection())
        .await?;
    rows.into_iter().map(Staff::try_from).collect()
}

/// Lists the active staff of a clinic by name, with their roles. They may be named as experts.
pub async fn list_experts(conn: &mut TenantConn, clinic: InstitutionId) -> Result<Vec<(Expert, StaffRole)>> {
    let rows = sqlx::query!(
        "select id, name, role from staff where institution_id = $1 and active order by name, id limit 500",
        clinic.get()
    )
    .fetch_all(conn.connection())
    .await?;
    rows.into_iter()
        .map(|r| {
            let role = column("staff", "role", r.id).check(r.role.parse::<StaffRole>())?;
            Ok((Expert { id: StaffId::new(r.id), name: r.name }, role))
        })
        .collect()
}

/// Finds the role of an account that is active staff of a clinic.
pub async fn find_role(conn: &mut TenantConn, clinic: InstitutionId, id: StaffId) -> Result<Option<StaffRole>> {
    let role = sqlx::query_scalar!(
        "select role from staff where id = $1 and institution_id = $2 and active",
        id.get(),
        clinic.get()
    )
    .fetch_optional(conn.connection())
    .await?;
    role.map(|role| column("staff", "role", id.get()).check(role.parse::<StaffRole>())).transpose()
}

/// Finds a clinic's inactive account with this sign-in name.
pub async fn find_ended(conn: &mut TenantConn, clinic: InstitutionId, login: &LoginUserId) -> Result<Option<StaffId>> {
    let id = sqlx::query_scalar!(
        "select id from staff where tenant_id = current_tenant() and login_key = $1 and institution_id = $2 and not active",
        login.key(),
        clinic.get()
    )
    .fetch_optional(conn.connection())
    .await?;
    Ok(id.map(StaffId::new))
}

/// Sets name, role and whether the account is active.
pub async fn set_account(conn: &mut TenantConn, staff: &Staff) -> Result<()> {
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

/// Locks the active administrators of a clinic until the transaction ends and returns how many there are, so that two
/// concurrent calls cannot remove the last two.
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
