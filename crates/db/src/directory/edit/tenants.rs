//! Tenants with their hosts and pictures.

use chrono::{DateTime, Utc};
use domain::directory::TenantSettings;
use domain::{ProviderName, Tenant, TenantId};
use sqlx::postgres::PgConnection;

use super::{DirectoryTx, EditError, name_taken};
use crate::Result;

/// A tenant with its version.
#[derive(Clone, Debug)]
pub struct TenantRecord {
    /// The tenant.
    pub tenant: Tenant,
    /// The number of changes so far.
    pub version: i32,
    /// When it was added.
    pub created_at: DateTime<Utc>,
}

/// Lists all tenants, the oldest first.
pub async fn list(tx: &mut DirectoryTx) -> Result<Vec<TenantRecord>> {
    let tenants = crate::tenants::list(tx.system().await?).await?;
    let rows = sqlx::query!("select id, version, created_at from tenants order by id")
        .fetch_all(tx.directory().await?)
        .await?;
    let rows = rows.into_iter().map(|row| (row.id, (row.version, row.created_at)));
    let known: std::collections::BTreeMap<_, _> = rows.collect();
    Ok(tenants
        .into_iter()
        .filter_map(|tenant| {
            let (version, created_at) = *known.get(&tenant.id.get())?;
            Some(TenantRecord { tenant, version, created_at })
        })
        .collect())
}

/// Finds a tenant, and locks its row until the transaction ends.
pub async fn lock(tx: &mut DirectoryTx, id: TenantId) -> Result<Option<TenantRecord>> {
    sqlx::query_scalar!("select id from tenants where id = $1 for no key update", id.get())
        .fetch_optional(tx.directory().await?)
        .await?;
    find(tx, id).await
}

/// Finds a tenant.
pub async fn find(tx: &mut DirectoryTx, id: TenantId) -> Result<Option<TenantRecord>> {
    let row = sqlx::query!("select version, created_at from tenants where id = $1", id.get())
        .fetch_optional(tx.directory().await?)
        .await?;
    let Some(row) = row else { return Ok(None) };
    let tenant = crate::tenants::find(tx.system().await?, id).await?;
    Ok(tenant.map(|tenant| TenantRecord { tenant, version: row.version, created_at: row.created_at }))
}

/// Finds the tenant with this key, and locks its row until the transaction ends.
pub async fn lock_by_key(tx: &mut DirectoryTx, key: &str) -> Result<Option<TenantRecord>> {
    let id =
        sqlx::query_scalar!("select id from tenants where key = $1", key).fetch_optional(tx.directory().await?).await?;
    match id {
        Some(id) => lock(tx, TenantId::new(id)).await,
        None => Ok(None),
    }
}

/// Inserts a tenant without pictures.
///
/// # Errors
/// [`EditError::Taken`] when another tenant has the key or one of the hosts.
pub async fn insert(
    tx: &mut DirectoryTx,
    settings: &TenantSettings,
    now: DateTime<Utc>,
) -> Result<TenantId, EditError> {
    insert_row(tx.directory().await?, settings, now).await
}

/// Updates a tenant's settings except its key and kind.
///
/// # Errors
/// [`EditError::Taken`] when another tenant has one of the hosts.
pub async fn update(tx: &mut DirectoryTx, id: TenantId, settings: &TenantSettings) -> Result<(), EditError> {
    update_row(tx.directory().await?, id, settings).await
}

/// Sets whether people can sign in.
pub async fn set_active(tx: &mut DirectoryTx, id: TenantId, active: bool) -> Result<()> {
    sqlx::query!("update tenants set active = $2, version = version + 1 where id = $1", id.get(), active)
        .execute(tx.directory().await?)
        .await?;
    Ok(())
}

/// Sets the logo, a PNG file, or removes it.
pub async fn set_logo(tx: &mut DirectoryTx, id: TenantId, logo: Option<&[u8]>) -> Result<()> {
    set_logo_row(tx.directory().await?, id, logo).await
}

