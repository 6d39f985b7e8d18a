//! The oldest due rows.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, TimeDelta, Utc};
use domain::claim::DOWNLOAD_DAYS;
use domain::retention::{
    ACCESS_LOG_MONTHS, RetentionClass, VISIT_LOG_MONTHS, WALK_IN_MONTHS, months_before, records_cutoff,
};

use super::Class;
use crate::maintenance::GRACE_PERIOD;
use crate::{Result, TenantConn};

/// The time at which the period of each class's oldest row started.
pub(super) type OldestRows = BTreeMap<Class, DateTime<Utc>>;

/// Finds the oldest due row of each class before anything is deleted. [`Records`] finds those of claims and orders; the
/// ledger and discrepancies are deleted with their orders.
pub(super) async fn find(conn: &mut TenantConn, now: DateTime<Utc>) -> Result<OldestRows> {
    let found = sqlx::query!(
        r#"select
               (select min(at) from (
                    select expires_at as at from patient_sessions
                    where expires_at < $1 and coalesce(revoked_at, expires_at) < $1
                    union all
                    select least(expires_at, revoked_at) from staff_sessions where expires_at < $2 or revoked_at < $2) s)
                   as sessions,
               (select min(at) from (
                    select created_at as at from phone_codes where created_at < $2
                    union all select created_at from idempotency_keys where created_at < $2
                    union all select expires_at from messages where expires_at < $2) e) as expired,
               (select min(left_at) from patients
                where left_at <= $3 and erased_at is null and service_erased_at is null) as service_accounts,
               (select min(left_at) from patients
                where left_at <= $4 and erased_at is null and service_erased_at is not null) as sign_up_accounts,
               (select min(removed_at) from people where removed_at <= $3 and erased_at is null) as people,
               (select min(a.updated_at) from applications a
                where a.tenant_id = current_tenant() and a.patient_id is null and a.updated_at < $5
                      and not exists (select from tcis t where t.application_id = a.id and t.updated_at >= $5)) as walk_ins,
               (select min(created_at) from settlements where created_at < $6) as settlements,
               (select min(c.released_at) from issued_documents i join claims c on c.id = i.claim_id
                where i.upload_id is not null and c.released_at < $7) as documents,
               (select min(expires_at) from uploads
                where (used_at is null or copied_at is not null) and expires_at < $2) as uploads,
               (select min(expires_at) from exports where expires_at <= $8) as exports,
               (select min(at) from access_log where tenant_id = current_tenant()) as access_log,
               (select min(at) from access_reviews where tenant_id = current_tenant() and at < $9) as access_reviews"#,
        months_before(now, VISIT_LOG_MONTHS),
        now - GRACE_PERIOD,
        RetentionClass::Service.cutoff(now),
        RetentionClass::SignUp.cutoff(now),
        months_before(now, WALK_IN_MONTHS),
        records_cutoff(now),
        now - TimeDelta::days(DOWNLOAD_DAYS),
        now,
        months_before(now, ACCESS_LOG_MONTHS)
    )
    .fetch_one(conn.connection())
    .await?;
    let times = [
        (Class::Sessions, found.sessions),
        (Class::Expired, found.expired),
        (Class::ServiceAccounts, found.service_accounts),
        (Class::SignUpAccounts, found.sign_up_accounts),
        (Class::People, found.people),
        (Class::WalkIns, found.walk_ins),
        (Class::Settlements, found.settlements),
        (Class::Documents, found.documents),
        (Class::Uploads, found.uploads),
        (Class::Exports, found.exports),
        (Class::AccessLog, found.access_log),
        (Class::AccessReviews, found.access_reviews),
    ];
    Ok(times.into_iter().filter_map(|(class, at)| Some((class, at?))).collect())
}

/// The claims and orders whose last change is old enough. Whether each is deleted depends on other rows, so the oldest
/// deleted one is determined afterwards from the remaining rows.
pub(super) struct Records {
    claims: Vec<(i64, DateTime<Utc>)>,
    orders: Vec<(i64, DateTime<Utc>)>,
}

impl Records {
    /// Reads the rows before anything is deleted.
    pub(super) async fn read(conn: &mut TenantConn, before: DateTime<Utc>) -> Result<Self> {
        let claims =
            sqlx::query!("select id, updated_at from claims where updated_at < $1 order by updated_at", before)
                .fetch_all(conn.connection())
                .await?;
        let orders =
            sqlx::query!("select id, updated_at from orders where updated_at < $1 order by updated_at", before)
                .fetch_all(conn.connection())
                .await?;
        Ok(Self {
            claims: claims.into_iter().map(|row| (row.id, row.updated_at)).collect(),
            orders: orders.into_iter().map(|row| (row.id, row.updated_at)).collect(),
        })
    }

    /// Adds the oldest of the rows that no longer exist.
    pub(super) async fn add_oldest(&self, conn: &mut TenantConn, oldest: &mut OldestRows) -> Result<()> {
        let ids = |rows: &[(i64, DateTime<Utc>)]| rows.iter().map(|(id, _)| *id).collect::<Vec<_>>();
        let claims = sqlx::query_scalar!("select id from claims where id = any($1)", &ids(&self.claims))
            .fetch_all(conn.connection())
            .await?;
        let orders = sqlx::query_scalar!("select id from orders where id = any($1)", &ids(&self.orders))
            .fetch_all(conn.connection())
            .await?;
        for (class, rows, left) in [(Class::Claims, &self.claims, claims), (Class::Orders, &self.orders, orders)] {
            let left: BTreeSet<i64> = left.into_iter().collect();
            if let Some((_, at)) = rows.iter().find(|(id, _)| !left.contains(id)) {
                oldest.insert(class, *at);
            }
        }
        Ok(())
    }
}
