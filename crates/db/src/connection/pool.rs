//! A pool of connections with the same role and tenant.
//!
//! sqlx's own pool sends an extra round trip whenever a connection is returned, which halves the read rate of a service
//! whose reads are single round trips. This pool passes a connection directly to the next caller when its last
//! statement is known to have succeeded ([`StatementExecutor`]), and otherwise cleans it in the background.

use std::panic::Location;
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use parking_lot::Mutex;

use sqlx::Connection as _;
use sqlx::postgres::PgConnection;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::error::{Error, Result};
use super::executor::StatementExecutor;
use super::session::{PoolerCheck, Session, SessionContext};

/// How long a caller waits for a connection before the database counts as unavailable.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(3);
/// A connection that was idle for longer is verified before its next use, because the server may be gone.
const VERIFY_AFTER_IDLE: Duration = Duration::from_secs(1);
/// A connection that was idle for longer is closed.
const IDLE_TIMEOUT: Duration = Duration::from_mins(1);
/// Timeout for cleaning a returned connection. After it the connection is closed.
const CLEAN_TIMEOUT: Duration = Duration::from_secs(5);

/// A pool of connections with the same context.
#[derive(Clone, Debug)]
pub(crate) struct Pool(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    context: SessionContext,
    pooler: Arc<PoolerCheck>,
    permits: Arc<Semaphore>,
    /// The longest idle first. Connections are taken from the end, so that surplus ones stay idle and are closed.
    idle: Mutex<Vec<Idle>>,
}

#[derive(Debug)]
struct Idle {
    session: Session,
    since: Instant,
}

impl Pool {
    /// Creates a pool of at most `max` connections, which are opened when they are needed.
    pub(crate) fn new(context: SessionContext, pooler: Arc<PoolerCheck>, max: u32) -> Self {
        let permits = usize::try_from(max.max(1)).unwrap_or(1);
        Self(Arc::new(Inner {
            context,
            pooler,
            permits: Arc::new(Semaphore::new(permits)),
            idle: Mutex::new(Vec::with_capacity(permits)),
        }))
    }

    /// Takes a connection. Waits up to [`ACQUIRE_TIMEOUT`] for a free one.
    pub(crate) async fn acquire(&self) -> Result<PooledSession> {
        // the common case, without a timer
        if !self.0.pooler.is_invalidated()
            && let Ok(permit) = Arc::clone(&self.0.permits).try_acquire_owned()
        {
            match self.0.pop() {
                Some(idle) if idle.since.elapsed() < VERIFY_AFTER_IDLE => {
                    return Ok(self.pooled(idle.session, permit));
                }
                idle => return with_timeout(self.reuse_or_connect(idle, permit)).await,
            }
        }
        with_timeout(async {
            if self.0.pooler.is_invalidated() {
                self.0.pooler.ensure_valid().await?;
            }
            let permit = Arc::clone(&self.0.permits).acquire_owned().await.map_err(|_| sqlx::Error::PoolClosed)?;
            self.reuse_or_connect(self.0.pop(), permit).await
        })
        .await
    }

    /// Returns the idle connection if it still works, else a new one.
    async fn reuse_or_connect(&self, idle: Option<Idle>, permit: OwnedSemaphorePermit) -> Result<PooledSession> {
        if let Some(Idle { mut session, since }) = idle {
            if since.elapsed() < VERIFY_AFTER_IDLE {
                return Ok(self.pooled(session, permit));
            }
            match self.0.verify(&mut session).await {
                Ok(()) => return Ok(self.pooled(session, permit)),
                Err(error @ Error::NotIsolated(_)) => return Err(error),
                // the other idle connections are as old, and probably dead too
                Err(_) => {
                    self.0.idle.lock().clear();
                    self.0.pooler.invalidate();
                }
            }
        }
        self.0.pooler.ensure_valid().await?;
        // boxed, because it is rare and large and would be part of every future that takes a connection
        let session = Box::pin(Session::open(self.0.pooler.server(), self.0.context)).await?;
        Ok(self.pooled(session, permit))
    }

    fn pooled(&self, session: Session, permit: OwnedSemaphorePermit) -> PooledSession {
        PooledSession { session: Some(session), permit: Some(permit), pool: self.clone(), state: State::Clean }
    }

    /// Closes connections that were idle for [`IDLE_TIMEOUT`], while the pool exists.
    pub(crate) fn close_idle_in_background(&self) {
        let pool: Weak<Inner> = Arc::downgrade(&self.0);
        tokio::spawn(async move {
            let mut ticks = tokio::time::interval(IDLE_TIMEOUT / 4);
            loop {
                ticks.tick().await;
                let Some(pool) = pool.upgrade() else { return };
                let old: Vec<Idle> = {
                    let mut idle = pool.idle.lock();
                    let kept = idle.iter().position(|idle| idle.since.elapsed() < IDLE_TIMEOUT).unwrap_or(idle.len());
                    idle.drain(..kept).collect()
                };
                for Idle { session, .. } in old {
                    let _ = tokio::time::timeout(CLEAN_TIMEOUT, session.connection.close()).await;
                }
            }
        });
    }
}

