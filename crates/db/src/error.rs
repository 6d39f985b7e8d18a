//! What can go wrong with the database that a caller cannot cause.

/// The database could not answer.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// It cannot be reached, is starting or stopping, or no connection became free in time. Trying again later may help.
    #[error("the database is unavailable")]
    Unavailable(#[source] sqlx::Error),
    /// It was reached and refused, or answered what it should not hold.
    #[error("the database failed")]
    Internal(#[source] sqlx::Error),
    /// A stored value breaks a rule of the domain.
    #[error("a stored value breaks a rule: {0}")]
    Stored(&'static str),
    /// Those who asked together got one error.
    #[error(transparent)]
    Shared(std::sync::Arc<Self>),
    /// The migrations could not be applied.
    #[error("the migrations could not be applied")]
    Migrate(#[from] sqlx::migrate::MigrateError),
}

/// A [`std::result::Result`] of this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// Whether trying again later may help.
    #[must_use]
    pub fn is_unavailable(&self) -> bool {
        match self {
            Self::Unavailable(_) => true,
            Self::Shared(error) => error.is_unavailable(),
            _ => false,
        }
    }

    /// The name of the constraint that refused a row, if one did.
    #[must_use]
    pub fn constraint(&self) -> Option<&str> {
        match self {
            Self::Internal(sqlx::Error::Database(error)) => error.constraint(),
            _ => None,
        }
    }
}

impl From<sqlx::Error> for Error {
    fn from(error: sqlx::Error) -> Self {
        let unavailable = match &error {
            sqlx::Error::Io(_)
            | sqlx::Error::Tls(_)
            | sqlx::Error::PoolTimedOut
            | sqlx::Error::PoolClosed
            | sqlx::Error::WorkerCrashed
            // the stream ended in the middle of a message
            | sqlx::Error::Protocol(_) => true,
            // connection exceptions, shutting down or starting up, too many connections
            sqlx::Error::Database(error) => {
                error.code().is_some_and(|code| code.starts_with("08") || code.starts_with("57P") || code == "53300")
            }
            _ => false,
        };
        if unavailable { Self::Unavailable(error) } else { Self::Internal(error) }
    }
}

/// Whether `error` is the refusal of a second row by the unique constraint or index `constraint`.
#[must_use]
pub fn is_unique_violation(error: &sqlx::Error, constraint: &str) -> bool {
    error.as_database_error().is_some_and(|error| error.is_unique_violation() && error.constraint() == Some(constraint))
}
