//! Runs statements, and tracks whether a connection is clean.

use std::panic::Location;
use std::pin::Pin;
use std::task::{Context, Poll};

use futures::future::BoxFuture;
use futures::stream::{BoxStream, Stream};
use sqlx::postgres::{PgConnection, PgQueryResult, PgRow, PgStatement, PgTypeInfo, Postgres};
use sqlx::{Describe, Either, Execute, Executor, SqlStr};
use tracing::{Instrument as _, Span};

use super::pool::{PooledSession, State};

/// Runs one statement on a connection of the pool, in a span with the statement's source location.
///
/// The connection is clean only after the whole result was read without an error. A statement that failed, or whose
/// future or stream was dropped early, leaves it unclean, and the pool cleans it before its next use.
#[derive(Debug)]
pub struct StatementExecutor<'c> {
    pooled: &'c mut PooledSession,
    span: Span,
}

impl<'c> StatementExecutor<'c> {
    pub(super) fn new(pooled: &'c mut PooledSession, location: &'static Location<'static>) -> Self {
        let span = tracing::debug_span!("statement", file = location.file(), line = location.line());
        Self { pooled, span }
    }

    /// Marks the connection unclean until its statement has succeeded.
    fn start(self) -> (&'c mut PgConnection, &'c mut State, Span) {
        let (connection, state) = self.pooled.start_statement();
        (connection, state, self.span)
    }
}

type Step = sqlx::Result<Either<PgQueryResult, PgRow>>;

/// The result of a statement.
struct TrackedStream<'e> {
    steps: BoxStream<'e, Step>,
    state: &'e mut State,
    failed: bool,
    span: Span,
}

impl Stream for TrackedStream<'_> {
    type Item = Step;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Step>> {
        let stream = &mut *self;
        let _entered = stream.span.enter();
        let step = stream.steps.as_mut().poll_next(cx);
        match &step {
            Poll::Ready(Some(Err(_))) => stream.failed = true,
            Poll::Ready(None) if !stream.failed => stream.state.mark_clean(),
            _ => {}
        }
        step
    }
}

impl<'c> Executor<'c> for StatementExecutor<'c> {
    type Database = Postgres;

    fn fetch_many<'e, 'q: 'e, E>(self, query: E) -> BoxStream<'e, Step>
    where
        'c: 'e,
        E: 'q + Execute<'q, Postgres>,
    {
        let (connection, state, span) = self.start();
        Box::pin(TrackedStream { steps: connection.fetch_many(query), state, failed: false, span })
    }

    fn fetch_optional<'e, 'q: 'e, E>(self, query: E) -> BoxFuture<'e, sqlx::Result<Option<PgRow>>>
    where
        'c: 'e,
        E: 'q + Execute<'q, Postgres>,
    {
        let (connection, state, span) = self.start();
        let row = connection.fetch_optional(query);
        let marked = async move {
            let row = row.await?;
            state.mark_clean();
            Ok(row)
        };
        Box::pin(marked.instrument(span))
    }

    fn prepare_with<'e>(self, sql: SqlStr, parameters: &'e [PgTypeInfo]) -> BoxFuture<'e, sqlx::Result<PgStatement>>
    where
        'c: 'e,
    {
        self.start().0.prepare_with(sql, parameters)
    }

    fn describe<'e>(self, sql: SqlStr) -> BoxFuture<'e, sqlx::Result<Describe<Postgres>>>
    where
        'c: 'e,
    {
        self.start().0.describe(sql)
    }
}
