//! Insurers, including inactive ones.

use domain::directory::InsurerSettings;
use domain::{InsurerId, TenantId};
use sqlx::postgres::PgConnection;

use super::{DirectoryTx, EditError, Record, name_taken};
use crate::Result;

struct Row {
    id: i64,
    version: i32,
    name: String,
    position: i16,
    active: bool,
}

impl From<Row> for Record<InsurerSettings> {
    fn from(row: Row) -> Self {
        let settings = InsurerSettings { name: row.name, position: row.position, active: row.active };
        Self { id: row.id, version: row.version, settings }
    }
}

/// Lists a tenant's insurers by position.
pub async fn list(tx: &mut DirectoryTx, tenant: TenantId) -> Result<Vec<Record<InsurerSettings>>> {
    let rows = sqlx::query_as!(
        Row,
        "select id, version, name, position, active from insurers
         where tenant_id = current_tenant() order by position, id"
    )
    .fetch_all(tx.tenant(tenant).await?)
    .await?;
    Ok(rows.into_iter().map(Into::into).collect())
}

/// Finds an insurer, and locks its row until the transaction ends.
pub async fn lock(tx: &mut DirectoryTx, tenant: TenantId, id: InsurerId) -> Result<Option<Record<InsurerSettings>>> {
    let row = sqlx::query_as!(
        Row,
        "select id, version, name, position, active from insurers where id = $1 for no key update",
        id.get()
    )
    .fetch_optional(tx.tenant(tenant).await?)
    .await?;
    Ok(row.map(Into::into))
}

/// Inserts an insurer.
///
/// # Errors
/// [`EditError::Taken`] when another insurer of the tenant has the name.
pub async fn insert(
    tx: &mut DirectoryTx,
    tenant: TenantId,
    settings: &InsurerSettings,
) -> Result<InsurerId, EditError> {
    insert_row(tx.tenant(tenant).await?, settings).await
}

/// Updates an insurer's settings.
///
/// # Errors
/// In the same cases as [`insert`].
pub async fn update(
    tx: &mut DirectoryTx,
    tenant: TenantId,
    id: InsurerId,
    settings: &InsurerSettings,
) -> Result<(), EditError> {
    let updated = sqlx::query!(
        "update insurers set name = $2, position = $3, active = $4, version = version + 1 where id = $1",
        id.get(),
        settings.name,
        settings.position,
        settings.active
    )
    .execute(tx.tenant(tenant).await?)
    .await;
    updated.map(drop).map_err(|error| name_taken(error, &[("insurers_tenant_id_name_key", "name")]))
}

pub(crate) async fn insert_row(conn: &mut PgConnection, settings: &InsurerSettings) -> Result<InsurerId, EditError> {
    let inserted = sqlx::query_scalar!(
        "insert into insurers (name, position, active) values ($1, $2, $3) returning id",
        settings.name,
        settings.position,
        settings.active
    )
    .fetch_one(conn)
    .await;
    inserted.map(InsurerId::new).map_err(|error| name_taken(error, &[("insurers_tenant_id_name_key", "name")]))
}
