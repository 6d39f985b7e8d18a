//! Deletes jobs that ended long ago.

use db::SystemDb;

/// Jobs that one statement reads.
const BATCH_SIZE: i64 = 5_000;
/// Days for which done and canceled jobs are kept.
const DONE_RETENTION_DAYS: i32 = 30;
/// Days for which dead jobs are kept, so that operators can still retry them.
const DEAD_RETENTION_DAYS: i32 = 180;

/// What a statement read along the primary key.
struct Batch {
    deleted: i64,
    /// The last id that it read, if a later one can have ended long ago.
    next: Option<i64>,
}

/// Deletes jobs that ended long ago, with their history, and returns how many.
///
/// It reads jobs along the primary key until one is too young to have ended long ago, so an update of a job costs no
/// entry in an index for the sweep. Jobs that outlive the others are read by every sweep: dead ones for half a year.
///
/// # Errors
/// When the database fails.
pub async fn sweep_finished(db: &SystemDb) -> db::Result<u64> {
    let (mut total, mut next) = (0, Some(0));
    while let Some(after) = next {
        let batch = delete_batch(db, after).await?;
        total += batch.deleted.unsigned_abs();
        next = batch.next;
    }
    Ok(total)
}

/// Deletes those of the next jobs whose retention has ended. Their state is checked on the row, where a concurrent retry
/// is seen.
async fn delete_batch(db: &SystemDb, after: i64) -> db::Result<Batch> {
    let batch = sqlx::query_as!(
        Batch,
        r#"
        with batch as materialized (
            select id, created_at from jobs where id > $1 order by id limit $2
        ), deleted as (
            delete from jobs where id in (select id from batch) and (
                state in ('done', 'canceled') and finished_at < now() - make_interval(days => $3)
                or state = 'dead' and finished_at < now() - make_interval(days => $4)
            )
            returning id
        )
        select (select count(*) from deleted) as "deleted!",
            (select id from (select * from batch order by id desc limit 1) as last
                where created_at < now() - make_interval(days => $3)) as next
        "#,
        after,
        BATCH_SIZE,
        DONE_RETENTION_DAYS,
        DEAD_RETENTION_DAYS,
    );
    Ok(batch.fetch_one(db.acquire().await?.connection()).await?)
}
