//! A pool of connections that are all born alike.
//!
//! sqlx's own pool sends a round trip of its own whenever a connection comes back, which halves the reads per second of
//! a service whose reads are one round trip. This one hands a connection straight on when its last statement is known to
//! have ended well ([`Pooled::settle`]), and cleans it in the background otherwise.

use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};

use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{ConnectOptions as _, Connection as _};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// How long a caller waits for a connection before the database counts as unavailable.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(3);
/// After this long without use a connection is tried before it is handed out: the server may have gone meanwhile.
const TRUSTED_IDLE: Duration = Duration::from_secs(1);
/// After this long without use a connection is closed.
const IDLE_TIMEOUT: Duration = Duration::from_mins(1);
/// How long the cleaning of a returned connection may take before it is closed instead.
const CLEAN_TIMEOUT: Duration = Duration::from_secs(5);

/// A pool of connections with the same options.
#[derive(Clone, Debug)]
pub(crate) struct Pool(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    options: PgConnectOptions,
    permits: Arc<Semaphore>,
    /// The longest idle first; handed out from the end, so that spare ones grow old and close.
    idle: Mutex<Vec<Idle>>,
}

#[derive(Debug)]
struct Idle {
    connection: PgConnection,
    since: Instant,
}

impl Pool {
    /// A pool of at most `max` connections; it connects when asked for the first one.
    pub(crate) fn new(options: PgConnectOptions, max: u32) -> Self {
        let permits = usize::try_from(max.max(1)).unwrap_or(1);
        Self(Arc::new(Inner {
            options,
            permits: Arc::new(Semaphore::new(permits)),
            idle: Mutex::new(Vec::with_capacity(permits)),
        }))
    }

    /// Takes a connection, waiting at most [`ACQUIRE_TIMEOUT`] for one to become free.
    pub(crate) async fn acquire(&self) -> sqlx::Result<Pooled> {
        // the common case, without a timer
        if let Ok(permit) = Arc::clone(&self.0.permits).try_acquire_owned() {
            match self.0.pop() {
                Some(idle) if idle.since.elapsed() < TRUSTED_IDLE => {
                    return Ok(self.pooled(idle.connection, permit));
                }
                idle => return within(ACQUIRE_TIMEOUT, self.revive(idle, permit)).await,
            }
        }
        within(ACQUIRE_TIMEOUT, async {
            let permit = Arc::clone(&self.0.permits).acquire_owned().await.map_err(|_| sqlx::Error::PoolClosed)?;
            self.revive(self.0.pop(), permit).await
        })
        .await
    }

    /// A connection that works: the idle one if it still does, or a new one.
    async fn revive(&self, idle: Option<Idle>, permit: OwnedSemaphorePermit) -> sqlx::Result<Pooled> {
        if let Some(Idle { mut connection, since }) = idle {
            if since.elapsed() < TRUSTED_IDLE || connection.ping().await.is_ok() {
                return Ok(self.pooled(connection, permit));
            }
            // its neighbours are as old, and most likely as dead
            self.0.lock().clear();
        }
        Ok(self.pooled(self.0.options.connect().await?, permit))
    }

    fn pooled(&self, connection: PgConnection, permit: OwnedSemaphorePermit) -> Pooled {
        Pooled { connection: Some(connection), permit: Some(permit), pool: self.clone(), state: State::Settled }
    }

    /// Closes connections that were idle for long, for as long as the pool lives.
    pub(crate) fn close_idle_in_background(&self) {
        let pool: Weak<Inner> = Arc::downgrade(&self.0);
        tokio::spawn(async move {
            let mut ticks = tokio::time::interval(IDLE_TIMEOUT / 4);
            loop {
                ticks.tick().await;
                let Some(pool) = pool.upgrade() else { return };
                let old: Vec<Idle> = {
                    let mut idle = pool.lock();
                    let kept = idle.iter().position(|idle| idle.since.elapsed() < IDLE_TIMEOUT).unwrap_or(idle.len());
                    idle.drain(..kept).collect()
                };
                for Idle { connection, .. } in old {
                    let _ = tokio::time::timeout(CLEAN_TIMEOUT, connection.close()).await;
                }
            }
        });
    }
}

impl Inner {
    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Idle>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn pop(&self) -> Option<Idle> {
        self.lock().pop()
    }

    fn push(&self, connection: PgConnection) {
        self.lock().push(Idle { connection, since: Instant::now() });
    }
}

async fn within<T>(limit: Duration, work: impl Future<Output = sqlx::Result<T>>) -> sqlx::Result<T> {
    tokio::time::timeout(limit, work).await.unwrap_or(Err(sqlx::Error::PoolTimedOut))
}

/// What is known of a connection that is in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Its last statement ended well and no transaction is open.
    Settled,
    /// A statement may be under way or may have failed.
    Unsettled,
    /// A transaction is open.
    InTransaction,
}

/// A connection on loan; it goes back when it is dropped.
#[derive(Debug)]
pub(crate) struct Pooled {
    connection: Option<PgConnection>,
    permit: Option<OwnedSemaphorePermit>,
    pool: Pool,
    state: State,
}

const ON_LOAN: &str = "the connection is here until it is dropped";

impl Pooled {
    /// Says that the last statement ended well, so the connection may go straight to the next caller.
    ///
    /// To be called after the statement's answer was read to its end. Any later use takes it back.
    pub(crate) fn settle(&mut self) {
        if self.state == State::Unsettled {
            self.state = State::Settled;
        }
    }

    async fn run(&mut self, statement: &'static str) -> sqlx::Result<()> {
        sqlx::raw_sql(statement).execute(&mut **self).await?;
        Ok(())
    }

    /// Opens a transaction.
    pub(crate) async fn begin(&mut self) -> sqlx::Result<()> {
        self.state = State::InTransaction;
        self.run("begin").await
    }

    /// Ends the transaction and keeps its changes.
    pub(crate) async fn commit(&mut self) -> sqlx::Result<()> {
        self.run("commit").await?;
        self.state = State::Settled;
        Ok(())
    }

    /// Ends the transaction and takes its changes back.
    pub(crate) async fn rollback(&mut self) -> sqlx::Result<()> {
        self.run("rollback").await?;
        self.state = State::Settled;
        Ok(())
    }
}

impl Deref for Pooled {
    type Target = PgConnection;

    fn deref(&self) -> &PgConnection {
        self.connection.as_ref().expect(ON_LOAN)
    }
}

impl DerefMut for Pooled {
    fn deref_mut(&mut self) -> &mut PgConnection {
        if self.state == State::Settled {
            self.state = State::Unsettled;
        }
        self.connection.as_mut().expect(ON_LOAN)
    }
}

impl Drop for Pooled {
    fn drop(&mut self) {
        let (Some(mut connection), permit) = (self.connection.take(), self.permit.take()) else { return };
        if self.state == State::Settled {
            self.pool.0.push(connection);
            return;
        }
        // outside a runtime nothing can be sent: closing the socket ends the transaction too
        let Ok(runtime) = tokio::runtime::Handle::try_current() else { return };
        let (pool, state) = (self.pool.clone(), self.state);
        runtime.spawn(async move {
            let cleaned = tokio::time::timeout(CLEAN_TIMEOUT, async {
                if state == State::InTransaction {
                    sqlx::raw_sql("rollback").execute(&mut connection).await?;
                }
                connection.ping().await
            });
            if let Ok(Ok(())) = cleaned.await {
                pool.0.push(connection);
            }
            drop(permit);
        });
    }
}
