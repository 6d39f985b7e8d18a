//! The signed-in operator, and the audit of operators' calls.

use std::marker::PhantomData;
use std::net::IpAddr;

use axum::extract::{FromRequestParts, MatchedPath};
use db::operator_actions::{self, Action, Effect, Entry};
use db::{SystemConn, TenantConn, access_log, last_use};
use domain::operator::{Reason, SESSION_LIFETIME};
use domain::{InvalidCode, OperatorSessionId, OpsPermission, PatientId, TenantId};
use http::request::Parts;
use runtime::config::Environment;

use super::staff::POLL_HEADER;
use super::{Caller, CallerSlot};
use crate::App;
use crate::http::cookie::HostCookie;
use crate::http::{ClientAddress, RequestHost, RequestId, origin};
use crate::problem::{Code, Problem};
use crate::services::token;

/// The cookie that carries an operator's token.
pub const COOKIE: HostCookie = HostCookie {
    local_name: "operatorAuthorization",
    host_name: "__Host-operatorAuthorization",
    attributes: "HttpOnly; SameSite=Strict",
};
/// The longest reason of a row of a tenant's access log, in characters.
const MAX_TENANT_REASON_CHARS: usize = 400;

/// A signed-in operator who has passed the second factor, if it is required, and has chosen a password. The role may be
/// any.
#[derive(Clone, Debug)]
pub struct Operator {
    /// The account.
    pub row: domain::Operator,
    /// Its session.
    pub session_id: OperatorSessionId,
    /// Whether the session's second factor is still pending.
    pub second_factor_pending: bool,
    /// The client's address.
    pub address: IpAddr,
    /// The request's id.
    pub request_id: RequestId,
}

/// The holder of a session, whose second factor may be pending and whose password may be temporary.
#[derive(Clone, Debug)]
pub struct OperatorSession(pub Operator);

/// An operator who has passed the second factor, if the account has one. The password may still be the temporary one.
#[derive(Clone, Debug)]
pub struct OperatorWithTemporaryPassword(pub Operator);

/// An operator who chose a password and may still have to set up a second factor.
#[derive(Clone, Debug)]
pub struct OperatorWithoutSecondFactor(pub Operator);

/// An operator whose role has the permission `P`. A call without it is denied and logged.
#[derive(Clone, Debug)]
pub struct OperatorWith<P>(pub Operator, pub PhantomData<P>);

impl FromRequestParts<App> for OperatorSession {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let Ok(RequestHost(host)) = RequestHost::from_request_parts(parts, app).await;
        let token = COOKIE.read(&parts.headers, &host).filter(|value| value.len() == token::LENGTH);
        let token = token::hash(token.ok_or(Code::Unauthorized)?);
        if !origin::is_same_origin(&parts.headers, &host) {
            return Err(Code::CrossSite.into());
        }
        let now = app.clock.now();
        let mut conn = app.databases.system().acquire().await?;
        let signed_in = db::operator_sessions::find(&mut conn, &token, now).await?.ok_or(Code::Unauthorized)?;
        if last_use::is_due(signed_in.last_used_at, now) && !parts.headers.contains_key(POLL_HEADER) {
            db::operator_sessions::set_used(&mut conn, signed_in.session_id, now).await?;
        }
        drop(conn);
        CallerSlot::insert(parts, Caller::Operator(signed_in.operator.id));
        let Ok(address) = ClientAddress::from_request_parts(parts, app).await;
        Ok(Self(Operator {
            row: signed_in.operator,
            session_id: signed_in.session_id,
            second_factor_pending: signed_in.second_factor_pending,
            address: address.0,
            request_id: RequestId::from_request_parts(parts, app).await?,
        }))
    }
}

impl FromRequestParts<App> for OperatorWithTemporaryPassword {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let OperatorSession(operator) = OperatorSession::from_request_parts(parts, app).await?;
        if operator.second_factor_pending {
            return Err(Code::SecondFactorRequired.into());
        }
        Ok(Self(operator))
    }
}

impl FromRequestParts<App> for OperatorWithoutSecondFactor {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let OperatorWithTemporaryPassword(operator) =
            OperatorWithTemporaryPassword::from_request_parts(parts, app).await?;
        if operator.row.must_change_password {
            return Err(Code::PasswordChangeRequired.into());
        }
        Ok(Self(operator))
    }
}

impl FromRequestParts<App> for Operator {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let OperatorWithoutSecondFactor(operator) = OperatorWithoutSecondFactor::from_request_parts(parts, app).await?;
        if requires_second_factor(app) && !operator.row.has_second_factor {
            return Err(Code::SecondFactorSetupRequired.into());
        }
        Ok(operator)
    }
}

/// Returns whether operators must have a second factor: everywhere but on a developer's machine.
#[must_use]
pub fn requires_second_factor(app: &App) -> bool {
    app.environment != Environment::Local
}

/// A permission as a type.
pub trait Requirement: Send + Sync + 'static {
    /// The permission.
    const PERMISSION: OpsPermission;
}

