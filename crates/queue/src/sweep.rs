//! Deletes jobs that ended long ago.

use db::SystemDb;

/// Rows deleted by one statement.
const BATCH_SIZE: i64 = 5_000;
/// Days for which jobs that were done or canceled are kept.
const DONE_RETENTION_DAYS: i32 = 30;
/// Days for which dead jobs are kept: somebody may still want to run them again.
const DEAD_RETENTION_DAYS: i32 = 180;

/// Deletes jobs that ended long ago, with their history, and returns how many.
///
/// # Errors
/// When the database fails.
pub async fn sweep_finished(db: &SystemDb) -> db::Result<u64> {
    let mut total = 0;
    loop {
        let deleted = delete_batch(db).await?;
        total += deleted;
        if deleted < BATCH_SIZE.unsigned_abs() {
            return Ok(total);
        }
    }
}

/// Deletes some jobs whose period is over. Each period has its index: a look for the one never reads rows of the other.
async fn delete_batch(db: &SystemDb) -> db::Result<u64> {
    let deleted = sqlx::query!(
        "
        delete from jobs where id in (
            select id from (
                (select id from jobs where state in ('done', 'canceled') and finished_at < now() - make_interval(days => $1)
                order by finished_at limit $3)
                union all
                (select id from jobs where state = 'dead' and finished_at < now() - make_interval(days => $2)
                order by finished_at limit $3)
            ) as ended limit $3
        )
        ",
        DONE_RETENTION_DAYS,
        DEAD_RETENTION_DAYS,
        BATCH_SIZE,
    );
    Ok(deleted.execute(db.acquire().await?.connection()).await?.rows_affected())
}
