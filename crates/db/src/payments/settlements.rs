//! Settlements: what payment providers paid out.

use chrono::{DateTime, NaiveDate, Utc};
use domain::Krw;

use crate::{Result, TenantTx};

/// A new settlement: a movement that was paid out.
#[derive(Clone, Debug)]
pub struct NewSettlement<'a> {
    /// The account.
    pub account_id: i64,
    /// The provider's id of the movement.
    pub transaction_key: &'a str,
    /// The order id at the provider.
    pub oid: &'a str,
    /// The amount of the movement, negative for a refund.
    pub amount: Krw,
    /// The provider's fee, without its VAT.
    pub fee: Krw,
    /// The VAT of the fee.
    pub vat: Krw,
    /// The amount that was paid out.
    pub paid_out: Krw,
    /// The day of the movement, in Korea.
    pub sold_on: NaiveDate,
    /// The day on which it was paid out.
    pub paid_out_on: NaiveDate,
}

/// Inserts a settlement. Returns false when it exists already.
pub async fn insert(tx: &mut TenantTx, new: &NewSettlement<'_>, now: DateTime<Utc>) -> Result<bool> {
    let done = sqlx::query!(
        "insert into settlements (account_id, transaction_key, oid, amount, fee, vat, paid_out, sold_on, paid_out_on,
                                  created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
         on conflict (tenant_id, account_id, transaction_key) do nothing",
        new.account_id,
        new.transaction_key,
        new.oid,
        new.amount.get(),
        new.fee.get(),
        new.vat.get(),
        new.paid_out.get(),
        new.sold_on,
        new.paid_out_on,
        now
    )
    .execute(tx.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}
