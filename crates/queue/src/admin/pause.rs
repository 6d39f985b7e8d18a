//! Pauses. They are rows in PostgreSQL, so they survive restarts. Relays push no job of a paused queue, workers do not
//! claim what Redis already contains, and those jobs go back to the relay. Running jobs continue to their end.

use chrono::{DateTime, Utc};
use db::SystemConn;

use crate::settings::Queue;

/// A paused queue.
#[derive(Clone, Debug)]
pub struct Pause {
    /// The queue.
    pub queue: String,
    /// When it was paused.
    pub paused_at: DateTime<Utc>,
    /// The operator who paused it.
    pub operator: String,
    /// The reason that the operator gave.
    pub reason: String,
}

/// Lists the paused queues.
///
/// # Errors
/// When the database fails.
pub async fn list_pauses(conn: &mut SystemConn) -> db::Result<Vec<Pause>> {
    let pauses = sqlx::query_as!(Pause, "select queue, paused_at, operator, reason from paused_queues order by queue");
    Ok(pauses.fetch_all(conn.connection()).await?)
}

/// Pauses a queue. Returns false when it is paused already.
///
/// # Errors
/// When the database fails.
pub async fn pause(conn: &mut SystemConn, queue: Queue, operator: &str, reason: &str) -> db::Result<bool> {
    let paused = sqlx::query!(
        "insert into paused_queues (queue, operator, reason) values ($1, $2, $3) on conflict do nothing",
        queue.as_str(),
        operator,
        reason,
    );
    Ok(paused.execute(conn.connection()).await?.rows_affected() > 0)
}

/// Resumes a queue. Returns false when it is not paused.
///
/// # Errors
/// When the database fails.
pub async fn resume(conn: &mut SystemConn, queue: Queue) -> db::Result<bool> {
    let resumed = sqlx::query!("delete from paused_queues where queue = $1", queue.as_str());
    Ok(resumed.execute(conn.connection()).await?.rows_affected() > 0)
}
