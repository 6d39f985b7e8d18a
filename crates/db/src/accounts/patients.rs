//! Patients' accounts.

use chrono::{DateTime, NaiveDate, Utc};
use domain::{BirthDate, Email, Gender, LoginUserId, Name, PasswordHash, Patient, PatientId, Phone};

use crate::{Error, Result, TenantConn, TenantTx, column, is_unique_violation};

/// The columns of a patient.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) id: i64,
    pub(crate) login_user_id: String,
    pub(crate) name: String,
    pub(crate) birth: Option<NaiveDate>,
    pub(crate) gender: Option<i16>,
    pub(crate) phone_number: String,
    pub(crate) email: Option<String>,
}

impl TryFrom<Row> for Patient {
    type Error = Error;

    fn try_from(row: Row) -> Result<Self> {
        let gender = row.gender.map(Gender::from_number).transpose();
        Ok(Self {
            id: PatientId::new(row.id),
            login_user_id: LoginUserId::from_stored(row.login_user_id),
            name: Name::from_stored(row.name),
            birth: row.birth.map(BirthDate::from_date),
            gender: column("patients", "gender", row.id).check(gender)?,
            phone_number: Phone::from_stored(row.phone_number),
            email: row.email.map(Email::from_stored),
        })
    }
}

/// A new account of a patient.
#[derive(Clone, Debug)]
pub struct NewPatient {
    /// The sign-in name.
    pub login_user_id: LoginUserId,
    /// The password, hashed.
    pub password_hash: PasswordHash,
    /// The person's name.
    pub name: Name,
    /// Date of birth.
    pub birth: Option<BirthDate>,
    /// Gender, if stated.
    pub gender: Option<Gender>,
    /// Mobile number.
    pub phone_number: Phone,
    /// E-mail address.
    pub email: Option<Email>,
    /// Postal code.
    pub zipcode: Option<String>,
    /// Road address.
    pub address: Option<String>,
    /// The rest of the address.
    pub address_detail: Option<String>,
}

/// Why an account was not inserted.
#[derive(Debug, thiserror::Error)]
pub enum InsertError {
    /// Another account of the tenant has the sign-in name. The transaction has failed and must be dropped.
    #[error("the sign-in name is taken")]
    LoginUserIdTaken,
    /// The database failed.
    #[error(transparent)]
    Db(#[from] Error),
}

/// Inserts an account.
///
/// # Errors
/// [`InsertError::LoginUserIdTaken`] when the sign-in name is taken, even by a concurrent sign-up.
pub async fn insert(conn: &mut TenantConn, new: &NewPatient, now: DateTime<Utc>) -> Result<Patient, InsertError> {
    let inserted = sqlx::query_scalar!(
        "insert into patients (login_user_id, password_hash, name, birth, gender, phone_number, email, zipcode, address,
                               address_detail, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
         returning id",
        new.login_user_id.as_str(),
        new.password_hash.as_str(),
        new.name.as_str(),
        new.birth.map(BirthDate::date),
        new.gender.map(Gender::number),
        new.phone_number.as_str(),
        new.email.as_ref().map(Email::as_str),
        new.zipcode,
        new.address,
        new.address_detail,
        now
    )
    .fetch_one(conn.connection())
    .await;
    let id = match inserted {
        Ok(id) => id,
        Err(error) if is_unique_violation(&error, "patients_login_key") => return Err(InsertError::LoginUserIdTaken),
        Err(error) => return Err(InsertError::Db(error.into())),
    };
    Ok(Patient {
        id: PatientId::new(id),
        login_user_id: new.login_user_id.clone(),
        name: new.name.clone(),
        birth: new.birth,
        gender: new.gender,
        phone_number: new.phone_number.clone(),
        email: new.email.clone(),
    })
}

/// Finds the patient with this id.
pub async fn find(conn: &mut TenantConn, id: PatientId) -> Result<Option<Patient>> {
    let row = sqlx::query_as!(
        Row,
        "select id, login_user_id, name, birth, gender, phone_number, email from patients where id = $1",
        id.get()
    )
    .fetch_optional(conn.connection())
    .await?;
    row.map(Patient::try_from).transpose()
}

/// Returns whether the sign-in name is taken, ignoring case. The name of a deleted account is taken until it is erased.
pub async fn exists_login_user_id(conn: &mut TenantConn, login: &LoginUserId) -> Result<bool> {
    let taken = sqlx::query_scalar!(
        r#"select exists(select from patients where tenant_id = current_tenant() and login_key = $1) as "taken!""#,
        login.key()
    )
    .fetch_one(conn.connection())
    .await?;
    Ok(taken)
}

/// An account and its password hash, to check a sign-in against.
#[derive(Clone, Debug)]
pub struct Credentials {
    /// The account.
    pub patient: Patient,
    /// The password, hashed.
    pub password_hash: PasswordHash,
}

/// Finds the account with this sign-in name, unless it was deleted.
pub async fn find_credentials(conn: &mut TenantConn, login: &LoginUserId) -> Result<Option<Credentials>> {
    let found = sqlx::query!(
        "select id, login_user_id, name, birth, gender, phone_number, email, password_hash
         from patients
         where tenant_id = current_tenant() and login_key = $1 and left_at is null",
        login.key()
    )
    .fetch_optional(conn.connection())
    .await?;
    found
        .map(|r| {
            let row = Row {
                id: r.id,
                login_user_id: r.login_user_id,
                name: r.name,
                birth: r.birth,
                gender: r.gender,
                phone_number: r.phone_number,
                email: r.email,
            };
            Ok(Credentials { patient: row.try_into()?, password_hash: PasswordHash::new(r.password_hash) })
        })
        .transpose()
}

/// Locks an account, and returns whether it is still open. It cannot be closed until the transaction ends.
pub async fn lock_open(tx: &mut TenantTx, id: PatientId) -> Result<bool> {
    let held = sqlx::query_scalar!(
        r#"select true as "held!" from patients where id = $1 and left_at is null for share"#,
        id.get()
    )
    .fetch_optional(tx.connection())
    .await?;
    Ok(held.is_some())
}

/// As [`lock_open`], except that calls for the same account run one after the other.
pub async fn lock_open_for_update(tx: &mut TenantTx, id: PatientId) -> Result<bool> {
    let held = sqlx::query_scalar!(
        r#"select true as "held!" from patients where id = $1 and left_at is null for no key update"#,
        id.get()
    )
    .fetch_optional(tx.connection())
    .await?;
    Ok(held.is_some())
}

/// Locks an account whose password was checked, and returns whether it is unchanged: same password, not deleted.
///
/// Neither can change until the transaction ends. A later password change or deletion therefore also sees, and revokes,
/// a session that this transaction inserts.
pub async fn lock_credentials(tx: &mut TenantTx, checked: &Credentials) -> Result<bool> {
    let held = sqlx::query_scalar!(
        r#"select true as "held!" from patients where id = $1 and password_hash = $2 and left_at is null for share"#,
        checked.patient.id.get(),
        checked.password_hash.as_str()
    )
    .fetch_optional(tx.connection())
    .await?;
    Ok(held.is_some())
}
