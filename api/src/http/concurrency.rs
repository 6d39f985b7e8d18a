//! Load shedding: a limit on the requests that are in work in this process.
//!
//! More requests than a process can serve would all wait, for a connection and for the processor, until their timeouts.
//! Those over the limit are refused at once instead, and the others are served as fast as ever.

use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;

use axum::extract::FromRequestParts;
use futures::poll;
use http::request::Parts;
use parking_lot::Mutex;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::problem::{Code, Problem};

/// The number of requests that may be in work at a time; cheap to clone.
#[derive(Clone, Debug)]
pub struct ConcurrencyLimit(Arc<Semaphore>);

/// A request's permit to be in work. It is returned when its last clone is dropped.
#[derive(Clone, Debug)]
pub struct RequestPermit {
    limit: Arc<Semaphore>,
    /// None during [`RequestPermit::suspend_during`].
    permit: Arc<Mutex<Option<OwnedSemaphorePermit>>>,
}

impl ConcurrencyLimit {
    /// Creates a limit of this many requests.
    #[must_use]
    pub fn new(max_requests: u32) -> Self {
        let permits = usize::try_from(max_requests).unwrap_or(Semaphore::MAX_PERMITS);
        Self(Arc::new(Semaphore::new(permits)))
    }

    /// Returns a permit, or `None` when as many requests as possible are in work.
    #[must_use]
    pub fn try_acquire(&self) -> Option<RequestPermit> {
        let permit = Arc::clone(&self.0).try_acquire_owned().ok()?;
        Some(RequestPermit { limit: Arc::clone(&self.0), permit: Arc::new(Mutex::new(Some(permit))) })
    }
}

impl RequestPermit {
    /// Waits for something outside of this process, without being in work meanwhile. Afterwards the request takes the
    /// next free permit, before any new request.
    pub async fn suspend_during<T>(&self, wait: impl Future<Output = T>) -> T {
        let mut wait = pin!(wait);
        if let Poll::Ready(outcome) = poll!(wait.as_mut()) {
            return outcome;
        }
        drop(self.permit.lock().take());
        let outcome = wait.await;
        // the semaphore is never closed
        let permit = Arc::clone(&self.limit).acquire_owned().await.ok();
        *self.permit.lock() = permit;
        outcome
    }
}

impl<S: Sync> FromRequestParts<S> for RequestPermit {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        parts.extensions.get::<Self>().cloned().ok_or_else(|| Problem::new(Code::Internal))
    }
}
