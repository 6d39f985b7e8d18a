//! Payment accounts in responses.

use chrono::{DateTime, Utc};
use db::edit::accounts::{self, AccountRecord};
use domain::TenantId;
use serde::Serialize;
use utoipa::ToSchema;

use crate::App;
use crate::ops::directory::read;
use crate::problem::{Code, Problem};

/// An account, without its secret.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OpsPaymentAccount)]
pub struct PaymentAccount {
    /// The id.
    id: i64,
    /// The provider: `toss` or `inicis`.
    #[schema(example = "toss")]
    provider: &'static str,
    /// The public id at the provider.
    client_id: String,
    /// Whether new payments use it. A disabled account still refunds and settles what was paid with it.
    active: bool,
    /// The version; send it back with a change.
    version: i32,
    /// When it was added.
    created_at: DateTime<Utc>,
}

/// One account.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OpsPaymentAccountResponse)]
pub struct PaymentAccountResponse {
    /// The account.
    pub account: PaymentAccount,
}

impl From<AccountRecord> for PaymentAccount {
    fn from(row: AccountRecord) -> Self {
        let settings = row.record.settings;
        Self {
            id: row.record.id,
            provider: settings.provider.as_str(),
            client_id: settings.client_id,
            active: settings.active,
            version: row.record.version,
            created_at: row.created_at,
        }
    }
}

/// Lists a tenant's accounts.
pub(super) async fn list(app: &App, tenant: TenantId) -> Result<Vec<PaymentAccount>, Problem> {
    let mut tx = read(app, tenant).await?;
    Ok(accounts::list(&mut tx, tenant).await?.into_iter().map(Into::into).collect())
}

/// Returns an account as it is now.
pub(super) async fn load_response(app: &App, tenant: TenantId, id: i64) -> Result<PaymentAccountResponse, Problem> {
    let account = list(app, tenant).await?.into_iter().find(|account| account.id == id).ok_or(Code::NotFound)?;
    Ok(PaymentAccountResponse { account })
}
