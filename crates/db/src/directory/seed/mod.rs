//! Tenants, staff and patients for tests and demos. Running the seed again keeps changes that users made.

mod operators;
mod rows;

use chrono::{DateTime, Utc};
use domain::directory::{AccountSettings, ClinicSettings, InsurerSettings, TenantSettings};
use domain::{InstitutionId, LoginUserId, Name, PasswordHash, PatientId, ProviderName, StaffId, StaffRole, TenantId};
pub use operators::operator;
use rows::{insert_patient, insert_staff};
use sqlx::Connection as _;
use sqlx::postgres::PgConnection;

use super::edit::{DirectoryTx, EditError, accounts, clinics, insurers, tenants};
use crate::insurers::KOREAN_INSURERS;
use crate::patients::NewPatient;
use crate::sealed::SealedText;
use crate::{Error, OwnerConn, Result};

/// A tenant with its clinics and patients.
#[derive(Clone, Debug)]
pub struct TenantSeed {
    /// Its settings. An existing tenant with this key is updated.
    pub settings: TenantSettings,
    /// The clinics. An existing clinic with the same name is updated.
    pub institutions: Vec<ClinicSettings>,
    /// The patients. An existing account with the same sign-in name is kept unchanged.
    pub patients: Vec<NewPatient>,
}

/// A member of a clinic's staff, with a permanent password.
#[derive(Clone, Debug)]
pub struct StaffSeed {
    /// The clinic.
    pub institution_id: InstitutionId,
    /// The sign-in name. An existing account with this name is kept unchanged.
    pub login_id: LoginUserId,
    /// The password, hashed.
    pub password_hash: PasswordHash,
    /// The person's name.
    pub name: Name,
    /// The role.
    pub role: StaffRole,
}

/// The ids of the seeded rows, in the order of the seed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeededTenantIds {
    /// The tenant.
    pub tenant_id: TenantId,
    /// The clinics.
    pub institution_ids: Vec<InstitutionId>,
    /// The patients.
    pub patient_ids: Vec<PatientId>,
}

/// Upserts a tenant with its clinics and patients, and the Korean insurers.
///
/// Forced row-level security also applies to the owner, unless it is a superuser. The owner reads the directory as a
/// member of `hyeobom_system`, and the tenant's rows as a member of `hyeobom_app` with the tenant set.
pub async fn tenant(owner: &mut OwnerConn, seed: &TenantSeed, now: DateTime<Utc>) -> Result<SeededTenantIds> {
    let mut tx = owner.connection().begin().await?;
    let tenant_id = upsert_tenant(&mut tx, &seed.settings, now).await?;
    set_tenant(&mut tx, tenant_id).await?;
    let mut seeded = SeededTenantIds { tenant_id, institution_ids: Vec::new(), patient_ids: Vec::new() };
    for clinic in &seed.institutions {
        seeded.institution_ids.push(upsert_clinic(&mut tx, clinic, now).await?);
    }
    let has_insurers =
        sqlx::query_scalar!(r#"select exists(select from insurers where tenant_id = current_tenant()) as "exists!""#)
            .fetch_one(&mut *tx)
            .await?;
    if !has_insurers {
        for (position, name) in (0_i16..).zip(KOREAN_INSURERS) {
            let settings = InsurerSettings { name: name.to_owned(), position, active: true };
            insurers::insert_row(&mut tx, &settings).await.map_err(into_error)?;
        }
    }
    for patient in &seed.patients {
        seeded.patient_ids.push(insert_patient(&mut tx, patient, now).await?);
    }
    tx.commit().await?;
    Ok(seeded)
}

/// Inserts staff and patients of a tenant, and returns the ids of the staff.
pub async fn insert_people(
    tx: &mut DirectoryTx,
    tenant: TenantId,
    people: &PeopleSeed,
    now: DateTime<Utc>,
) -> Result<Vec<StaffId>> {
    let conn = tx.tenant(tenant).await?;
    let mut ids = Vec::new();
    for staff in &people.staff {
        ids.push(insert_staff(conn, staff, now).await?);
    }
    for patient in &people.patients {
        insert_patient(conn, patient, now).await?;
    }
    Ok(ids)
}

/// Staff and patients of a tenant, with permanent passwords.
#[derive(Clone, Debug)]
pub struct PeopleSeed {
    /// The staff.
    pub staff: Vec<StaffSeed>,
    /// The patients. An existing account with the same sign-in name is kept unchanged.
    pub patients: Vec<NewPatient>,
}

/// An account at a payment provider. The secret is sealed for [`crate::payment_accounts::secret_context`].
#[derive(Clone, Debug)]
pub struct AccountSeed {
    /// The provider.
    pub provider: ProviderName,
    /// The merchant id at the provider.
    pub client_id: String,
    /// The key of the provider's API, sealed.
    pub secret_sealed: Vec<u8>,
    /// The number of the key that sealed it.
    pub secret_key_id: i16,
}

/// Inserts a tenant's accounts at payment providers.
pub async fn payment_accounts(
    owner: &mut OwnerConn,
    tenant: TenantId,
    seeds: &[AccountSeed],
    now: DateTime<Utc>,
) -> Result<()> {
    let mut tx = owner.connection().begin().await?;
    set_tenant(&mut tx, tenant).await?;
    for seed in seeds {
        let new = accounts::NewAccount {
            settings: AccountSettings { provider: seed.provider, client_id: seed.client_id.clone(), active: true },
            secret: SealedText { bytes: seed.secret_sealed.clone(), key_id: seed.secret_key_id },
        };
        accounts::insert_row(&mut tx, &new, now).await.map_err(into_error)?;
    }
    Ok(tx.commit().await?)
}

async fn set_tenant(tx: &mut PgConnection, tenant: TenantId) -> Result<()> {
    sqlx::query_scalar!("select set_config('app.tenant_id', $1, true)", tenant.to_string()).fetch_one(tx).await?;
    Ok(())
}

async fn upsert_tenant(tx: &mut PgConnection, settings: &TenantSettings, now: DateTime<Utc>) -> Result<TenantId> {
    let known =
        sqlx::query_scalar!("select id from tenants where key = $1", settings.key).fetch_optional(&mut *tx).await?;
    let Some(id) = known.map(TenantId::new) else {
        return tenants::insert_row(tx, settings, now).await.map_err(into_error);
    };
    tenants::update_row(tx, id, settings).await.map_err(into_error)?;
    Ok(id)
}

async fn upsert_clinic(tx: &mut PgConnection, clinic: &ClinicSettings, now: DateTime<Utc>) -> Result<InstitutionId> {
    match clinics::find_id(tx, &clinic.name).await? {
        Some(id) => clinics::update_row(tx, id, clinic).await.map(|()| id).map_err(into_error),
        None => clinics::insert_row(tx, clinic, now).await.map_err(into_error),
    }
}

/// Returns the database's error. A seed has unique values, so `Taken` does not occur.
fn into_error(error: EditError) -> Error {
    match error {
        EditError::Db(error) => error,
        EditError::Taken(field) => sqlx::Error::Protocol(format!("{field} of a seed is taken")).into(),
    }
}
