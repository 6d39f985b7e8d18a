//! Hearing from the database that a picture was read.
//!
//! The transaction that records a result or a failure notifies the channel `tci_read` with the analysis's number; the
//! notification is sent when it commits.

use domain::TciId;
use sqlx::postgres::{PgListener, PgPoolOptions};

use crate::{Database, Result};

/// The channel that [`crate::results`] notifies.
const CHANNEL: &str = "tci_read";

/// A connection that hears of every tenant's readings. It hears numbers only and reads no rows.
#[derive(Debug)]
pub struct Readings(PgListener);

impl Readings {
    /// Begins to listen.
    ///
    /// # Errors
    /// When the database is unavailable.
    pub async fn connect(database: &Database) -> Result<Self> {
        let pool = PgPoolOptions::new().max_connections(1).idle_timeout(None).max_lifetime(None);
        let mut listener = PgListener::connect_with(&pool.connect_lazy_with(database.system_options())).await?;
        listener.listen(CHANNEL).await?;
        Ok(Self(listener))
    }

    /// The next analysis whose picture was read or could not be; none when the connection was lost, and with it perhaps
    /// notifications.
    ///
    /// # Errors
    /// When the database is unavailable.
    pub async fn next(&mut self) -> Result<Option<TciId>> {
        loop {
            let Some(heard) = self.0.try_recv().await? else { return Ok(None) };
            // what is no number was notified by somebody else
            if let Ok(id) = heard.payload().parse() {
                return Ok(Some(TciId::new(id)));
            }
        }
    }
}
