//! `POST /ops/auth/login`

use axum::extract::State;
use axum::response::{IntoResponse as _, Json, Response};
use chrono::{DateTime, Utc};
use db::SystemTx;
use db::operator_actions::{self, Action, Entry};
use db::operator_sessions::NewSession;
use db::operators::Credentials;
use domain::operator::SESSION_LIFETIME;
use domain::{LoginUserId, Operator, staff};
use http::header;

use super::shape::OperatorSessionResponse;
use crate::App;
use crate::extract::RequestContext;
use crate::extract::operator::COOKIE;
use crate::http::JsonBody;
use crate::problem::{Code, JsonProblems, OperatorPublicProblems, Problem, RateLimitProblem, ValidationProblem};
use crate::services::limiter::{OPERATOR_ACCOUNT, OPERATOR_ACCOUNT_ADDRESS, OPERATOR_ADDRESS};
use crate::services::token;
use crate::sign_in::{SignInLimits, SignInRequest, SignInRules};

const RULES: SignInRules =
    SignInRules { address: OPERATOR_ADDRESS, account_address: OPERATOR_ACCOUNT_ADDRESS, account: OPERATOR_ACCOUNT };

/// Signs in an operator. The cookie `__Host-operatorAuthorization` (on local hosts `operatorAuthorization`), which pages cannot
/// read, carries the token.
#[utoipa::path(
    post, path = "/ops/auth/login", tag = "ops-auth", operation_id = "operatorLogin",
    request_body = SignInRequest,
    responses(
        (status = 200, body = OperatorSessionResponse, headers(("set-cookie" = String, description = "__Host-operatorAuthorization={token}, eight hours"))),
        OperatorPublicProblems, JsonProblems, ValidationProblem, RateLimitProblem,
        (status = 401, description = "invalid_credentials, temporary_password_expired"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    context: RequestContext,
    JsonBody(request): JsonBody<SignInRequest>,
) -> Result<Response, Problem> {
    request.check()?;
    let limits = SignInLimits::count(&app, RULES, None, &context, &request.login_id).await?;

    // a malformed name has no account, and must take as long to be rejected
    let login = staff::parse_login_id(&request.login_id).ok();
    let found = match &login {
        Some(login) => db::operators::find_credentials(&mut app.databases.system().acquire().await?, login).await?,
        None => None,
    };
    let right = app.passwords.verify(request.password, found.as_ref().map(|found| &found.password_hash)).await?;
    let now = app.clock.now();
    let attempt = Attempt { app: &app, context: &context, login: login.as_ref() };
    let Some(known) = found.as_ref().filter(|_| right) else {
        return Err(attempt.reject(found.as_ref(), Code::InvalidCredentials).await?);
    };
    if known.is_spent(now) {
        return Err(attempt.reject(Some(known), Code::TemporaryPasswordExpired).await?);
    }
    let mut tx = app.databases.system().begin().await?;
    let operator = match lock_account(&mut tx, known, now).await? {
        Ok(operator) => operator,
        Err(code) => {
            drop(tx);
            return Err(attempt.reject(Some(known), code).await?);
        }
    };
    limits.reset().await;
    let (token, hash) = token::issue(&app.random);
    let new = NewSession {
        operator: operator.id,
        token: &hash,
        expires_at: now + SESSION_LIFETIME,
        client_address: context.address.0,
        second_factor_pending: operator.has_second_factor,
    };
    db::operator_sessions::insert(&mut tx, &new, now).await?;
    operator_actions::insert(&mut tx, &attempt.entry(Action::SignedIn, Some(known)), now).await?;
    tx.commit().await?;
    let cookie = COOKIE.set(&token, SESSION_LIFETIME, &context.host.0);
    let response = OperatorSessionResponse::new(&app, &operator, operator.has_second_factor);
    Ok(([(header::SET_COOKIE, cookie)], Json(response)).into_response())
}

/// Locks the account and consumes its temporary password. The check of the password takes a while, in which a reset may
/// have replaced it: the session must not outlive the reset, nor consume the new temporary password.
async fn lock_account(
    tx: &mut SystemTx,
    checked: &Credentials,
    now: DateTime<Utc>,
) -> Result<Result<Operator, Code>, Problem> {
    let Some(operator) = db::operators::lock_credentials(tx, checked).await? else {
        return Ok(Err(Code::InvalidCredentials));
    };
    if operator.must_change_password && !db::operators::use_temporary_password(tx, operator.id, now).await? {
        return Ok(Err(Code::TemporaryPasswordExpired));
    }
    Ok(Ok(operator))
}

/// A sign-in whose name has been looked up.
struct Attempt<'a> {
    app: &'a App,
    context: &'a RequestContext,
    login: Option<&'a LoginUserId>,
}

impl Attempt<'_> {
    fn entry(&self, action: Action, account: Option<&Credentials>) -> Entry<'_> {
        Entry {
            operator: account.map(|account| account.operator.id),
            login_id: self.login,
            client_address: Some(self.context.address.0),
            request_id: Some(self.context.request_id.as_str()),
            ..Entry::new(action)
        }
    }

    /// Records a failure in the audit and in the logs, with the id of the account that was tried. Returns its problem.
    async fn reject(&self, tried: Option<&Credentials>, code: Code) -> Result<Problem, Problem> {
        let mut conn = self.app.databases.system().acquire().await?;
        operator_actions::insert(&mut conn, &self.entry(Action::SignInFailed, tried), self.app.clock.now()).await?;
        let operator_id = tried.map(|tried| tried.operator.id.get());
        let (request_id, code_name) = (self.context.request_id.as_str(), code.as_str());
        tracing::warn!(request_id, operator_id, code = code_name, "a sign-in of an operator failed");
        Ok(code.into())
    }
}
