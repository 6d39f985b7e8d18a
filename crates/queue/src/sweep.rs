//! Deletes jobs that ended long ago.

use db::SystemDb;

/// Rows that one statement deletes.
const BATCH_SIZE: i64 = 5_000;
/// Days for which done and canceled jobs are kept.
const DONE_RETENTION_DAYS: i32 = 30;
/// Days for which dead jobs are kept, so that operators can still retry them.
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

/// Deletes some jobs whose retention has ended. Each state has its own index, so a scan for one never reads rows of
/// another.
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
