//! The list of jobs, page by page.

use db::SystemConn;

use super::candidates::Candidates;
use super::{JobFilter, JobView};

/// The maximum page size.
const MAX_PAGE_SIZE: i64 = 200;
/// Jobs are counted exactly up to this number.
pub(super) const MAX_EXACT_COUNT: i64 = 10_000;

/// A number of jobs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JobCount {
    /// The number.
    pub jobs: i64,
    /// Whether the number is estimated from a sample, as numbers above 10,000 are.
    pub is_estimate: bool,
}

/// One page of a filter's jobs, the newest first.
#[derive(Clone, Debug)]
pub struct JobPage {
    /// The jobs.
    pub jobs: Vec<JobView>,
    /// The `before` of the next page; none on the last page.
    pub next_before: Option<i64>,
    /// How many jobs match.
    pub count: JobCount,
}

/// Lists jobs of a filter with ids below `before`, the newest first, at most 200.
///
/// # Errors
/// When the database fails.
pub async fn list_jobs(
    conn: &mut SystemConn,
    filter: &JobFilter,
    before: Option<i64>,
    limit: i64,
) -> db::Result<JobPage> {
    let limit = limit.clamp(1, MAX_PAGE_SIZE);
    let candidates = Candidates::prepare(conn, filter, &[]).await?;
    let mut ids = candidates.list(conn, before.unwrap_or(i64::MAX), limit + 1).await?;
    let has_more = i64::try_from(ids.len()).is_ok_and(|found| found > limit);
    if has_more {
        ids.pop();
    }
    let jobs = list_by_ids(conn, &ids).await?;
    let next_before = if has_more { ids.last().copied() } else { None };
    Ok(JobPage { jobs, next_before, count: count(conn, &candidates).await? })
}

async fn count(conn: &mut SystemConn, candidates: &Candidates<'_>) -> db::Result<JobCount> {
    let counted = candidates.count(conn, i64::MAX, MAX_EXACT_COUNT + 1).await?;
    if counted <= MAX_EXACT_COUNT {
        return Ok(JobCount { jobs: counted, is_estimate: false });
    }
    Ok(JobCount { jobs: candidates.estimate(conn).await?.max(counted), is_estimate: true })
}

/// Returns the jobs with these ids, the newest first.
pub(super) async fn list_by_ids(conn: &mut SystemConn, ids: &[i64]) -> db::Result<Vec<JobView>> {
    let jobs = sqlx::query_as!(
        JobView,
        r#"
        select jobs.id, tenant_id, tenants.key as tenant, queue, jobs.kind,
            coalesce(payload, jsonb_build_object('ref_id', ref_id)) as payload, state, attempts, max_attempts, last_error,
            request_id, traceparent, jobs.created_at, run_at, started_at, finished_at
        from jobs join tenants on tenants.id = tenant_id
        where jobs.id = any($1) order by jobs.id desc
        "#,
        ids,
    )
    .fetch_all(conn.connection())
    .await?;
    Ok(jobs)
}
