//! A connection whose role and tenant are verified.
//!
//! Role and tenant are in the startup options, but a pooler in front of PostgreSQL may drop those. A new connection
//! therefore also sets both and reads them back, in one round trip, and is used only if they are correct. A pooler that
//! shares one server connection between several clients would defeat this; [`PoolerCheck`] detects it before the first
//! use.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use domain::TenantId;
use sqlx::postgres::{PgConnectOptions, PgConnection, PgRow};
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _, Row as _};
use tokio::sync::Mutex;

use super::error::{Error, Result};

/// How long a check of the pooler stays valid for new connections.
const CHECK_VALIDITY: Duration = Duration::from_secs(30);
/// Reads the connection's role, tenant and server process, and whether the role bypasses row-level security.
const READ: &str = "select current_user::text, coalesce(current_setting('app.tenant_id', true), ''), pg_backend_pid(),
    (select rolsuper or rolbypassrls from pg_roles where rolname = current_user)";

/// The reason why a connection is not used: it could read rows of other tenants.
#[derive(Debug, thiserror::Error)]
pub enum IsolationError {
    /// The login is not a member of the role, or the role does not exist.
    #[error(
        "the login of DATABASE_URL may not take the role {role}: run `api migrate` and grant the role to the login"
    )]
    RoleRefused {
        /// The role.
        role: &'static str,
        /// The database's error.
        source: sqlx::Error,
    },
    /// The connection runs as another role.
    #[error("a connection runs as {found} instead of {expected}: something between us and PostgreSQL changed its role")]
    OtherRole {
        /// The expected role.
        expected: &'static str,
        /// The actual role.
        found: String,
    },
    /// The connection has another tenant.
    #[error("a connection has another tenant than was set: something between us and PostgreSQL shares its connections")]
    OtherTenant,
    /// The role bypasses row-level security.
    #[error("the role {0} may bypass row-level security: take SUPERUSER and BYPASSRLS from it")]
    BypassesRowSecurity(&'static str),
    /// Statements of one client reach several server processes, or several clients reach the same one.
    #[error(
        "a pooler between us and PostgreSQL shares its connections (transaction or statement mode): use session mode"
    )]
    SharedConnections,
}

/// The role of a connection, and its tenant if it has one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SessionContext {
    role: &'static str,
    tenant: Option<TenantId>,
}

impl SessionContext {
    /// Access to the tenant directory and the jobs of all tenants.
    pub(crate) const SYSTEM: Self = Self { role: "hyeobom_system", tenant: None };

    /// Access to one tenant's rows.
    pub(crate) const fn tenant(tenant: TenantId) -> Self {
        Self { role: "hyeobom_app", tenant: Some(tenant) }
    }

    fn tenant_text(&self) -> String {
        self.tenant.map_or_else(String::new, |tenant| tenant.to_string())
    }

    /// Returns the options of connections with this context. If they arrive, even `reset all` keeps the context.
    pub(crate) fn options(&self, server: &PgConnectOptions) -> PgConnectOptions {
        // poolers reject this parameter by default, and PostgreSQL's own default is as precise
        let options = server.clone().extra_float_digits(None).options([("role", self.role)]);
        match self.tenant {
            Some(_) => options.options([("app.tenant_id", self.tenant_text())]),
            None => options,
        }
    }

    /// Sets a connection's context and verifies it, in one round trip. Returns the server process.
    pub(crate) async fn set_and_verify(&self, connection: &mut PgConnection) -> Result<i32> {
        // safe to format: the role is a constant and the tenant a number; a pooler may keep prepared statements of the
        // previous client
        let statement = format!(
            "deallocate all; select set_config('app.tenant_id', '{}', false); set role {}; {READ}",
            self.tenant_text(),
            self.role
        );
        let rows = sqlx::raw_sql(AssertSqlSafe(statement)).fetch_all(connection).await;
        let rows = rows.map_err(|error| self.role_refusal(error))?;
        self.verify_row(rows.last().ok_or(sqlx::Error::RowNotFound)?)
    }

    fn verify_row(&self, row: &PgRow) -> Result<i32> {
        let (found, tenant): (String, String) = (row.try_get(0)?, row.try_get(1)?);
        if found != self.role {
            return Err(IsolationError::OtherRole { expected: self.role, found }.into());
        }
        if tenant != self.tenant_text() {
            return Err(IsolationError::OtherTenant.into());
        }
        if row.try_get(3)? {
            return Err(IsolationError::BypassesRowSecurity(self.role).into());
        }
        Ok(row.try_get(2)?)
    }

