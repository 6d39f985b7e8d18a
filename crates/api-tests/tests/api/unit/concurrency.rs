//! The limit on the requests in work.

use std::pin::pin;

use api::http::ConcurrencyLimit;
use futures::poll;
use tokio::sync::oneshot;

#[test]
fn permit_is_free_when_last_clone_is_dropped() {
    let limit = ConcurrencyLimit::new(1);
    let permit = limit.try_acquire().expect("a free permit");
    let clone = permit.clone();
    drop(permit);
    assert!(limit.try_acquire().is_none());
    drop(clone);
    assert!(limit.try_acquire().is_some());
}

#[tokio::test]
async fn suspended_request_gets_next_free_permit() {
    let limit = ConcurrencyLimit::new(1);
    let permit = limit.try_acquire().expect("a free permit");
    let (wake, waiting) = oneshot::channel();
    {
        let mut suspended = pin!(permit.suspend_during(waiting));
        assert!(poll!(&mut suspended).is_pending());
        let other = limit.try_acquire().expect("a waiting request is not in work");
        wake.send("woken").expect("it waits");
        assert!(poll!(&mut suspended).is_pending(), "there is no free permit");
        drop(other);
        assert!(limit.try_acquire().is_none(), "the request that waited is first");
        assert_eq!(suspended.await, Ok("woken"));
    }
    assert!(limit.try_acquire().is_none(), "it is in work again");
    drop(permit);
    assert!(limit.try_acquire().is_some());
}

#[tokio::test]
async fn wait_that_is_over_keeps_the_permit() {
    let limit = ConcurrencyLimit::new(1);
    let permit = limit.try_acquire().expect("a free permit");
    let outcome = permit.suspend_during(async { limit.try_acquire().is_some() }).await;
    assert!(!outcome);
    assert!(limit.try_acquire().is_none());
}
