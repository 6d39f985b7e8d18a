//! Settlements: payouts of payment providers.

use std::ops::Range;

use chrono::{DateTime, NaiveDate, Utc};
use domain::{InstitutionId, Krw};

use crate::{Result, TenantConn, TenantTx};

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

/// The sums of a day's payouts, in KRW.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SettledDay {
    /// The day, in Korea.
    pub day: NaiveDate,
    /// The number of movements.
    pub count: i64,
    /// The charges minus the refunds.
    pub amount: i64,
    /// The provider's fees with VAT.
    pub fee: i64,
    /// The amount that was paid out.
    pub paid_out: i64,
}

/// Sums up the settlements of a range of days, the newest day first: all of them, or those of orders for a clinic's
/// claims.
pub async fn list_days(
    conn: &mut TenantConn,
    clinic: Option<InstitutionId>,
    days: Range<NaiveDate>,
) -> Result<Vec<SettledDay>> {
    let rows = sqlx::query_as!(
        SettledDay,
        r#"select s.paid_out_on as day, count(*) as "count!", sum(s.amount)::bigint as "amount!",
                  sum(s.fee + s.vat)::bigint as "fee!", sum(s.paid_out)::bigint as "paid_out!"
           from settlements s
           where s.tenant_id = current_tenant() and s.paid_out_on >= $2 and s.paid_out_on < $3
                 and ($1::bigint is null or exists (
                     select from orders o join claims c on c.id = o.claim_id
                     where o.oid = s.oid and o.account_id = s.account_id and c.institution_id = $1))
           group by s.paid_out_on
           order by s.paid_out_on desc"#,
        clinic.map(InstitutionId::get) as _,
        days.start,
        days.end
    )
    .fetch_all(conn.connection())
    .await?;
    Ok(rows)
}
