//! The common parts of the sign-ins of staff, hotels' users and operators.

use db::access_log::{self, Action, Entry};
use domain::{LoginUserId, TenantId};
use secrecy::{ExposeSecret as _, SecretString};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::App;
use crate::extract::{RequestContext, Tenant};
use crate::problem::{Code, FieldErrors, Problem};
use crate::services::limiter::{Limiter, Rule};

/// An ID and its password.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignInRequest {
    /// The sign-in name, case-insensitive.
    #[serde(default)]
    #[schema(required, max_length = 100)]
    pub login_id: String,
    /// The password.
    #[serde(default)]
    #[schema(required, max_length = 200, value_type = String, format = Password)]
    pub password: SecretString,
}

impl SignInRequest {
    /// Checks that ID and password are present.
    ///
    /// # Errors
    /// A validation problem with the empty fields.
    pub fn check(&self) -> Result<(), Problem> {
        let mut errors = FieldErrors::default();
        errors.require_text("loginId", &self.login_id);
        errors.require_text("password", self.password.expose_secret());
        errors.finish()
    }
}

/// The rules of the sign-ins of one kind of account.
#[derive(Clone, Copy, Debug)]
pub struct SignInRules {
    /// Attempts from one address.
    pub address: Rule,
    /// Attempts of one account from one address.
    pub account_address: Rule,
    /// Failed attempts of one account from all addresses.
    pub account: Rule,
}

/// The counters of one attempt.
#[derive(Debug)]
pub struct SignInLimits<'a> {
    limiter: &'a Limiter,
    /// The narrow limit: per account and address, or per account and browser.
    narrow: (Rule, String),
    /// The account's limit, which all unknown browsers share; `None` in a browser that is known for the account.
    account: Option<(Rule, String)>,
}

impl<'a> SignInLimits<'a> {
    /// Counts an attempt of the account with the ID that was entered.
    ///
    /// # Errors
    /// When a limit is exceeded.
    pub async fn count(
        app: &'a App,
        rules: SignInRules,
        tenant: Option<TenantId>,
        context: &RequestContext,
        entered: &str,
    ) -> Result<Self, Problem> {
        let (limiter, address, login) = (&app.limiter, context.address.network(), entered.to_ascii_lowercase());
        let account = tenant.map_or_else(|| login.clone(), |tenant| format!("{tenant}:{login}"));
        let account_address = format!("{account}:{address}");
        limiter.count(rules.address, &address).await?;
        limiter.count(rules.account_address, &account_address).await?;
        limiter.count(rules.account, &account).await?;
        Ok(Self { limiter, narrow: (rules.account_address, account_address), account: Some((rules.account, account)) })
    }

    /// Counts an attempt in a browser where the account signed in before. `device` is the browser's own limit, with the
    /// account and the browser as its subject: guesses elsewhere do not exhaust it.
    ///
    /// # Errors
    /// When a limit is exceeded.
    pub async fn count_known(
        app: &'a App,
        rules: SignInRules,
        context: &RequestContext,
        device: (Rule, String),
    ) -> Result<Self, Problem> {
        app.limiter.count(rules.address, &context.address.network()).await?;
        app.limiter.count(device.0, &device.1).await?;
        Ok(Self { limiter: &app.limiter, narrow: device, account: None })
    }

    /// Resets the narrow limit after a success. The limit that all addresses share takes back only this attempt: the
    /// owner's sign-ins must not give an attacker more attempts.
    pub async fn reset(&self) {
        self.limiter.reset(self.narrow.0, &self.narrow.1).await;
        if let Some((rule, account)) = &self.account {
            self.limiter.refund(*rule, account).await;
        }
    }
}

/// An attempt at a tenant whose ID has been looked up.
#[derive(Clone, Copy, Debug)]
pub struct TenantAttempt<'a> {
    /// The application.
    pub app: &'a App,
    /// The tenant.
    pub tenant: &'a Tenant,
    /// The context of the request.
    pub context: &'a RequestContext,
    /// The ID, if it is well-formed.
    pub login: Option<&'a LoginUserId>,
}

impl<'a> TenantAttempt<'a> {
    /// Returns its row of the access log.
    #[must_use]
    pub fn entry(&self, action: Action) -> Entry<'a> {
        Entry {
            login_id: self.login,
            client_address: Some(self.context.address.0),
            request_id: Some(self.context.request_id.as_str()),
            ..Entry::new(action)
        }
    }

    /// Records a failure in the access log and in the logs, with the id of the account that was tried. Returns its problem.
    ///
    /// # Errors
    /// When it cannot be recorded.
    pub async fn reject(&self, account_id: Option<i64>, code: Code) -> Result<Problem, Problem> {
        let mut conn = self.tenant.db.acquire().await?;
        access_log::insert(&mut conn, &self.entry(Action::SignInFailed), self.app.clock.now()).await?;
        let (request_id, tenant) = (self.context.request_id.as_str(), self.tenant.row.key.as_str());
        tracing::warn!(request_id, tenant, account_id, code = code.as_str(), "a sign-in failed");
        Ok(code.into())
    }
}
