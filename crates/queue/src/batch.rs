//! Puts what many runs ask of the database at the same time into one statement.

use std::time::Duration;

use tokio::sync::{mpsc, oneshot};

/// The most requests in one statement.
const MOST: usize = 200;
/// Requests that may wait before their senders do.
const WAITING: usize = 1_000;

/// One request and where its answer goes.
type Waiting<Q, A> = (Q, oneshot::Sender<A>);

/// A door to a batch: requests that arrive while one is under way go together into the next.
#[derive(Debug)]
pub(crate) struct Batch<Q, A> {
    requests: mpsc::Sender<Waiting<Q, A>>,
}

impl<Q, A> Clone for Batch<Q, A> {
    fn clone(&self) -> Self {
        Self { requests: self.requests.clone() }
    }
}

impl<Q: Send + 'static, A: Send + 'static> Batch<Q, A> {
    /// Starts answering, until the last door is dropped. `work` answers its requests in their order.
    pub(crate) fn start<F>(mut work: impl FnMut(Vec<Q>) -> F + Send + 'static) -> Self
    where
        F: Future<Output = Vec<A>> + Send,
    {
        let (requests, mut arrived) = mpsc::channel::<Waiting<Q, A>>(WAITING);
        tokio::spawn(async move {
            let mut waiting = Vec::new();
            while arrived.recv_many(&mut waiting, MOST).await > 0 {
                let (questions, doors): (Vec<_>, Vec<_>) = waiting.drain(..).unzip();
                for (answer, door) in work(questions).await.into_iter().zip(doors) {
                    // nobody waits any more: that run was aborted
                    let _ = door.send(answer);
                }
            }
        });
        Self { requests }
    }

    /// Asks and waits. None when the batch has ended or gave no answer within `limit`.
    pub(crate) async fn ask(&self, question: Q, limit: Duration) -> Option<A> {
        let (door, answer) = oneshot::channel();
        self.requests.send((question, door)).await.ok()?;
        tokio::time::timeout(limit, answer).await.ok()?.ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn requests_that_come_together_are_answered_together_and_in_order() {
        let batch = Batch::start(|numbers: Vec<u32>| async move {
            tokio::time::sleep(Duration::from_millis(5)).await;
            let size = numbers.len();
            numbers.into_iter().map(|n| (n, size)).collect()
        });
        let asked = (0..50).map(|n| {
            let batch = batch.clone();
            async move { batch.ask(n, Duration::from_secs(5)).await.expect("an answer") }
        });
        let answers = futures::future::join_all(asked).await;
        assert!(answers.iter().enumerate().all(|(i, (n, _))| i == *n as usize));
        assert!(answers.iter().any(|(_, size)| *size > 10));
    }
}
