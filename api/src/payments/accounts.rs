//! A tenant's account at a payment provider, opened for one request.

use db::payment_accounts::{self, PaymentAccount};
use domain::{ProviderName, TenantId};
use partners::payment::{Account, Provider};
use runtime::seal::Sealed;
use secrecy::SecretString;

use crate::App;
use crate::guard::Tenant;
use crate::problem::{Code, Problem};

/// The account that a payment from a window or a telephone goes to.
///
/// # Errors
/// [`Code::PaymentUnavailable`] when the tenant has none.
pub async fn choose(tx: &mut db::TenantTx, tenant: &Tenant, mobile: bool) -> Result<PaymentAccount, Problem> {
    let usual = ProviderName::Toss;
    let name = tenant.row.mobile_provider.filter(|_| mobile).unwrap_or(usual);
    let found = payment_accounts::find_at(tx, name.as_str()).await?;
    Ok(found.ok_or(Code::PaymentUnavailable)?)
}

/// The provider as the tenant's account knows it.
///
/// # Errors
/// An internal problem when the secret does not open.
pub fn open(app: &App, tenant: TenantId, account: PaymentAccount) -> Result<Provider, Problem> {
    let provider = ProviderName::from_code(&account.provider)
        .ok_or_else(|| Problem::internal("a payment account of an unknown provider"))?;
    let sealed = Sealed { key_id: account.secret_key_id, bytes: account.secret_sealed };
    let secret = app.sealer.open(&payment_accounts::secret_context(tenant), &sealed).map_err(Problem::internal)?;
    // the error would hold the secret's bytes
    let secret = String::from_utf8(secret).map_err(|_| Problem::internal("a payment secret that is no text"))?;
    let account = Account { provider, client_id: account.client_id, secret: SecretString::from(secret) };
    Ok(app.parties.payments.provider(account))
}
