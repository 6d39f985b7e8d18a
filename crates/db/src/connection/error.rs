//! Failures of the database that a caller cannot cause.

use std::fmt::Display;
use std::panic::Location;
use std::sync::Arc;

use super::session::IsolationError;

/// A failure of the database.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// It is unreachable, starting or stopping, or no connection became free in time. A retry may succeed.
    #[error("the database is unavailable")]
    Unavailable(#[source] sqlx::Error),
    /// A connection could read rows of other tenants, so it is not used. Only a change of the configuration helps.
    #[error("connections to the database are not isolated")]
    NotIsolated(#[from] IsolationError),
    /// It rejected a statement, or responded unexpectedly.
    #[error("the statement at {location} failed")]
    Statement {
        /// Where the statement is in the source code.
        location: &'static Location<'static>,
        /// The database's error with code, table, column and constraint, if known.
        source: sqlx::Error,
    },
    /// A stored value breaks a rule of the domain.
    #[error("{table}.{column} of row {row} holds an invalid value")]
    InvalidValue {
        /// The table.
        table: &'static str,
        /// The column.
        column: &'static str,
        /// The row's id, or another identification of the row.
        row: String,
        /// The violated rule, if more is known than that the value is not an allowed one.
        source: Option<Box<dyn std::error::Error + Send + Sync>>,
    },
    /// The error of a batch, shared by its requests.
    #[error(transparent)]
    Batch(Arc<Self>),
    /// The migrations could not be applied.
    #[error("the migrations could not be applied")]
    Migrate(#[from] sqlx::migrate::MigrateError),
}

/// A [`std::result::Result`] of this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// Returns whether a retry may succeed.
    #[must_use]
    pub fn is_unavailable(&self) -> bool {
        match self {
            // while the configuration is wrong no request is served, and no job fails permanently
            Self::Unavailable(_) | Self::NotIsolated(_) => true,
            Self::Batch(error) => error.is_unavailable(),
            _ => false,
        }
    }

    /// Returns the name of the constraint that was violated, if any.
    #[must_use]
    pub fn constraint(&self) -> Option<&str> {
        match self {
            Self::Statement { source: sqlx::Error::Database(error), .. } => error.constraint(),
            _ => None,
        }
    }
}

impl From<sqlx::Error> for Error {
    #[track_caller]
    fn from(error: sqlx::Error) -> Self {
        let unavailable = match &error {
            sqlx::Error::Io(_)
            | sqlx::Error::Tls(_)
            | sqlx::Error::PoolTimedOut
            | sqlx::Error::PoolClosed
            | sqlx::Error::WorkerCrashed
            // the stream ended within a message
            | sqlx::Error::Protocol(_) => true,
            // connection exceptions, shutting down or starting up, too many connections
            sqlx::Error::Database(error) => {
                error.code().is_some_and(|code| code.starts_with("08") || code.starts_with("57P") || code == "53300")
            }
            _ => false,
        };
        if unavailable {
            Self::Unavailable(error)
        } else {
            Self::Statement { location: Location::caller(), source: error }
        }
    }
}

/// The location of a stored value, for the error when the value violates a rule of the domain.
#[derive(Clone, Copy)]
pub(crate) struct Column<R> {
    table: &'static str,
    name: &'static str,
    row: R,
}

/// Describes the value in the column `name` of the row `row` of `table`.
pub(crate) const fn column<R>(table: &'static str, name: &'static str, row: R) -> Column<R> {
    Column { table, name, row }
}

impl<R: Display> Column<R> {
    /// Returns the parsed value, or [`Error::InvalidValue`] when parsing returned none.
    pub(crate) fn require<T>(self, parsed: Option<T>) -> Result<T> {
        parsed.ok_or_else(|| self.invalid(None))
    }

    /// Returns the parsed value, or [`Error::InvalidValue`] with the violated rule.
    pub(crate) fn check<T, E>(self, parsed: Result<T, E>) -> Result<T>
    where
        E: std::error::Error + Send + Sync + 'static,
    {
        parsed.map_err(|error| self.invalid(Some(error.into())))
    }

    fn invalid(self, source: Option<Box<dyn std::error::Error + Send + Sync>>) -> Error {
        Error::InvalidValue { table: self.table, column: self.name, row: self.row.to_string(), source }
    }
}

/// Returns whether `error` is a violation of the unique constraint or index `constraint`.
#[must_use]
pub fn is_unique_violation(error: &sqlx::Error, constraint: &str) -> bool {
    error.as_database_error().is_some_and(|error| error.is_unique_violation() && error.constraint() == Some(constraint))
}
