//! Dead jobs by kind and error.

use chrono::{DateTime, Utc};
use db::SystemConn;

/// The maximum number of groups.
const MAX_GROUPS: i64 = 200;

/// Dead jobs of one kind with the same error.
#[derive(Clone, Debug)]
pub struct DeadGroup {
    /// Their queue.
    pub queue: String,
    /// Their kind.
    pub kind: String,
    /// The error, without numbers, ids and quoted values.
    pub error: String,
    /// How many there are.
    pub count: i64,
    /// When the first of them failed permanently.
    pub first: DateTime<Utc>,
    /// When the last of them failed permanently.
    pub last: DateTime<Utc>,
    /// The newest of them.
    pub sample_id: i64,
}

/// Lists the groups of dead jobs, the largest first, at most 200. Groups and counts come from index-only scans.
///
/// # Errors
/// When the database fails.
pub async fn list_dead_groups(conn: &mut SystemConn) -> db::Result<Vec<DeadGroup>> {
    let groups = sqlx::query_as!(
        DeadGroup,
        r#"
        with recursive found as (
            (select queue, kind, error_group from jobs where state = 'dead'
                order by queue, kind, error_group limit 1)
            union all
            select next.* from found, lateral (
                select queue, kind, error_group from jobs
                where state = 'dead' and (queue, kind, error_group) > (found.queue, found.kind, found.error_group)
                order by queue, kind, error_group limit 1
            ) as next
        )
        select found.queue as "queue!", found.kind as "kind!", found.error_group as "error!", dead.count as "count!",
            dead.first as "first!", dead.last as "last!", dead.sample_id as "sample_id!"
        from found, lateral (
            select count(*) as count, min(finished_at) as first, max(finished_at) as last, max(id) as sample_id from jobs
            where state = 'dead' and queue = found.queue and kind = found.kind and error_group = found.error_group
        ) as dead
        order by dead.count desc, sample_id desc limit $1
        "#,
        MAX_GROUPS,
    )
    .fetch_all(conn.connection())
    .await?;
    Ok(groups)
}
