//! Single look-ups that arrive together, answered by one statement.
//!
//! While the statements of earlier look-ups are under way, later ones gather and go together in the next one: under load
//! each statement answers many callers, and a caller who is alone never waits for company.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::oneshot;

use crate::{Error, Result};

/// How many statements are under way at a time: while PostgreSQL works on one, the answer of the other is handed out.
const STATEMENTS: usize = 2;
/// The most look-ups of one statement.
const MOST: usize = 64;
/// How long a statement may take, the wait for its connection included: nobody cancels it when its callers go away.
const LIMIT: Duration = Duration::from_secs(5);

/// Gathers look-ups of values by keys.
pub(crate) struct Gather<K, V> {
    state: Arc<Mutex<State<K, V>>>,
    limit: Duration,
}

/// Who gets an answer.
type Caller<V> = oneshot::Sender<Result<V>>;

struct State<K, V> {
    waiting: Vec<(K, Caller<V>)>,
    statements: usize,
}

impl<K, V> Gather<K, V>
where
    K: Send + 'static,
    V: Send + 'static,
{
    /// Answers `key` by `look_up`, which answers as many values as it is given keys, in their order.
    pub(crate) async fn ask<F, A>(&self, key: K, look_up: F) -> Result<V>
    where
        F: Fn(Vec<K>) -> A + Send + 'static,
        A: Future<Output = Result<Vec<V>>> + Send + 'static,
    {
        let (sender, answer) = oneshot::channel();
        let turn = {
            let mut state = lock(&self.state);
            state.waiting.push((key, sender));
            (state.statements < STATEMENTS).then(|| {
                state.statements += 1;
                Turn { gather: self.clone(), ended: false }
            })
        };
        if let Some(turn) = turn {
            tokio::spawn(turn.run(look_up));
        }
        answer.await.unwrap_or(Err(Error::Unavailable(sqlx::Error::WorkerCrashed)))
    }
}

/// One statement after another, for as long as somebody waits.
struct Turn<K, V> {
    gather: Gather<K, V>,
    ended: bool,
}

impl<K, V> Turn<K, V> {
    async fn run<F, A>(mut self, look_up: F)
    where
        F: Fn(Vec<K>) -> A,
        A: Future<Output = Result<Vec<V>>>,
    {
        while let Some((keys, callers)) = self.next() {
            let answers = tokio::time::timeout(self.gather.limit, look_up(keys)).await;
            // a caller who went away misses nothing
            match answers.unwrap_or(Err(Error::Unavailable(sqlx::Error::PoolTimedOut))) {
                Ok(values) => {
                    for (caller, value) in callers.into_iter().zip(values) {
                        let _ = caller.send(Ok(value));
                    }
                }
                Err(error) => {
                    let error = Arc::new(error);
                    for caller in callers {
                        let _ = caller.send(Err(Error::Shared(Arc::clone(&error))));
                    }
                }
            }
        }
    }

    /// Who waits now; the turn ends when nobody does.
    fn next(&mut self) -> Option<(Vec<K>, Vec<Caller<V>>)> {
        let mut state = lock(&self.gather.state);
        if state.waiting.is_empty() {
            state.statements -= 1;
            self.ended = true;
            return None;
        }
        let count = state.waiting.len().min(MOST);
        Some(state.waiting.drain(..count).unzip())
    }
}

impl<K, V> Drop for Turn<K, V> {
    fn drop(&mut self) {
        if !self.ended {
            // a panic: with no statement left to answer them, those who wait hear of it now
            let mut state = lock(&self.gather.state);
            state.statements -= 1;
            if state.statements == 0 {
                state.waiting.clear();
            }
        }
    }
}

fn lock<T>(state: &Mutex<T>) -> MutexGuard<'_, T> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<K, V> Clone for Gather<K, V> {
    fn clone(&self) -> Self {
        Self { state: Arc::clone(&self.state), limit: self.limit }
    }
}

impl<K, V> Default for Gather<K, V> {
    fn default() -> Self {
        Self { state: Arc::new(Mutex::new(State { waiting: Vec::new(), statements: 0 })), limit: LIMIT }
    }
}

