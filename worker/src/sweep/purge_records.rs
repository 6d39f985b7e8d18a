//! Deletes records of contracts and payments once the law no longer requires them (`domain::retention`).

use db::TenantDb;
use db::records::{self, PurgedRecords};
use domain::retention::records_cutoff;
use queue::Failure;
use runtime::SharedClock;

/// The number of claims, or of orders without a claim, in one transaction.
const BATCH_SIZE: i64 = 100;

/// Purges the due records of one tenant. Each batch is one transaction, so that a crash leaves no record half deleted.
///
/// # Errors
/// When the database fails.
pub async fn purge_records(db: &TenantDb, clock: &SharedClock) -> Result<PurgedRecords, Failure> {
    let mut purged = PurgedRecords::default();
    loop {
        let now = clock.now();
        let mut tx = db.begin().await?;
        let some = records::purge_records(&mut tx, records_cutoff(now), BATCH_SIZE, now).await?;
        tx.commit().await?;
        if some.is_empty() {
            return Ok(purged);
        }
        purged += some;
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use chrono::{DateTime, Months, TimeDelta, Utc};
    use domain::ClaimId;
    use runtime::ManualClock;
    use sqlx::AssertSqlSafe;
    use testing::claims::{insert_paid_claim, insert_unpaid_claim};
    use testing::{Database, SeededTenant};

    use super::*;

    const TABLES: [&str; 9] = [
        "claims",
        "claim_documents",
        "issued_documents",
        "notifications where claim_id is not null",
        "orders",
        "claim_drafts",
        "ledger",
        "settlements",
        "payment_findings",
    ];

    struct Archive {
        database: Database,
        clock: Arc<ManualClock>,
    }

    impl Archive {
        async fn open(at: DateTime<Utc>) -> Self {
            Self { database: Database::create().await, clock: ManualClock::at(at) }
        }

        async fn write(&self, statement: &str) {
            let statement = AssertSqlSafe(statement.to_owned());
            sqlx::raw_sql(statement).execute(&mut self.database.superuser().await).await.expect("written");
        }

        /// Inserts a paid claim with records of every kind, all dated `at`.
        async fn create_paid_claim(&self, tenant: &SeededTenant, at: &str) -> ClaimId {
            let claim = insert_paid_claim(&mut self.database.superuser().await, tenant.claimant()).await;
            let of = format!("from orders o where o.claim_id = {claim}");
            for statement in [
                format!("update claims set status = 1, created_at = '{at}', updated_at = '{at}' where id = {claim}"),
                format!("update orders set created_at = '{at}', updated_at = '{at}' where claim_id = {claim}"),
                format!(
                    "insert into ledger (tenant_id, order_id, kind, amount, transaction_key, at, created_at)
                     select o.tenant_id, o.id, moved.kind, moved.amount, 'tx' || o.id, '{at}'::timestamptz, '{at}'::timestamptz
                     from orders o, (values ('charge', 21560), ('fee', -600)) as moved (kind, amount)
                     where o.claim_id = {claim}"
                ),
                format!(
                    "insert into payment_findings (tenant_id, kind, order_id, found_at)
                     select o.tenant_id, 'stuck', o.id, '{at}'::timestamptz {of}"
                ),
                format!(
                    "insert into payment_findings (tenant_id, kind, transaction_key, found_at)
                     select o.tenant_id, 'unrecorded', 'tx' || o.id, '{at}'::timestamptz {of}"
                ),
                format!(
                    "insert into settlements (tenant_id, account_id, transaction_key, oid, amount, fee, vat, paid_out, sold_on,
                                              paid_out_on, created_at)
                     select o.tenant_id, o.account_id, 'tx' || o.id, o.oid, 21560, 600, 60, 20900, '{at}'::date, '{at}'::date, '{at}'::timestamptz {of}"
                ),
                format!(
                    "insert into notifications (tenant_id, patient_id, kind, claim_id, created_at)
                     select o.tenant_id, o.patient_id, 'claim_paid', o.claim_id, '{at}'::timestamptz {of}"
                ),
                format!(
                    "with stored as (insert into uploads (tenant_id, patient_id, object_key, content_type, max_size, created_at,
                                                          expires_at, used_at)
                                     select o.tenant_id, o.patient_id, 'claims/' || o.claim_id, 'application/pdf', 1, '{at}'::timestamptz,
                                            '{at}'::timestamptz, '{at}'::timestamptz {of}
                                     returning id, tenant_id),
                          writer as (insert into staff (tenant_id, institution_id, login_id, password_hash, name, role, created_at)
                                     select c.tenant_id, c.institution_id, 'staff' || c.id, 'x', '박두리', 'clinic_admin', '{at}'::timestamptz
                                     from claims c where c.id = {claim} returning id)
                     insert into issued_documents (tenant_id, claim_id, code, upload_id, origin, size, pages, hash, staff_id,
                                                   created_at)
                     select s.tenant_id, {claim}, 'medical_bill_receipt', s.id, 'generated', 1, 1, sha256('x'), w.id, '{at}'::timestamptz
                     from stored s, writer w"
                ),
            ] {
                self.write(&statement).await;
            }
            claim
        }

        /// Inserts expired orders.
        async fn expired_orders(&self, count: u32, at: &str) {
            let tenant = self.database.first.id;
            self.write(&format!(
                "insert into orders (tenant_id, oid, patient_id, account_id, amount, lines, return_mode, created_at, updated_at)
                 select {tenant}, 'gone_' || n, {}, a.id, 3630, '[]', 'window', '{at}'::timestamptz, '{at}'::timestamptz
                 from generate_series(1, {count}) n, payment_accounts a where a.tenant_id = {tenant}",
                self.database.first.patient
            ))
            .await;
            self.write("update orders set status = 'expired' where claim_id is null").await;
        }

        async fn count(&self, from: &str) -> i64 {
            let statement = AssertSqlSafe(format!("select count(*) from {from}"));
            sqlx::query_scalar(statement).fetch_one(&mut self.database.superuser().await).await.expect("a count")
        }

        async fn counts(&self) -> Vec<i64> {
            let mut counts = Vec::new();
            for table in TABLES {
                counts.push(self.count(table).await);
            }
            counts
        }

        async fn end(&self) -> Result<PurgedRecords, Failure> {
            purge_records(&self.database.tenant(), &(Arc::clone(&self.clock) as SharedClock)).await
        }
    }

    fn time(text: &str) -> DateTime<Utc> {
        text.parse().expect("a time")
    }

    #[tokio::test]
    async fn record_ends_5_years_after_last_change() {
        let archive = Archive::open(time("2020-03-01T00:00:00Z")).await;
        let (first, second) = (&archive.database.first, &archive.database.second);
        archive.create_paid_claim(first, "2015-03-01T00:00:00Z").await;
        let young = archive.create_paid_claim(first, "2015-03-01T00:00:01Z").await;
        let elsewhere = archive.create_paid_claim(second, "2010-01-01T00:00:00Z").await;
        archive.expired_orders(u32::try_from(BATCH_SIZE).expect("a number") + 1, "2015-03-01T00:00:00Z").await;
        let before = archive.counts().await;
        assert_eq!(archive.end().await.expect("looked"), PurgedRecords::default(), "not yet");
        assert_eq!(archive.counts().await, before);

        archive.clock.advance(TimeDelta::seconds(1));
        let orders = 1 + 101;
        let purged = PurgedRecords { claims: 1, orders, movements: 2, settlements: 1, discrepancies: 2 };
        assert_eq!(archive.end().await.expect("ended"), purged);
        assert_eq!(archive.end().await.expect("looked"), PurgedRecords::default(), "once");
        // the younger claim and the other tenant's claim keep all their records
        assert_eq!(archive.counts().await, [2, 4, 2, 2, 2, 0, 4, 2, 4]);
        let kept = format!("claims where id in ({young}, {elsewhere}) and paid_order_id is not null");
        assert_eq!(archive.count(&kept).await, 2);
        assert_eq!(archive.count("orders where claim_id is null").await, 0, "each kept its claim");
        // the purge leaves the claim's file to the sweep of unused uploads
        assert_eq!(archive.count("uploads where object_key like 'claims/%' and used_at is null").await, 1);
    }

    #[tokio::test]
    async fn record_within_retention_stays() {
        let archive = Archive::open(time("2022-01-01T00:00:00Z")).await;
        let first = &archive.database.first;
        // in turn: a pending refund, an unpaid claim with a pending order, a fee that was booked late, a claim that a
        // later one refers to
        let refunding = archive.create_paid_claim(first, "2015-01-01T00:00:00Z").await;
        archive.write(&format!("update orders set status = 'refunding' where claim_id = {refunding}")).await;
        let late = archive.create_paid_claim(first, "2015-01-01T00:00:00Z").await;
        archive
            .write(&format!(
                "insert into ledger (tenant_id, order_id, kind, amount, transaction_key, at, created_at)
                 select tenant_id, id, 'fee', 10, 'late', '2018-01-01'::timestamptz, '2018-01-01'::timestamptz from orders where claim_id = {late}"
            ))
            .await;
        let prior = archive.create_paid_claim(first, "2015-01-01T00:00:00Z").await;
        let later = archive.create_paid_claim(first, "2019-01-01T00:00:00Z").await;
        archive
            .write(&format!("update claims set kind = 'reclaim', prior_claim_id = {prior} where id = {later}"))
            .await;
        let unpaid = insert_unpaid_claim(&mut archive.database.superuser().await, first.claimant()).await;
        archive.write(&format!("update claims set updated_at = '2015-01-01' where id = {unpaid}")).await;

        let purged = archive.end().await.expect("ended");
        assert_eq!((purged.claims, purged.orders, purged.movements), (1, 0, 0), "only what nobody paid for");
        assert_eq!(archive.count(&format!("claims where id in ({refunding}, {late}, {prior}, {later})")).await, 4);

        archive.write(&format!("update orders set status = 'refunded' where claim_id = {refunding}")).await;
        archive.clock.set(time("2024-01-02T00:00:00Z"));
        let purged = archive.end().await.expect("ended");
        assert_eq!(
            (purged.claims, purged.orders, purged.movements),
            (4, 4, 9),
            "the later one first, then what it built on"
        );
        assert_eq!(archive.counts().await, [0; 9]);
    }

    #[tokio::test]
    async fn database_refuses_early_purge() {
        let archive = Archive::open(time("2015-01-01T00:00:00Z")).await;
        let now: DateTime<Utc> = sqlx::query_scalar("select date_trunc('second', now())")
            .fetch_one(&mut archive.database.superuser().await)
            .await
            .expect("the time");
        archive.create_paid_claim(&archive.database.first, &now.to_rfc3339()).await;
        let before = archive.counts().await;
        archive.clock.set(now + Months::new(61));
        archive.end().await.expect_err("a clock that runs ahead ends nothing");
        assert_eq!(archive.counts().await, before, "nothing is gone by half");
        for statement in ["delete from settlements", "update settlements set fee = 0"] {
            sqlx::raw_sql(statement).execute(&mut archive.database.superuser().await).await.expect_err(statement);
        }
    }
}
