//! A tenant's accounts at payment providers.

use domain::TenantId;

use crate::{Result, TenantConn};

/// An account. The secret is sealed for [`secret_context`].
#[derive(Clone, Debug)]
pub struct PaymentAccount {
    /// The id.
    pub id: i64,
    /// The provider's name: `toss` or `inicis`.
    pub provider: String,
    /// The merchant id at the provider.
    pub client_id: String,
    /// The key of the provider's API, sealed.
    pub secret_sealed: Vec<u8>,
    /// The number of the key that sealed it.
    pub secret_key_id: i16,
    /// Whether new payments use it.
    pub active: bool,
}

/// Returns the context that secrets are sealed for.
#[must_use]
pub fn secret_context(tenant: TenantId) -> String {
    format!("payment secret of tenant {tenant}")
}

/// Finds the tenant's account at a provider.
pub async fn find_by_provider(conn: &mut TenantConn, provider: &str) -> Result<Option<PaymentAccount>> {
    let found = sqlx::query_as!(
        PaymentAccount,
        "select id, provider, client_id, secret_sealed, secret_key_id, active from payment_accounts where provider = $1",
        provider
    )
    .fetch_optional(conn.connection())
    .await?;
    Ok(found)
}

/// Finds the account with this id.
pub async fn find(conn: &mut TenantConn, id: i64) -> Result<Option<PaymentAccount>> {
    let found = sqlx::query_as!(
        PaymentAccount,
        "select id, provider, client_id, secret_sealed, secret_key_id, active from payment_accounts where id = $1",
        id
    )
    .fetch_optional(conn.connection())
    .await?;
    Ok(found)
}

/// Lists the tenant's accounts, the oldest first.
pub async fn list(conn: &mut TenantConn) -> Result<Vec<PaymentAccount>> {
    let found = sqlx::query_as!(
        PaymentAccount,
        "select id, provider, client_id, secret_sealed, secret_key_id, active from payment_accounts order by id"
    )
    .fetch_all(conn.connection())
    .await?;
    Ok(found)
}
