//! Listens for database notifications about changed analyses.
//!
//! The transaction that records a result or a failure notifies the channel `tci_read` with the analysis's id.
//! PostgreSQL delivers the notification when the transaction commits.

use domain::TciId;
use sqlx::postgres::{PgListener, PgPoolOptions};

use crate::connection::session::SessionContext;
use crate::{Database, Result};

/// The channel that [`crate::results`] notifies.
const CHANNEL: &str = "tci_read";

/// Listens for analyses of every tenant whose picture was read, or could not be. It only receives ids and reads no
/// rows.
#[derive(Debug)]
pub struct AnalysisListener(PgListener);

impl AnalysisListener {
    /// Connects and starts listening.
    pub async fn connect(database: &Database) -> Result<Self> {
        database.check_pooler().await?;
        let pool = PgPoolOptions::new().max_connections(1).idle_timeout(None).max_lifetime(None);
        let pool = pool.after_connect(|connection, _| {
            Box::pin(async move {
                let verified = SessionContext::SYSTEM.set_and_verify(connection).await;
                verified.map(drop).map_err(|error| sqlx::Error::Configuration(error.into()))
            })
        });
        let mut listener = PgListener::connect_with(&pool.connect_lazy_with(database.system_options())).await?;
        listener.listen(CHANNEL).await?;
        Ok(Self(listener))
    }

    /// Waits for the next analysis. Returns none when the connection was lost, and possibly notifications with it.
    pub async fn next(&mut self) -> Result<Option<TciId>> {
        loop {
            let Some(notification) = self.0.try_recv().await? else { return Ok(None) };
            // a payload that is not a number does not come from this program
            if let Ok(id) = notification.payload().parse() {
                return Ok(Some(TciId::new(id)));
            }
        }
    }
}
