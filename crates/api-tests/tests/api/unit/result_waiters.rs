//! Waiting for the result of an analysis.

use api::services::result_waiters::ResultWaiters;
use futures::FutureExt as _;

#[tokio::test]
async fn wake_reaches_its_waiters_and_drop_unregisters() {
    let waiters = ResultWaiters::default();
    let (first, second, other) = (waiters.register(1), waiters.register(1), waiters.register(2));
    {
        let (first, second, other) = (first.notified(), second.notified(), other.notified());
        waiters.wake(1);
        waiters.wake(3);
        tokio::join!(first, second);
        assert!(other.now_or_never().is_none());
    }
    drop((first, second));
    let registered = || format!("{waiters:?}");
    assert!(registered().contains("data: {2: "), "{}", registered());
    let notified = other.notified();
    waiters.wake_all();
    notified.await;
    drop(other);
    assert!(registered().contains("data: {}"), "{}", registered());
}
