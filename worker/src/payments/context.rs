//! The tenant's payment providers, and how their responses change an order.

use chrono::{DateTime, Utc};
use db::orders::{self, Order, Settled};
use db::{TenantDb, TenantTx, payment_accounts};
use partners::payment::{MerchantAccount, Payments, Provider};
use queue::Failure;
use queue::jobs::RefundOrder;
use runtime::SharedClock;
use runtime::seal::{Sealed, Sealer};

/// The dependencies of the payment jobs.
pub struct PaymentContext {
    /// The providers.
    pub payments: Payments,
    /// Decrypts the accounts' secrets.
    pub sealer: Sealer,
    /// The clock.
    pub clock: SharedClock,
}

impl PaymentContext {
    pub(super) fn now(&self) -> DateTime<Utc> {
        self.clock.now()
    }

    /// Returns the provider at which an order is paid.
    pub(super) async fn find_provider(&self, db: &TenantDb, order: &Order) -> Result<Provider, Failure> {
        let account = payment_accounts::find(&mut db.acquire().await?, order.account_id).await?;
        self.open_account(db, account.ok_or_else(|| Failure::fail("the payment account is gone"))?)
    }

    /// Decrypts an account's secret and returns the client for it.
    pub(super) fn open_account(
        &self,
        db: &TenantDb,
        account: payment_accounts::PaymentAccount,
    ) -> Result<Provider, Failure> {
        let sealed = Sealed { key_id: account.secret_key_id, bytes: account.secret_sealed };
        let secret =
            self.sealer.open(&payment_accounts::secret_context(db.tenant()), &sealed).map_err(Failure::retry)?;
        let account = MerchantAccount::parse(&account.provider, account.client_id, secret).map_err(Failure::fail)?;
        Ok(self.payments.provider(account))
    }

    /// Queries the provider for an order and settles the order accordingly. Returns the open transaction, so that the
    /// job can add its own changes.
    ///
    /// No connection is held during the query.
    pub(super) async fn settle_by_provider(
        &self,
        db: &TenantDb,
        provider: &Provider,
        order: &Order,
    ) -> Result<(TenantTx, Settled), Failure> {
        let seen = provider.find_by_order(&order.oid, self.now()).await.map_err(Failure::retry)?;
        let mut tx = db.begin().await?;
        // if the order was settled in the meantime, the response is stale and would look like missing money
        let locked = orders::lock(&mut tx, order.id).await?;
        if locked.is_some_and(|locked| locked.status != order.status) {
            return Err(Failure::retry("the order was settled while its provider was asked"));
        }
        let settled = orders::settle(&mut tx, order.id, seen.as_ref(), self.now()).await?;
        let settled = settled.ok_or_else(|| Failure::fail("the order is gone"))?;
        if let Settled::Refund(_) = settled {
            queue::enqueue(&mut tx, RefundOrder::once(order.id)).await?;
        }
        Ok((tx, settled))
    }
}
