//! A tenant's accounts at payment providers.

use db::payment_accounts::{self, PaymentAccount};
use domain::{ProviderName, TenantId};
use partners::payment::{MerchantAccount, Provider};
use runtime::seal::Sealed;

use crate::App;
use crate::extract::Tenant;
use crate::problem::{Code, Problem};

/// Selects the account for a payment from a window or a phone.
///
/// # Errors
/// [`Code::PaymentUnavailable`] when the tenant has none, or has disabled it.
pub async fn choose(tx: &mut db::TenantTx, tenant: &Tenant, mobile: bool) -> Result<PaymentAccount, Problem> {
    let default = ProviderName::Toss;
    let name = tenant.row.mobile_provider.filter(|_| mobile).unwrap_or(default);
    let found = payment_accounts::find_by_provider(tx, name.as_str()).await?;
    Ok(found.filter(|account| account.active).ok_or(Code::PaymentUnavailable)?)
}

/// Decrypts an account's secret and returns a client of its provider.
///
/// # Errors
/// An internal problem when the secret cannot be decrypted.
pub fn open(app: &App, tenant: TenantId, account: PaymentAccount) -> Result<Provider, Problem> {
    let sealed = Sealed { key_id: account.secret_key_id, bytes: account.secret_sealed };
    let secret = app.sealer.open(&payment_accounts::secret_context(tenant), &sealed).map_err(Problem::internal)?;
    let account = MerchantAccount::parse(&account.provider, account.client_id, secret).map_err(Problem::internal)?;
    Ok(app.parties.payments.provider(account))
}
