//! The tenant's payment providers, and what their answers do to an order.

use chrono::{DateTime, Utc};
use db::orders::{self, Order, Settled};
use db::{TenantDb, TenantTx, payment_accounts};
use domain::{OrderId, ProviderName};
use partners::payment::{MerchantAccount, Payments, Provider};
use queue::jobs::RefundOrder;
use queue::{Failure, NewJob};
use runtime::SharedClock;
use runtime::seal::{Sealed, Sealer};
use secrecy::SecretString;

/// What the payment jobs need.
pub struct PaymentContext {
    /// The providers.
    pub payments: Payments,
    /// Opens the accounts' secrets.
    pub sealer: Sealer,
    /// The present moment.
    pub clock: SharedClock,
}

impl PaymentContext {
    pub(super) fn now(&self) -> DateTime<Utc> {
        self.clock.now()
    }

    /// The provider that an order is paid at.
    pub(super) async fn provider_of(&self, db: &TenantDb, order: &Order) -> Result<Provider, Failure> {
        let account = payment_accounts::find(&mut db.acquire().await?, order.account_id).await?;
        self.open_account(db, account.ok_or_else(|| Failure::fail("the payment account is gone"))?)
    }

    /// The provider as an account knows it.
    pub(super) fn open_account(
        &self,
        db: &TenantDb,
        account: payment_accounts::PaymentAccount,
    ) -> Result<Provider, Failure> {
        let provider = account.provider.parse::<ProviderName>().map_err(|_| Failure::fail("unknown provider"))?;
        let sealed = Sealed { key_id: account.secret_key_id, bytes: account.secret_sealed };
        let secret = self.sealer.open(&payment_accounts::secret_context(db.tenant()), &sealed);
        let secret = secret.map_err(Failure::retry)?;
        let secret = String::from_utf8(secret).map_err(|_| Failure::fail("a payment secret that is no text"))?;
        let account = MerchantAccount { provider, client_id: account.client_id, secret: SecretString::from(secret) };
        Ok(self.payments.provider(account))
    }

    /// Asks the provider about an order and settles it so; the transaction stays open for what the job adds.
    ///
    /// No connection is held while the provider answers.
    pub(super) async fn settle_by_provider(
        &self,
        db: &TenantDb,
        provider: &Provider,
        order: &Order,
    ) -> Result<(TenantTx, Settled), Failure> {
        let seen = provider.find_by_order(&order.oid, self.now()).await.map_err(Failure::retry)?;
        let mut tx = db.begin().await?;
        // an answer from before the order was settled by somebody else would look like money that is not there
        let locked = orders::lock(&mut tx, order.id).await?;
        if locked.is_some_and(|locked| locked.status != order.status) {
            return Err(Failure::retry("the order was settled while its provider was asked"));
        }
        let settled = orders::settle(&mut tx, order.id, seen.as_ref(), self.now()).await?;
        let settled = settled.ok_or_else(|| Failure::fail("the order is gone"))?;
        if let Settled::Refund(_) = settled {
            enqueue_refund(&mut tx, order.id).await?;
        }
        Ok((tx, settled))
    }
}

/// Enqueues the refund of an order, once.
pub(super) async fn enqueue_refund(tx: &mut TenantTx, order: OrderId) -> db::Result<()> {
    let job = NewJob::new(RefundOrder { order_id: order }).with_unique_key(format!("refund:{order}"));
    queue::enqueue(tx, job).await.map(drop)
}