impl Inner {
    fn pop(&self) -> Option<Idle> {
        self.idle.lock().pop()
    }

    fn push(&self, session: Session) {
        self.idle.lock().push(Idle { session, since: Instant::now() });
    }

    /// Verifies a connection again. If it has the wrong context, no connection is used until the pooler is checked.
    async fn verify(&self, session: &mut Session) -> Result<()> {
        let verified = session.verify(self.context).await;
        if let Err(error @ Error::NotIsolated(_)) = &verified {
            tracing::error!(error = error as &dyn std::error::Error, "a connection is not isolated");
            self.pooler.invalidate();
            self.idle.lock().clear();
        }
        verified
    }
}

async fn with_timeout<T>(work: impl Future<Output = Result<T>>) -> Result<T> {
    tokio::time::timeout(ACQUIRE_TIMEOUT, work).await.unwrap_or_else(|_| Err(sqlx::Error::PoolTimedOut.into()))
}

/// The state of a connection that is in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// Its last statement succeeded and no transaction is open.
    Clean,
    /// A statement may be running or may have failed.
    Unclean,
    /// A transaction is open.
    InTransaction,
}

impl State {
    /// Records that the current statement succeeded. An open transaction stays open.
    pub(super) fn mark_clean(&mut self) {
        if *self == Self::Unclean {
            *self = Self::Clean;
        }
    }
}

/// A connection taken from the pool. It is returned when it is dropped.
#[derive(Debug)]
pub(crate) struct PooledSession {
    session: Option<Session>,
    permit: Option<OwnedSemaphorePermit>,
    pool: Pool,
    state: State,
}

impl PooledSession {
    /// Returns an executor for one statement on this connection.
    #[track_caller]
    pub(crate) fn executor(&mut self) -> StatementExecutor<'_> {
        StatementExecutor::new(self, Location::caller())
    }

    /// Returns the connection for a statement, and its state, which is unclean until the statement has succeeded.
    pub(super) fn start_statement(&mut self) -> (&mut PgConnection, &mut State) {
        if self.state == State::Clean {
            self.state = State::Unclean;
        }
        let session = self.session.as_mut().expect("the connection is here until it is dropped");
        (&mut session.connection, &mut self.state)
    }

    /// Returns the connection of an open transaction, which the pool cleans unless the transaction ends successfully.
    pub(super) fn transaction(&mut self) -> &mut PgConnection {
        debug_assert_eq!(self.state, State::InTransaction);
        self.start_statement().0
    }

    /// Verifies role and tenant again.
    pub(crate) async fn verify(&mut self) -> Result<()> {
        let session = self.session.as_mut().expect("the connection is here until it is dropped");
        self.state = State::Unclean;
        self.pool.0.verify(session).await?;
        self.state = State::Clean;
        Ok(())
    }

    async fn run(&mut self, statement: &'static str) -> sqlx::Result<()> {
        sqlx::raw_sql(statement).execute(self.executor()).await?;
        Ok(())
    }

    /// Begins a transaction.
    pub(crate) async fn begin(&mut self) -> sqlx::Result<()> {
        self.state = State::InTransaction;
        self.run("begin").await
    }

    /// Commits the transaction.
    pub(crate) async fn commit(&mut self) -> sqlx::Result<()> {
        self.run("commit").await?;
        self.state = State::Clean;
        Ok(())
    }

    /// Rolls the transaction back.
    pub(crate) async fn rollback(&mut self) -> sqlx::Result<()> {
        self.run("rollback").await?;
        self.state = State::Clean;
        Ok(())
    }
}

impl Drop for PooledSession {
    fn drop(&mut self) {
        let (Some(mut session), permit) = (self.session.take(), self.permit.take()) else { return };
        if self.state == State::Clean {
            self.pool.0.push(session);
            return;
        }
        // outside of a runtime nothing can be sent, but closing the socket ends the transaction too
        let Ok(runtime) = tokio::runtime::Handle::try_current() else { return };
        let (pool, state) = (self.pool.clone(), self.state);
        runtime.spawn(async move {
            let cleaned = tokio::time::timeout(CLEAN_TIMEOUT, async {
                if state == State::InTransaction {
                    sqlx::raw_sql("rollback").execute(&mut session.connection).await?;
                }
                pool.0.verify(&mut session).await
            });
            match cleaned.await {
                Ok(Ok(())) => pool.0.push(session),
                // dead: a pooler may have been restarted with other settings
                Ok(Err(_)) | Err(_) => pool.0.pooler.invalidate(),
            }
            drop(permit);
        });
    }
}