    /// Maps a rejected role, which the startup options or the statement may cause, to its own error.
    fn role_refusal(&self, error: sqlx::Error) -> Error {
        let code = error.as_database_error().and_then(sqlx::error::DatabaseError::code);
        // insufficient privilege, or a role that does not exist
        if matches!(code.as_deref(), Some("42501" | "22023")) {
            return IsolationError::RoleRefused { role: self.role, source: error }.into();
        }
        error.into()
    }
}

/// A connection with a verified context.
#[derive(Debug)]
pub(crate) struct Session {
    pub(super) connection: PgConnection,
    /// The server process. A pooler in session mode keeps it while the connection lives.
    process: i32,
}

impl Session {
    /// Connects and verifies the context.
    pub(crate) async fn open(server: &PgConnectOptions, context: SessionContext) -> Result<Self> {
        let connected = context.options(server).connect().await;
        let mut connection = connected.map_err(|error| context.role_refusal(error))?;
        let process = context.set_and_verify(&mut connection).await?;
        Ok(Self { connection, process })
    }

    /// Verifies the context again, which also shows that the connection works.
    pub(crate) async fn verify(&mut self, context: SessionContext) -> Result<()> {
        let row = sqlx::raw_sql(READ).fetch_one(&mut self.connection).await?;
        if context.verify_row(&row)? != self.process {
            return Err(IsolationError::SharedConnections.into());
        }
        Ok(())
    }
}

/// Checks that the pooler does not share server connections between clients.
///
/// The check runs before a connection is opened, unless a recent check is still valid, and at once after a connection
/// was found dead or in the wrong context, because the pooler may have been restarted with other settings.
#[derive(Debug)]
pub(crate) struct PoolerCheck {
    server: PgConnectOptions,
    is_invalidated: AtomicBool,
    passed_at: Mutex<Option<Instant>>,
}

impl PoolerCheck {
    pub(crate) fn new(server: PgConnectOptions) -> Self {
        Self { server, is_invalidated: AtomicBool::new(true), passed_at: Mutex::new(None) }
    }

    /// Returns the connection options of the server.
    pub(crate) fn server(&self) -> &PgConnectOptions {
        &self.server
    }

    /// Makes the next use repeat the check.
    pub(crate) fn invalidate(&self) {
        self.is_invalidated.store(true, Ordering::Relaxed);
    }

    /// Returns whether the check must run before open connections are used.
    pub(crate) fn is_invalidated(&self) -> bool {
        self.is_invalidated.load(Ordering::Relaxed)
    }

    /// Runs the check, unless the last one is still valid. Concurrent callers share one check.
    pub(crate) async fn ensure_valid(&self) -> Result<()> {
        let mut passed_at = self.passed_at.lock().await;
        let is_valid = passed_at.is_some_and(|at| at.elapsed() < CHECK_VALIDITY);
        if !is_valid || self.is_invalidated() {
            // boxed, because it is rare and large and would be part of every future that takes a connection
            Box::pin(self.check()).await?;
            *passed_at = Some(Instant::now());
            self.is_invalidated.store(false, Ordering::Relaxed);
        }
        Ok(())
    }

    /// Compares the server processes of two connections. This detects sharing whether the pooler assigns the most
    /// recently used connection (the second client gets the first one's) or the least recently used one (the first
    /// client's statements move to another process, or there is only one). Nothing is set before the comparison,
    /// because it would persist for other clients.
    async fn check(&self) -> Result<()> {
        let options = SessionContext::SYSTEM.options(&self.server);
        let connect = || async {
            let connected = options.connect().await;
            connected.map_err(|error| SessionContext::SYSTEM.role_refusal(error))
        };
        let (mut first, mut second) = tokio::try_join!(connect(), connect())?;
        let mut processes = vec![process(&mut first).await?, process(&mut first).await?];
        // an open transaction keeps a shared connection from the first client
        sqlx::raw_sql("begin").execute(&mut second).await?;
        let other = process(&mut second).await?;
        processes.push(process(&mut first).await?);
        sqlx::raw_sql("rollback").execute(&mut second).await?;
        processes.dedup();
        if processes.len() > 1 || processes[0] == other {
            return Err(IsolationError::SharedConnections.into());
        }
        // both roles can be assumed; the tenant 0 has no rows
        SessionContext::SYSTEM.set_and_verify(&mut first).await?;
        SessionContext::tenant(TenantId::new(0)).set_and_verify(&mut second).await?;
        let _ = tokio::join!(first.close(), second.close());
        Ok(())
    }
}

async fn process(connection: &mut PgConnection) -> Result<i32> {
    Ok(sqlx::raw_sql("select pg_backend_pid()").fetch_one(connection).await?.try_get(0)?)
}
