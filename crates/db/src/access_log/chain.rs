//! Whether what is in the log is what was written.

use chrono::{DateTime, Utc};

use crate::{Result, TenantConn};

/// The first row of the tenant that tells that rows made from a moment on and before another are not as they were written;
/// none when all is sound. It is one of them whose content or link to the row before is another, the row after them whose
/// link is, or one that a review saw and that is gone.
///
/// # Errors
/// Only [`crate::Error`].
pub async fn find_broken(conn: &mut TenantConn, (from, to): (DateTime<Utc>, DateTime<Utc>)) -> Result<Option<i64>> {
    // `soon`: the clocks of those who write differ, by less than ten minutes, so that the lowest number after the time is
    // looked for in that long. `each`: the row before is mostly beside it; at the ends of the time it is looked up. Where it
    // is gone and none is older, it may have been deleted after its two years, by the database's clock; a month's silence
    // between the two is believed, no more. `said`: a review that still finds its row vouches for all that came before it,
    // so that what was cut off later is not blamed on these rows
    let broken = sqlx::query_scalar!(
        r#"with soon as materialized (
               select l.seq, l.at, l.previous_hash from access_log l
               where l.tenant_id = current_tenant() and l.at >= $2
                     and l.at < (select min(f.at) from access_log f where f.tenant_id = current_tenant() and f.at >= $2)
                                + interval '10 minutes'
           ), each as (
               select l.seq, l.at, l.previous_hash, l.hash <> access_log_hash(l) as other,
                      lag(l.seq) over (order by l.seq) as seq_before, lag(l.hash) over (order by l.seq) as before
               from access_log l
               where l.tenant_id = current_tenant() and l.at >= $1 and l.at < $2
               union all
               (select seq, at, previous_hash, false, null, null from soon order by seq limit 1)
           ), said as (
               select r.last_seq as seq, coalesce(l.hash = r.last_hash, false) and r.at >= $2 as vouches,
                      coalesce(l.hash <> r.last_hash, r.at >= now() - interval '23 months') as misses
               from access_reviews r left join access_log l on l.tenant_id = r.tenant_id and l.seq = r.last_seq
               where r.tenant_id = current_tenant() and r.at >= $1
           )
           select min(b.seq) from (
               select e.seq from each e
               where e.other or case
                   when e.seq_before = e.seq - 1 then e.previous_hash <> e.before
                   when e.seq = 1 then e.previous_hash <> sha256('access_log')
                   else coalesce(e.previous_hash <> (select p.hash from access_log p
                                                     where p.tenant_id = current_tenant() and p.seq = e.seq - 1),
                                 e.at >= now() - interval '23 months'
                                 or exists (select from access_log o where o.tenant_id = current_tenant() and o.seq < e.seq))
               end
               union all
               select s.seq from said s
               where s.misses and s.seq < coalesce((select min(v.seq) from said v where v.vouches), s.seq + 1)
           ) b"#,
        from,
        to
    )
    .fetch_one(conn.connection())
    .await?;
    conn.settle();
    Ok(broken)
}
