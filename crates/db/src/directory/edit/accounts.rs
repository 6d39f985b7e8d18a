//! Accounts at payment providers, including inactive ones.

use chrono::{DateTime, Utc};
use domain::directory::AccountSettings;
use domain::{ProviderName, TenantId};
use sqlx::postgres::PgConnection;

use super::{DirectoryTx, EditError, Record, name_taken};
use crate::sealed::SealedText;
use crate::{Error, Result, column};

/// An account with its sealed secret.
#[derive(Clone, Debug)]
pub struct AccountRecord {
    /// The account.
    pub record: Record<AccountSettings>,
    /// The secret, sealed for [`crate::payment_accounts::secret_context`].
    pub secret: SealedText,
    /// When it was added.
    pub created_at: DateTime<Utc>,
}

struct Row {
    id: i64,
    version: i32,
    provider: String,
    client_id: String,
    active: bool,
    secret_sealed: Vec<u8>,
    secret_key_id: i16,
    created_at: DateTime<Utc>,
}

impl TryFrom<Row> for AccountRecord {
    type Error = Error;

    fn try_from(row: Row) -> Result<Self> {
        let provider = column("payment_accounts", "provider", row.id).check(row.provider.parse::<ProviderName>())?;
        let settings = AccountSettings { provider, client_id: row.client_id, active: row.active };
        Ok(Self {
            record: Record { id: row.id, version: row.version, settings },
            secret: SealedText { bytes: row.secret_sealed, key_id: row.secret_key_id },
            created_at: row.created_at,
        })
    }
}

/// Locks a tenant's accounts until the transaction ends, and lists them.
pub async fn lock_all(tx: &mut DirectoryTx, tenant: TenantId) -> Result<Vec<AccountRecord>> {
    sqlx::query_scalar!(
        "select id from payment_accounts where tenant_id = current_tenant() order by id for no key update"
    )
    .fetch_all(tx.tenant(tenant).await?)
    .await?;
    list(tx, tenant).await
}

/// Lists a tenant's accounts, the oldest first.
pub async fn list(tx: &mut DirectoryTx, tenant: TenantId) -> Result<Vec<AccountRecord>> {
    let rows = sqlx::query_as!(
        Row,
        "select id, version, provider, client_id, active, secret_sealed, secret_key_id, created_at
         from payment_accounts where tenant_id = current_tenant() order by id"
    )
    .fetch_all(tx.tenant(tenant).await?)
    .await?;
    rows.into_iter().map(AccountRecord::try_from).collect()
}

/// A new account.
#[derive(Clone, Debug)]
pub struct NewAccount {
    /// The settings.
    pub settings: AccountSettings,
    /// The secret, sealed for [`crate::payment_accounts::secret_context`].
    pub secret: SealedText,
}

/// Inserts an account.
///
/// # Errors
/// [`EditError::Taken`] when the tenant already has an account at the provider.
pub async fn insert(
    tx: &mut DirectoryTx,
    tenant: TenantId,
    new: &NewAccount,
    now: DateTime<Utc>,
) -> Result<i64, EditError> {
    insert_row(tx.tenant(tenant).await?, new, now).await
}

/// Updates an account except its provider. Without a new secret the old one is kept.
pub async fn update(
    tx: &mut DirectoryTx,
    tenant: TenantId,
    id: i64,
    settings: &AccountSettings,
    secret: Option<&SealedText>,
) -> Result<()> {
    sqlx::query!(
        "update payment_accounts
         set client_id = $2, active = $3, secret_sealed = coalesce($4, secret_sealed),
             secret_key_id = coalesce($5, secret_key_id), version = version + 1
         where id = $1",
        id,
        settings.client_id,
        settings.active,
        secret.map(|secret| &secret.bytes[..]),
        secret.map(|secret| secret.key_id)
    )
    .execute(tx.tenant(tenant).await?)
    .await?;
    Ok(())
}

pub(crate) async fn insert_row(
    conn: &mut PgConnection,
    new: &NewAccount,
    now: DateTime<Utc>,
) -> Result<i64, EditError> {
    let NewAccount { settings, secret } = new;
    let inserted = sqlx::query_scalar!(
        "insert into payment_accounts (provider, client_id, active, secret_sealed, secret_key_id, created_at)
         values ($1, $2, $3, $4, $5, $6) returning id",
        settings.provider.as_str(),
        settings.client_id,
        settings.active,
        secret.bytes,
        secret.key_id,
        now
    )
    .fetch_one(conn)
    .await;
    inserted.map_err(|error| name_taken(error, &[("payment_accounts_tenant_id_provider_key", "provider")]))
}
