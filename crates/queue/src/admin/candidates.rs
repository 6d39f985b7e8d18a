//! The jobs of a filter, found along an index.

use db::SystemConn;

use super::filter::{JobFilter, JobState};

/// Pages that a table sample reads.
const SAMPLE_PAGES: f32 = 600.0;

/// The jobs of a filter, in descending order of id.
pub(super) struct Candidates<'a> {
    filter: &'a JobFilter,
    path: &'static str,
    // the combinations of state, queue and kind that exist and match
    states: Vec<String>,
    queues: Vec<String>,
    kinds: Vec<String>,
    ids: Option<Vec<i64>>,
}

/// Selects from the ids of at most `$3` matching jobs with ids below `$2`, the greatest first.
///
/// Each access path is a branch with its own index, and `$1` names the branch that runs. A list by state, queue and
/// kind reads the head of each combination, so that a rare kind among millions of jobs costs no more than a frequent
/// one.
macro_rules! select_candidates {
    ($head:tt, $tail:tt, $candidates:expr, $before:expr, $limit:expr) => {
        sqlx::query_scalar!(
            $head
                + r#" from (
    (select id from jobs where $1 = 'all' and id < $2 order by id desc limit $3)
    union all
    (select found.id from unnest($4::text[], $5::text[], $6::text[]) as leaf (state, queue, kind), lateral (
        select id from jobs
        where state = leaf.state and queue = leaf.queue and kind = leaf.kind and id < $2
            and ($7::boolean is null or (run_at <= now()) = $7)
        order by id desc limit $3
    ) as found where $1 = 'states')
    union all
    (select found.id from unnest($4::text[], $5::text[], $6::text[]) as leaf (state, queue, kind), lateral (
        select id from jobs
        where tenant_id = $8 and state in ('done', 'dead', 'canceled')
            and state = leaf.state and queue = leaf.queue and kind = leaf.kind and id < $2
            and ($7::boolean is null or (run_at <= now()) = $7)
        order by id desc limit $3
    ) as found where $1 = 'tenant')
    union all
    (select found.id from unnest($4::text[], $5::text[], $6::text[]) as leaf (state, queue, kind), lateral (
        select id from jobs
        where tenant_id = $8 and state in ('queued', 'running')
            and state = leaf.state and queue = leaf.queue and kind = leaf.kind and id < $2
            and ($7::boolean is null or (run_at <= now()) = $7)
        order by id desc limit $3
    ) as found where $1 = 'tenant')
    union all
    (select found.id from unnest($5::text[], $6::text[]) as leaf (queue, kind), lateral (
        select id from jobs
        where state = 'dead' and queue = leaf.queue and kind = leaf.kind and error_group = $9 and id < $2
            and ($8::bigint is null or tenant_id = $8)
        order by id desc limit $3
    ) as found where $1 = 'error')
    union all
    (select found.id from (
        select unnest($10::bigint[]) as id
        union select id from jobs where $1 = 'text' and request_id = $11
        union select id from jobs where $1 = 'text' and job_payload_value(payload) = $11
    ) as wanted, lateral (
        -- the limit keeps the planner from reading all jobs to find the wanted ones among them
        select id, state, queue, kind from jobs where jobs.id = wanted.id and id < $2
            and ($7::boolean is null or (run_at <= now()) = $7)
            and ($8::bigint is null or tenant_id = $8)
            and ($9::text is null or error_group = $9)
        limit 1
    ) as found
    where $1 in ('ids', 'text')
        and (found.state, found.queue, found.kind) in (select * from unnest($4::text[], $5::text[], $6::text[]))
    order by found.id desc limit $3)
) as candidate "#
                + $tail,
            $candidates.path,
            $before,
            $limit,
            &$candidates.states,
            &$candidates.queues,
            &$candidates.kinds,
            $candidates.filter.state.and_then(JobState::must_be_due),
            $candidates.filter.tenant_id,
            $candidates.filter.error.as_deref(),
            $candidates.ids.as_deref(),
            $candidates.filter.q.as_deref(),
        )
    };
}

