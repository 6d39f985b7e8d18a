//! A poll ticker that always leaves a waker registered.

use std::task::{Context, Poll};
use std::time::Duration;

use apalis_core::backend::ext::poll_strategy::{PollSnapshot, PollStrategy};
use tokio::time::{Interval, MissedTickBehavior};

/// Polls the transport at a fixed interval.
///
/// apalis 1.0's own intervals drop the wake-up when a fetch takes longer than the interval, and the worker then sleeps
/// until its next heartbeat.
#[derive(Debug)]
pub(crate) struct Tick {
    every: Duration,
    interval: Option<Interval>,
}

impl Tick {
    pub(crate) fn new(every: Duration) -> Self {
        Self { every, interval: None }
    }
}

impl Clone for Tick {
    fn clone(&self) -> Self {
        Self::new(self.every)
    }
}

impl PollStrategy for Tick {
    fn poll_drive(&mut self, cx: &mut Context<'_>, _: &PollSnapshot) -> Poll<Option<()>> {
        let every = self.every;
        let interval = self.interval.get_or_insert_with(|| {
            let mut interval = tokio::time::interval(every);
            interval.set_missed_tick_behavior(MissedTickBehavior::Delay);
            interval
        });
        let mut fired = false;
        // to Pending, so that the waker is registered
        while interval.poll_tick(cx).is_ready() {
            fired = true;
        }
        if fired { Poll::Ready(Some(())) } else { Poll::Pending }
    }
}
