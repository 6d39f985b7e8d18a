//! Clinics, including inactive ones.

use chrono::{DateTime, Utc};
use domain::directory::ClinicSettings;
use domain::{InstitutionId, TenantId};
use sqlx::postgres::PgConnection;

use super::{DirectoryTx, EditError, Record, name_taken};
use crate::Result;

/// A clinic with the number of its admins.
#[derive(Clone, Debug)]
pub struct ClinicRecord {
    /// The clinic.
    pub record: Record<ClinicSettings>,
    /// The number of active admin accounts.
    pub admins: i64,
}

struct Row {
    id: i64,
    version: i32,
    name: String,
    representative_name: String,
    address: String,
    phone_number: String,
    active: bool,
}

impl From<Row> for Record<ClinicSettings> {
    fn from(row: Row) -> Self {
        Self {
            id: row.id,
            version: row.version,
            settings: ClinicSettings {
                name: row.name,
                representative_name: row.representative_name,
                address: row.address,
                phone_number: row.phone_number,
                active: row.active,
            },
        }
    }
}

/// Lists a tenant's clinics by name.
pub async fn list(tx: &mut DirectoryTx, tenant: TenantId) -> Result<Vec<ClinicRecord>> {
    let rows = sqlx::query!(
        r#"select id, version, name, representative_name, address, phone_number, active,
                  (select count(*) from staff s
                   where s.institution_id = i.id and s.active and s.role = 'clinic_admin') as "admins!"
           from institutions i where tenant_id = current_tenant() order by name, id"#
    )
    .fetch_all(tx.tenant(tenant).await?)
    .await?;
    let clinics = rows.into_iter().map(|row| ClinicRecord {
        record: Record {
            id: row.id,
            version: row.version,
            settings: ClinicSettings {
                name: row.name,
                representative_name: row.representative_name,
                address: row.address,
                phone_number: row.phone_number,
                active: row.active,
            },
        },
        admins: row.admins,
    });
    Ok(clinics.collect())
}

/// Counts a tenant's active clinics.
pub async fn count(tx: &mut DirectoryTx, tenant: TenantId) -> Result<i64> {
    let count = sqlx::query_scalar!(
        r#"select count(*) as "count!" from institutions where tenant_id = current_tenant() and active"#
    )
    .fetch_one(tx.tenant(tenant).await?)
    .await?;
    Ok(count)
}

/// Finds a clinic, and locks its row until the transaction ends.
pub async fn lock(tx: &mut DirectoryTx, tenant: TenantId, id: InstitutionId) -> Result<Option<Record<ClinicSettings>>> {
    let row = sqlx::query_as!(
        Row,
        "select id, version, name, representative_name, address, phone_number, active from institutions
         where id = $1 for no key update",
        id.get()
    )
    .fetch_optional(tx.tenant(tenant).await?)
    .await?;
    Ok(row.map(Into::into))
}

/// Finds the clinic with this name, and locks its row until the transaction ends.
pub async fn lock_by_name(
    tx: &mut DirectoryTx,
    tenant: TenantId,
    name: &str,
) -> Result<Option<Record<ClinicSettings>>> {
    let id = find_id(tx.tenant(tenant).await?, name).await?;
    match id {
        Some(id) => lock(tx, tenant, id).await,
        None => Ok(None),
    }
}

/// Inserts a clinic.
///
/// # Errors
/// [`EditError::Taken`] when another clinic of the tenant has the name.
pub async fn insert(
    tx: &mut DirectoryTx,
    tenant: TenantId,
    settings: &ClinicSettings,
    now: DateTime<Utc>,
) -> Result<InstitutionId, EditError> {
    insert_row(tx.tenant(tenant).await?, settings, now).await
}

/// Updates a clinic's settings.
///
/// # Errors
/// In the same cases as [`insert`].
pub async fn update(
    tx: &mut DirectoryTx,
    tenant: TenantId,
    id: InstitutionId,
    settings: &ClinicSettings,
) -> Result<(), EditError> {
    update_row(tx.tenant(tenant).await?, id, settings).await
}

pub(crate) async fn find_id(conn: &mut PgConnection, name: &str) -> Result<Option<InstitutionId>> {
    let id = sqlx::query_scalar!("select id from institutions where tenant_id = current_tenant() and name = $1", name)
        .fetch_optional(conn)
        .await?;
    Ok(id.map(InstitutionId::new))
}

pub(crate) async fn insert_row(
    conn: &mut PgConnection,
    settings: &ClinicSettings,
    now: DateTime<Utc>,
) -> Result<InstitutionId, EditError> {
    let inserted = sqlx::query_scalar!(
        "insert into institutions (name, representative_name, address, phone_number, active, created_at)
         values ($1, $2, $3, $4, $5, $6) returning id",
        settings.name,
        settings.representative_name,
        settings.address,
        settings.phone_number,
        settings.active,
        now
    )
    .fetch_one(conn)
    .await;
    inserted.map(InstitutionId::new).map_err(|error| name_taken(error, &[("institutions_tenant_id_name_key", "name")]))
}

pub(crate) async fn update_row(
    conn: &mut PgConnection,
    id: InstitutionId,
    settings: &ClinicSettings,
) -> Result<(), EditError> {
    let updated = sqlx::query!(
        "update institutions
         set name = $2, representative_name = $3, address = $4, phone_number = $5, active = $6, version = version + 1
         where id = $1",
        id.get(),
        settings.name,
        settings.representative_name,
        settings.address,
        settings.phone_number,
        settings.active
    )
    .execute(conn)
    .await;
    updated.map(drop).map_err(|error| name_taken(error, &[("institutions_tenant_id_name_key", "name")]))
}