impl<'a> Candidates<'a> {
    /// Prepares to find the jobs of a filter that are in one of these states.
    pub(super) async fn prepare(conn: &mut SystemConn, filter: &'a JobFilter, allowed: &[&str]) -> db::Result<Self> {
        let by_text = || filter.q.as_ref().and_then(|text| text.parse().ok()).map(|id| vec![id]);
        let ids = filter.ids.clone().or_else(by_text);
        let (states, queues, kinds) = (Vec::new(), Vec::new(), Vec::new());
        let mut candidates = Self { filter, path: filter.access_path(), states, queues, kinds, ids };
        let leaves = list_leaves(conn).await?;
        let mut is_all = allowed.is_empty();
        for (state, queue, kind) in leaves {
            let is_allowed = allowed.is_empty() || allowed.contains(&state.as_str());
            if is_allowed && filter.matches(&state, &queue, &kind) {
                candidates.states.push(state);
                candidates.queues.push(queue);
                candidates.kinds.push(kind);
            } else {
                is_all = false;
            }
        }
        if is_all && candidates.path == "states" && filter.state.is_none() {
            candidates.path = "all";
        }
        Ok(candidates)
    }

    /// Returns the greatest ids below `before`, at most `limit`.
    pub(super) async fn list(&self, conn: &mut SystemConn, before: i64, limit: i64) -> db::Result<Vec<i64>> {
        let query = select_candidates!(r#"select id as "id!""#, "order by id desc limit $3", self, before, limit);
        Ok(query.fetch_all(conn.connection()).await?)
    }

    /// Counts the jobs below `before`, up to `limit`.
    pub(super) async fn count(&self, conn: &mut SystemConn, before: i64, limit: i64) -> db::Result<i64> {
        let query = select_candidates!(
            r#"select count(*) as "count!" from (select"#,
            "limit $3) as counted",
            self,
            before,
            limit
        );
        Ok(query.fetch_one(conn.connection()).await?)
    }

    /// Estimates the number of jobs from a fixed sample of the table's pages, so the same rows give the same number.
    pub(super) async fn estimate(&self, conn: &mut SystemConn) -> db::Result<i64> {
        let percent = sample_percent(conn).await?;
        let hits = sqlx::query_scalar!(
            r#"
            select count(*) as "count!" from jobs tablesample system ($1) repeatable (42)
            where (state, queue, kind) in (select * from unnest($2::text[], $3::text[], $4::text[]))
                and ($5::boolean is null or (run_at <= now()) = $5)
                and ($6::bigint is null or tenant_id = $6)
                and ($7::text is null or error_group = $7)
            "#,
            percent,
            &self.states,
            &self.queues,
            &self.kinds,
            self.filter.state.and_then(JobState::must_be_due),
            self.filter.tenant_id,
            self.filter.error.as_deref(),
        )
        .fetch_one(conn.connection())
        .await?;
        Ok(extrapolate(hits, percent))
    }
}

/// The share of the table that a sample reads, in percent.
pub(super) async fn sample_percent(conn: &mut SystemConn) -> db::Result<f32> {
    let percent = sqlx::query_scalar!(
        r#"
        select least(100, 100 * $1::real / greatest(pg_relation_size('jobs') / current_setting('block_size')::bigint, 1))::real
            as "percent!"
        "#,
        SAMPLE_PAGES,
    )
    .fetch_one(conn.connection())
    .await?;
    Ok(percent)
}

/// Extrapolates the hits in a sample to the whole table.
#[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "an estimate")]
pub(super) fn extrapolate(hits: i64, percent: f32) -> i64 {
    (hits as f64 * 100.0 / f64::from(percent)).round() as i64
}

/// Lists the existing combinations of state, queue and kind with a loose index scan.
async fn list_leaves(conn: &mut SystemConn) -> db::Result<Vec<(String, String, String)>> {
    let rows = sqlx::query!(
        r#"
        with recursive leaf as (
            (select state, queue, kind from jobs order by state, queue, kind limit 1)
            union all
            select next.state, next.queue, next.kind from leaf, lateral (
                select state, queue, kind from jobs
                where (state, queue, kind) > (leaf.state, leaf.queue, leaf.kind)
                order by state, queue, kind limit 1
            ) as next
        )
        select state as "state!", queue as "queue!", kind as "kind!" from leaf
        "#
    )
    .fetch_all(conn.connection())
    .await?;
    Ok(rows.into_iter().map(|row| (row.state, row.queue, row.kind)).collect())
}
