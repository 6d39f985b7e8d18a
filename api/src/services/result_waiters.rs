//! Waiting for the result of an analysis: one database connection listens for all waiting requests.

use std::collections::HashMap;
use std::sync::Arc;

use db::Database;
use parking_lot::Mutex;
use tokio::sync::Notify;
use tokio::time::Duration;

/// The pause before the connection is opened again after it was lost.
const RECONNECT_DELAY: Duration = Duration::from_secs(1);

type Waiters = Mutex<HashMap<i64, Arc<Notify>>>;

/// The waiting requests, by the analysis that they wait for; cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct ResultWaiters(Arc<Waiters>);

/// One request that waits for one analysis. It unregisters when dropped.
#[derive(Debug)]
pub struct Waiter {
    waiters: Arc<Waiters>,
    id: i64,
    notify: Arc<Notify>,
}

impl ResultWaiters {
    /// Registers a waiter for an analysis. Register first and then read the row, so that no notification is missed.
    #[must_use]
    pub fn register(&self, id: i64) -> Waiter {
        let notify = self.0.lock().entry(id).or_default().clone();
        Waiter { waiters: self.0.clone(), id, notify }
    }

    /// Wakes the waiters of an analysis.
    pub fn wake(&self, id: i64) {
        if let Some(notify) = self.0.lock().get(&id) {
            notify.notify_waiters();
        }
    }

    /// Wakes all waiters, because notifications may have been missed.
    pub fn wake_all(&self) {
        for notify in self.0.lock().values() {
            notify.notify_waiters();
        }
    }

    /// Listens for results, forever. Reconnects when the connection is lost.
    pub async fn listen(self, database: Database) {
        loop {
            match db::AnalysisListener::connect(&database).await {
                Ok(mut results) => {
                    // results may have arrived while nobody listened
                    self.wake_all();
                    while let Ok(Some(id)) = results.next().await {
                        self.wake(id.get());
                    }
                    tracing::warn!("the connection that listens for results is lost");
                }
                Err(error) => tracing::warn!(%error, "cannot listen for results: waiting requests poll"),
            }
            tokio::time::sleep(RECONNECT_DELAY).await;
        }
    }
}

impl Waiter {
    /// Resolves at the next wake after this call.
    pub fn notified(&self) -> tokio::sync::futures::Notified<'_> {
        self.notify.notified()
    }
}

impl Drop for Waiter {
    fn drop(&mut self) {
        let mut waiters = self.waiters.lock();
        // only the map and this waiter own it, so nobody else waits
        if Arc::strong_count(&self.notify) == 2 {
            waiters.remove(&self.id);
        }
    }
}
