//! Why a step of the queue's own machinery did not work; all of them are tried again.

/// A step of the queue did not work.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The database did not do it.
    #[error(transparent)]
    Database(#[from] db::Error),
    /// Redis did not do it.
    #[error("redis: {0}")]
    Redis(#[from] redis::RedisError),
    /// Redis did not do it in time.
    #[error("redis: no answer in time")]
    Slow,
}

impl From<sqlx::Error> for Error {
    fn from(error: sqlx::Error) -> Self {
        Self::Database(error.into())
    }
}
