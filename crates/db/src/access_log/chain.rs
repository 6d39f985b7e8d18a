//! Whether what is in the log is what was written.

use chrono::{DateTime, Utc};

use crate::{Result, TenantConn};

/// The first row of the tenant, of those made from a moment on and before another, whose content or link to the row before was
/// tampered with, or that a review saw and that is gone; none when all is sound.
///
/// # Errors
/// Only [`crate::Error`].
pub async fn find_broken(conn: &mut TenantConn, (from, to): (DateTime<Utc>, DateTime<Utc>)) -> Result<Option<i64>> {
    // the row before is mostly beside it; where clocks differ at an end of the time it is looked up. The first row of all that
    // are left has none: the older ones were deleted after their two years
    let broken = sqlx::query_scalar!(
        r#"select min(e.seq) from (
               select l.seq, l.previous_hash, l.hash <> access_log_hash(l) as other,
                      lag(l.seq) over (order by l.seq) as seq_before, lag(l.hash) over (order by l.seq) as before
               from access_log l
               where l.tenant_id = current_tenant() and l.at >= $1 and l.at < $2
               union all
               select r.last_seq, null, l.hash is distinct from r.last_hash, r.last_seq - 1, null
               from access_reviews r left join access_log l on l.tenant_id = r.tenant_id and l.seq = r.last_seq
               where r.tenant_id = current_tenant() and r.at >= $1 and r.at < $2
           ) e
           where e.other or case
               when e.seq_before = e.seq - 1 then e.previous_hash <> e.before
               when e.seq = 1 then e.previous_hash <> sha256('access_log')
               else coalesce(e.previous_hash <> (select p.hash from access_log p
                                                 where p.tenant_id = current_tenant() and p.seq = e.seq - 1),
                             exists (select from access_log o where o.tenant_id = current_tenant() and o.seq < e.seq))
           end"#,
        from,
        to
    )
    .fetch_one(conn.connection())
    .await?;
    conn.settle();
    Ok(broken)
}
