//! Verification that the log was not tampered with.

use std::ops::Range;

use chrono::{DateTime, Utc};

use crate::{Result, TenantConn};

/// Finds the first row of the tenant which shows that rows in a time range were changed or deleted. Returns none when
/// the chain is intact.
///
/// It is a row of the range whose hash or link to the previous row is wrong, the row after the range if its link is
/// wrong, or a row that a review recorded and that no longer exists.
pub async fn find_broken(conn: &mut TenantConn, time: Range<DateTime<Utc>>) -> Result<Option<i64>> {
    // `following`: the writers' clocks differ by less than ten minutes, so the lowest number after the range is searched
    // within that time. `each`: the previous row is usually the adjacent one; at the ends of the range it is looked up.
    // If it is gone, the seal of an ended month must contain its hash. `reviewed`: a review whose row still exists confirms
    // everything before it, so that rows removed from the end later do not count against this range
    let broken = sqlx::query_scalar!(
        r#"with following as materialized (
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
               (select seq, at, previous_hash, false, null, null from following order by seq limit 1)
           ), reviewed as (
               select r.last_seq as seq, coalesce(l.hash = r.last_hash, false) and r.at >= $2 as confirms,
                      coalesce(l.hash <> r.last_hash,
                               not exists (select from access_log_seals s
                                           where s.tenant_id = current_tenant() and s.last_seq >= r.last_seq)) as differs
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
                                 e.previous_hash <> (select s.last_hash from access_log_seals s
                                                     where s.tenant_id = current_tenant() and s.last_seq = e.seq - 1),
                                 true)
               end
               union all
               select s.seq from reviewed s
               where s.differs and s.seq < coalesce((select min(v.seq) from reviewed v where v.confirms), s.seq + 1)
           ) b"#,
        time.start,
        time.end
    )
    .fetch_one(conn.connection())
    .await?;
    Ok(broken)
}