/// Sets the banner's picture with its media type, or removes it.
pub async fn set_banner_picture(tx: &mut DirectoryTx, id: TenantId, picture: Option<(&[u8], &str)>) -> Result<()> {
    let (file, media_type) = picture.unzip();
    sqlx::query!(
        "update tenants set banner_picture = $2, banner_picture_type = $3, version = version + 1 where id = $1",
        id.get(),
        file,
        media_type
    )
    .execute(tx.directory().await?)
    .await?;
    Ok(())
}

pub(crate) async fn insert_row(
    conn: &mut PgConnection,
    settings: &TenantSettings,
    now: DateTime<Utc>,
) -> Result<TenantId, EditError> {
    let inserted = sqlx::query_scalar!(
        "insert into tenants (key, kind, name, default_locale, company_name, company_representative,
                              company_registration_number, company_address, company_phone, company_email, mail_from,
                              sms_from, created_at, version)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, 1)
         returning id",
        settings.key,
        settings.kind.as_str(),
        settings.name,
        settings.default_locale.as_str(),
        settings.company.name,
        settings.company.representative,
        settings.company.registration_number,
        settings.company.address,
        settings.company.phone,
        settings.company.email,
        settings.mail_from,
        settings.sms_from,
        now
    )
    .fetch_one(&mut *conn)
    .await;
    let id = TenantId::new(inserted.map_err(|error| name_taken(error, &[("tenants_key_key", "key")]))?);
    update_row(conn, id, settings).await?;
    Ok(id)
}

pub(crate) async fn update_row(
    conn: &mut PgConnection,
    id: TenantId,
    settings: &TenantSettings,
) -> Result<(), EditError> {
    let (company, banner) = (&settings.company, settings.banner.as_ref());
    sqlx::query!(
        "update tenants
         set name = $2, default_locale = $3, subsite_tci = $4, subsite_chea = $5, company_name = $6,
             company_representative = $7, company_registration_number = $8, company_address = $9, company_phone = $10,
             company_email = $11, banner_title = $12, banner_text = $13, banner_link_url = $14, mail_from = $15,
             sms_from = $16, identity_required = $17, resident_number_full = $18, mobile_provider = $19,
             brand_color = $20, version = version + 1
         where id = $1",
        id.get(),
        settings.name,
        settings.default_locale.as_str(),
        settings.subsite_tci,
        settings.subsite_chea,
        company.name,
        company.representative,
        company.registration_number,
        company.address,
        company.phone,
        company.email,
        banner.map(|banner| banner.title.as_str()),
        banner.map(|banner| banner.text.as_str()),
        banner.map(|banner| banner.link_url.as_str()),
        settings.mail_from,
        settings.sms_from,
        settings.identity_required,
        settings.resident_number_full,
        settings.mobile_provider.map(ProviderName::as_str),
        settings.brand_color.map(|color| color.to_string())
    )
    .execute(&mut *conn)
    .await
    .map_err(crate::Error::from)?;
    set_hosts(conn, id, &settings.hosts).await
}

pub(crate) async fn set_logo_row(conn: &mut PgConnection, id: TenantId, logo: Option<&[u8]>) -> Result<()> {
    sqlx::query!("update tenants set logo = $2, version = version + 1 where id = $1", id.get(), logo)
        .execute(conn)
        .await?;
    Ok(())
}

/// Replaces a tenant's hosts.
async fn set_hosts(conn: &mut PgConnection, id: TenantId, hosts: &[String]) -> Result<(), EditError> {
    sqlx::query!("delete from tenant_hosts where tenant_id = $1", id.get())
        .execute(&mut *conn)
        .await
        .map_err(crate::Error::from)?;
    sqlx::query!(
        "insert into tenant_hosts (host, tenant_id, position)
         select host, $1, (place - 1)::smallint from unnest($2::text[]) with ordinality as list (host, place)",
        id.get(),
        hosts
    )
    .execute(conn)
    .await
    .map_err(|error| name_taken(error, &[("tenant_hosts_pkey", "hosts")]))?;
    Ok(())
}