impl<K, V> fmt::Debug for Gather<K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // keys may be secrets
        f.write_str("Gather(..)")
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::Semaphore;
    use tokio::task::{JoinHandle, yield_now};

    use super::*;

    /// A database that answers a key with ten times the key, one statement for each permit.
    #[derive(Clone)]
    struct Fake {
        gather: Gather<u32, u32>,
        permits: Arc<Semaphore>,
        statements: Arc<Mutex<Vec<Vec<u32>>>>,
    }

    impl Fake {
        fn new() -> Self {
            Self { gather: Gather::default(), permits: Arc::new(Semaphore::new(0)), statements: Arc::default() }
        }

        /// Key 13 makes a statement fail, key 666 makes it panic.
        fn ask(&self, key: u32) -> JoinHandle<Result<u32>> {
            let fake = self.clone();
            tokio::spawn(async move {
                let database = fake.clone();
                let look_up = move |keys: Vec<u32>| {
                    let fake = database.clone();
                    async move {
                        lock(&fake.statements).push(keys.clone());
                        fake.permits.acquire().await.expect("open").forget();
                        assert!(!keys.contains(&666), "a statement that panics");
                        if keys.contains(&13) {
                            return Err(Error::from(sqlx::Error::PoolTimedOut));
                        }
                        Ok(keys.iter().map(|key| key * 10).collect())
                    }
                };
                fake.gather.ask(key, look_up).await
            })
        }

        /// Asks one after another, as if each had arrived when the one before was under way or waiting.
        async fn ask_all(&self, keys: impl IntoIterator<Item = u32>) -> Vec<JoinHandle<Result<u32>>> {
            let mut asked = Vec::new();
            for key in keys {
                asked.push(self.ask(key));
                yield_now().await;
                yield_now().await;
            }
            asked
        }

        fn statements(&self) -> Vec<Vec<u32>> {
            lock(&self.statements).clone()
        }
    }

    #[tokio::test]
    async fn who_arrives_while_statements_are_under_way_goes_together_in_the_next() {
        let fake = Fake::new();
        let asked = fake.ask_all(1..=5).await;
        assert_eq!(fake.statements(), [[1], [2]], "the first ones do not wait for company");
        fake.permits.add_permits(3);
        for (key, answer) in (1..).zip(asked) {
            assert_eq!(answer.await.expect("no panic").expect("an answer"), key * 10);
        }
        assert_eq!(fake.statements(), [vec![1], vec![2], vec![3, 4, 5]]);
        fake.permits.add_permits(1);
        assert_eq!(fake.ask(6).await.expect("no panic").expect("an answer"), 60, "and it goes on");
    }

    #[tokio::test]
    async fn a_statement_holds_so_many_and_no_more() {
        let fake = Fake::new();
        let most = u32::try_from(MOST).expect("small");
        let asked = fake.ask_all(100..=102 + most).await;
        fake.permits.add_permits(4);
        for answer in asked {
            answer.await.expect("no panic").expect("an answer");
        }
        let sizes: Vec<usize> = fake.statements().iter().map(Vec::len).collect();
        assert_eq!(sizes, [1, 1, MOST, 1]);
    }

    #[tokio::test]
    async fn an_error_goes_to_all_who_asked_together_and_to_no_one_else() {
        let fake = Fake::new();
        let mut asked = fake.ask_all([1, 2, 3, 13]).await.into_iter();
        fake.permits.add_permits(3);
        for answer in asked.by_ref().take(2) {
            answer.await.expect("no panic").expect("an answer");
        }
        for answer in asked {
            let error = answer.await.expect("no panic").expect_err("its statement failed");
            assert!(error.is_unavailable(), "{error}");
        }
    }

    #[tokio::test]
    async fn a_panic_leaves_nobody_waiting() {
        let fake = Fake::new();
        let asked = fake.ask_all([666, 666, 3]).await;
        fake.permits.add_permits(2);
        for answer in asked {
            assert!(answer.await.expect("no panic").expect_err("nobody can answer").is_unavailable());
        }
        fake.permits.add_permits(1);
        assert_eq!(fake.ask(4).await.expect("no panic").expect("an answer"), 40, "the next one starts anew");
    }

    #[tokio::test]
    async fn a_statement_that_hangs_is_given_up() {
        let mut fake = Fake::new();
        fake.gather.limit = Duration::from_millis(20);
        let error = fake.ask(1).await.expect("no panic").expect_err("no permit ever comes");
        assert!(error.is_unavailable(), "{error}");
    }

    #[tokio::test]
    async fn a_caller_who_goes_away_takes_nobody_along() {
        let fake = Fake::new();
        let asked = fake.ask_all([1, 2, 3, 4]).await;
        asked[0].abort();
        asked[2].abort();
        fake.permits.add_permits(3);
        for (at, answer) in asked.into_iter().enumerate().filter(|(at, _)| at % 2 == 1) {
            assert_eq!(
                answer.await.expect("not aborted").expect("an answer"),
                u32::try_from(at + 1).expect("small") * 10
            );
        }
    }
}
