//! Errors of the queue's own loops. The loops retry after each of them.

/// A step of the queue failed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The database failed.
    #[error(transparent)]
    Database(#[from] db::Error),
    /// Redis failed.
    #[error("redis: {0}")]
    Redis(#[from] redis::RedisError),
    /// Redis did not respond in time.
    #[error("redis: no answer in time")]
    RedisTimeout,
    /// The number of jobs, canceled or without attempts left, that could not be ended.
    #[error("{0} jobs were not ended")]
    NotEnded(usize),
}

impl From<sqlx::Error> for Error {
    fn from(error: sqlx::Error) -> Self {
        Self::Database(error.into())
    }
}
