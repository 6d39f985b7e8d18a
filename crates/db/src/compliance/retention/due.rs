//! The due rows that the sweep deletes without regard to rows of other classes.

use chrono::{DateTime, TimeDelta, Utc};
use domain::claim::DOWNLOAD_DAYS;
use domain::retention::{
    ACCESS_LOG_MONTHS, RetentionClass, VISIT_LOG_MONTHS, WALK_IN_MONTHS, months_before, records_cutoff,
};

use super::{Class, DueClass, LIMIT};
use crate::maintenance::GRACE_PERIOD;
use crate::{Result, TenantConn};

/// Lists the classes that have due rows. The conditions are those of the statements with which the sweep lists or deletes
/// the rows.
pub(super) async fn list(conn: &mut TenantConn, now: DateTime<Utc>) -> Result<Vec<DueClass>> {
    let rows = sqlx::query!(
        r#"with sent as (select prior_claim_id as id from claims
                         where kind in ('resend', 'forward') and paid_order_id is not null and status in (0, 1)),
           due as (
               (select 'sessions' as class, expires_at as at from patient_sessions where tenant_id = current_tenant()
                       and expires_at < $1 and coalesce(revoked_at, expires_at) < $1 order by 2 limit $10)
               union all (select 'sessions', least(expires_at, revoked_at) from staff_sessions
                          where expires_at < $2 or revoked_at < $2 order by 2 limit $10)
               union all (select 'sessions', least(expires_at, revoked_at) from hotel_sessions
                          where expires_at < $2 or revoked_at < $2 order by 2 limit $10)
               union all (select 'expired', created_at from phone_codes where created_at < $2 order by 2 limit $10)
               union all (select 'expired', created_at from idempotency_keys where created_at < $2 order by 2 limit $10)
               union all (select 'expired', expires_at from messages where expires_at < $2 order by 2 limit $10)
               union all (select 'expired', expires_at from social_states where expires_at < $8 order by 2 limit $10)
               union all (select 'expired', expires_at from social_tickets where expires_at < $8 order by 2 limit $10)
               union all (select 'expired', expires_at from identity_verifications where expires_at < $8 order by 2 limit $10)
               union all (select 'service_accounts', left_at from patients
                          where left_at <= $3 and erased_at is null and service_erased_at is null order by 2 limit $10)
               union all (select 'sign_up_accounts', left_at from patients where left_at <= $4 and erased_at is null
                                 and service_erased_at is not null order by 2 limit $10)
               union all (select 'people', removed_at from people where removed_at <= $3 and erased_at is null order by 2 limit $10)
               union all (select 'walk_ins', a.updated_at from applications a
                          where a.tenant_id = current_tenant() and a.patient_id is null and a.updated_at < $5
                                and not exists (select from tcis t where t.application_id = a.id and t.updated_at >= $5)
                          order by 2 limit $10)
               union all (select 'settlements', created_at from settlements where created_at < $6 order by 2 limit $10)
               union all (select 'documents', c.released_at from issued_documents i join claims c on c.id = i.claim_id
                               join people h on h.id = c.person_id
                          where i.upload_id is not null and c.released_at < greatest($7, h.erased_at)
                                and not exists (select from sent s where s.id = c.id) order by 2 limit $10)
               union all (select 'uploads', expires_at from uploads
                          where (used_at is null or copied_at is not null) and expires_at < $2 order by 2 limit $10)
               -- the files of the documents above
               union all (select 'uploads', u.expires_at
                          from issued_documents i join claims c on c.id = i.claim_id join uploads u on u.id = i.upload_id
                               join people h on h.id = c.person_id
                          where c.released_at < greatest($7, h.erased_at) and u.used_at is not null and u.copied_at is null and u.expires_at < $2
                                and not exists (select from sent s where s.id = c.id) order by 2 limit $10)
               union all (select 'exports', expires_at from exports where expires_at <= $8 order by 2 limit $10)
               union all (select 'access_reviews', at from access_reviews
                          where tenant_id = current_tenant() and at < $9 order by 2 limit $10))
           select class as "class!", count(*) as "count!", min(at) as oldest from due group by class"#,
        months_before(now, VISIT_LOG_MONTHS),
        now - GRACE_PERIOD,
        RetentionClass::Service.cutoff(now),
        RetentionClass::SignUp.cutoff(now),
        months_before(now, WALK_IN_MONTHS),
        records_cutoff(now),
        now - TimeDelta::days(DOWNLOAD_DAYS),
        now,
        months_before(now, ACCESS_LOG_MONTHS),
        LIMIT
    )
    .fetch_all(conn.connection())
    .await?;
    let classes = rows.into_iter().filter_map(|row| {
        let class = Class::from_code(&row.class)?;
        Some(DueClass::new(class, row.count.cast_unsigned(), row.oldest))
    });
    Ok(classes.collect())
}
