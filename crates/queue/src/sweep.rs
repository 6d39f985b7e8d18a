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
        let deleted = sqlx::query!(
            "
            delete from jobs where id in (
                select id from jobs
                where finished_at < now() - make_interval(days => $1)
                    and (state <> 'dead' or finished_at < now() - make_interval(days => $2))
                limit $3
            )
            ",
            DONE_RETENTION_DAYS,
            DEAD_RETENTION_DAYS,
            BATCH_SIZE,
        )
        .execute(db.acquire().await?.connection())
        .await?
        .rows_affected();
        total += deleted;
        if deleted < BATCH_SIZE.unsigned_abs() {
            return Ok(total);
        }
    }
}
