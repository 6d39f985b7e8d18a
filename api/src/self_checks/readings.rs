//! Waiting for a photo to be read: one database connection listens for all requests that wait.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use db::Database;
use tokio::sync::Notify;
use tokio::time::Duration;

/// How long to leave the database alone after a lost connection.
const AGAIN: Duration = Duration::from_secs(1);

type Waiters = Mutex<HashMap<i64, Arc<Notify>>>;

/// The requests that wait, by the analysis that they wait for.
#[derive(Clone, Debug, Default)]
pub struct Readings(Arc<Waiters>);

/// One request's wait for one analysis; it leaves when dropped.
#[derive(Debug)]
pub struct Waiter {
    waiters: Arc<Waiters>,
    id: i64,
    notify: Arc<Notify>,
}

impl Readings {
    /// Joins those that wait for an analysis. Join first and look then, so that nothing is missed in between.
    #[must_use]
    pub fn join(&self, id: i64) -> Waiter {
        let notify = self.0.lock().unwrap_or_else(PoisonError::into_inner).entry(id).or_default().clone();
        Waiter { waiters: self.0.clone(), id, notify }
    }

    /// Wakes those that wait for an analysis.
    pub fn wake(&self, id: i64) {
        if let Some(notify) = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&id) {
            notify.notify_waiters();
        }
    }

    /// Wakes everybody: notifications may have been missed.
    pub fn wake_all(&self) {
        for notify in self.0.lock().unwrap_or_else(PoisonError::into_inner).values() {
            notify.notify_waiters();
        }
    }

    /// Hears from the database what was read, for ever; connects again when the connection is lost.
    pub async fn listen(self, database: Database) {
        loop {
            match db::listen::Readings::connect(&database).await {
                Ok(mut heard) => {
                    // something may have been read since the last connection
                    self.wake_all();
                    while let Ok(Some(id)) = heard.next().await {
                        self.wake(id.get());
                    }
                    tracing::warn!("the connection that tells of results is lost");
                }
                Err(error) => tracing::warn!(%error, "results cannot be waited for: looking for them now and then"),
            }
            tokio::time::sleep(AGAIN).await;
        }
    }
}

impl Waiter {
    /// Resolves at the next wake after this call.
    pub fn woken(&self) -> tokio::sync::futures::Notified<'_> {
        self.notify.notified()
    }
}

impl Drop for Waiter {
    fn drop(&mut self) {
        let mut waiters = self.waiters.lock().unwrap_or_else(PoisonError::into_inner);
        // the map's and this one: nobody else waits
        if Arc::strong_count(&self.notify) == 2 {
            waiters.remove(&self.id);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_the_right_ones_wake_and_nothing_is_left() {
        let readings = Readings::default();
        let (first, second, other) = (readings.join(1), readings.join(1), readings.join(2));
        {
            let (first, second, other) = (first.woken(), second.woken(), other.woken());
            readings.wake(1);
            readings.wake(3);
            tokio::join!(first, second);
            assert!(futures::FutureExt::now_or_never(other).is_none());
        }
        drop((first, second));
        assert_eq!(readings.0.lock().expect("not poisoned").len(), 1);
        let woken = other.woken();
        readings.wake_all();
        woken.await;
        drop(other);
        assert!(readings.0.lock().expect("not poisoned").is_empty());
    }
}