macro_rules! requirements {
    ($($name:ident),+ $(,)?) => {$(
        #[doc = concat!("Requires [`OpsPermission::", stringify!($name), "`].")]
        #[derive(Clone, Copy, Debug)]
        pub struct $name;

        impl Requirement for $name {
            const PERMISSION: OpsPermission = OpsPermission::$name;
        }
    )+};
}

requirements! {
    ReadQueues, ChangeJobs, ReadPayments, ResolvePayments, ReadModel, ChangeModel, ReadDirectory, ChangeDirectory,
    ReadRetention, RunRetention, ReadAccessLog, ManageOperators,
}

impl<P: Requirement> FromRequestParts<App> for OperatorWith<P> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let operator = Operator::from_request_parts(parts, app).await?;
        if !operator.row.role.may(P::PERMISSION) {
            let route = parts.extensions.get::<MatchedPath>().map_or("none", MatchedPath::as_str);
            let subject = format!("{} {route}: {}", parts.method, P::PERMISSION.as_str());
            let mut conn = app.databases.system().acquire().await?;
            operator.log(app, &mut conn, &Audit::new(Action::AccessDenied, &subject)).await?;
            return Err(Code::Forbidden.into());
        }
        Ok(Self(operator, PhantomData))
    }
}

/// An operator's action, for the audit.
#[derive(Clone, Copy, Debug)]
pub struct Audit<'a> {
    /// The action.
    pub action: Action,
    /// The target: an id, a name or a filter, without patients' data. May be empty.
    pub subject: &'a str,
    /// The reason. Destructive actions require one.
    pub reason: Option<&'a Reason>,
    /// The tenant that it affects.
    pub tenant: Option<TenantId>,
}

impl<'a> Audit<'a> {
    /// Creates an action without a reason and without a tenant.
    #[must_use]
    pub const fn new(action: Action, subject: &'a str) -> Self {
        Self { action, subject, reason: None, tenant: None }
    }
}

impl Operator {
    /// Adds a row to the audit. Call it last in the transaction of a change, and before the response of a read is sent.
    ///
    /// A change in a tenant has its own transaction: begin this row's transaction before it, and commit this one after
    /// it.
    ///
    /// # Errors
    /// On `reason`, when the action is destructive and has none; or a database failure. After an error, return nothing
    /// to the client and commit nothing.
    pub async fn log(&self, app: &App, conn: &mut SystemConn, audit: &Audit<'_>) -> Result<(), Problem> {
        if audit.action.effect() == Effect::Destructive && audit.reason.is_none() {
            return Err(Problem::field("reason", InvalidCode::Required));
        }
        let entry = Entry {
            operator: Some(self.row.id),
            login_id: Some(&self.row.login_id),
            client_address: Some(self.address),
            action: audit.action,
            subject: Some(audit.subject),
            reason: audit.reason.map(Reason::as_str),
            tenant: audit.tenant,
            request_id: Some(self.request_id.as_str()),
        };
        let seq = operator_actions::insert(conn, &entry, app.clock.now()).await?;
        // also in the program's log, which shows if the end of the audit was cut off
        let (request_id, action) = (self.request_id.as_str(), audit.action.as_str());
        tracing::info!(request_id, operator_id = self.row.id.get(), action, seq, "an operator acted");
        Ok(())
    }

    /// Logs a read. One that `continues` an earlier one, as a refresh or a further page, has no row of its own if the
    /// earlier one has: what a client says of itself never leaves a read without a row.
    ///
    /// # Errors
    /// A database failure. After an error, return nothing to the client.
    pub async fn log_read(
        &self,
        app: &App,
        conn: &mut SystemConn,
        audit: &Audit<'_>,
        continues: bool,
    ) -> Result<(), Problem> {
        let since = app.clock.now() - SESSION_LIFETIME;
        if continues && operator_actions::is_recent(conn, self.row.id, audit.action, audit.subject, since).await? {
            return Ok(());
        }
        self.log(app, conn, audit).await
    }

    /// Adds a row to the access log of a tenant whose people or data the action affects, with the operator's account.
    /// Call it last in the transaction of a change.
    ///
    /// # Errors
    /// A database failure. After an error, return nothing to the client and commit nothing.
    pub async fn log_in_tenant(
        &self,
        app: &App,
        conn: &mut TenantConn,
        audit: &Audit<'_>,
        patients: &[PatientId],
    ) -> Result<(), Problem> {
        let action = match audit.action.effect() {
            Effect::Read => access_log::Action::OperatorRead,
            Effect::Change | Effect::Destructive => access_log::Action::OperatorChanged,
        };
        let mut text = audit.action.as_str().to_owned();
        if !audit.subject.is_empty() {
            text = format!("{text} {}", audit.subject);
        }
        if let Some(reason) = audit.reason {
            text = format!("{text}: {}", reason.as_str());
        }
        let text: String = text.chars().take(MAX_TENANT_REASON_CHARS).collect();
        let entry = access_log::Entry {
            login_id: Some(&self.row.login_id),
            client_address: Some(self.address),
            patient_ids: patients,
            reason: Some(&text),
            request_id: Some(self.request_id.as_str()),
            ..access_log::Entry::new(action)
        };
        Ok(access_log::insert(conn, &entry, app.clock.now()).await?)
    }
}
