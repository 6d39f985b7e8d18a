//! `api payment-account add|set|list|disable|enable`
//!
//! A secret comes from an environment variable, because every user of the machine can see arguments.

use anyhow::Context as _;
use clap::{Args, Subcommand};
use db::edit::accounts;
use directory::Target;
use domain::directory::AccountInput;
use secrecy::SecretString;

use super::{CommandContext, commit, find_tenant};

/// A command about accounts at payment providers.
#[derive(Debug, Subcommand)]
pub enum PaymentAccountCommand {
    /// Adds an account.
    Add(AccountArgs),
    /// Changes the given fields and keeps the others.
    Set(SetAccountArgs),
    /// Lists a tenant's accounts, without their secrets.
    List {
        /// The tenant's key.
        #[arg(long)]
        tenant: String,
    },
    /// Disables an account for new payments. It still refunds and settles the payments made with it.
    Disable(AccountName),
    /// Enables a disabled account for new payments again.
    Enable(AccountName),
}

/// An account, with the reason of a change.
#[derive(Debug, Args)]
pub struct AccountName {
    /// The tenant's key.
    #[arg(long)]
    tenant: String,
    /// `toss` or `inicis`.
    provider: String,
    /// The reason, for the audit.
    #[arg(long)]
    reason: Option<String>,
}

/// A new account.
#[derive(Debug, Args)]
pub struct AccountArgs {
    #[command(flatten)]
    account: AccountName,
    /// The public id at the provider.
    #[arg(long)]
    client_id: String,
    /// The environment variable that contains the key of the provider's API.
    #[arg(long)]
    secret_variable: String,
}

/// A change of an account.
#[derive(Debug, Args)]
pub struct SetAccountArgs {
    #[command(flatten)]
    account: AccountName,
    /// The public id at the provider.
    #[arg(long)]
    client_id: Option<String>,
    /// The environment variable that contains a new key of the provider's API.
    #[arg(long)]
    secret_variable: Option<String>,
}

impl PaymentAccountCommand {
    pub(super) async fn run(&self, context: &CommandContext) -> anyhow::Result<String> {
        match self {
            Self::Add(AccountArgs { account, client_id, secret_variable }) => {
                let secret = context.env.secret(secret_variable)?;
                let mut editor = context.edit(account.reason.as_deref()).await?;
                let tenant = find_tenant(&mut editor, &account.tenant).await?;
                let (provider, client_id) = (account.provider.clone(), client_id.clone());
                editor.add_account(tenant, &AccountInput { provider, client_id, active: true }, &secret).await?;
                commit(editor).await
            }
            Self::Set(SetAccountArgs { account, client_id, secret_variable }) => {
                let secret = secret_variable.as_ref().map(|name| context.env.secret(name)).transpose()?;
                let change = |before: AccountInput| AccountInput {
                    client_id: client_id.clone().unwrap_or_else(|| before.client_id.clone()),
                    ..before
                };
                account.change(context, change, secret.as_ref()).await
            }
            Self::List { tenant } => {
                let mut editor = context.edit(None).await?;
                let tenant = find_tenant(&mut editor, tenant).await?;
                let rows = accounts::list(editor.transaction(), tenant).await?;
                let lines = rows.iter().map(|row| {
                    let settings = &row.record.settings;
                    let state = if settings.active { "active" } else { "disabled" };
                    format!("{}\t{}\t{state}\t{}", row.record.id, settings.provider.as_str(), settings.client_id)
                });
                Ok(lines.collect::<Vec<_>>().join("\n"))
            }
            Self::Disable(account) => account.set_active(context, false).await,
            Self::Enable(account) => account.set_active(context, true).await,
        }
    }
}

impl AccountName {
    async fn set_active(&self, context: &CommandContext, active: bool) -> anyhow::Result<String> {
        self.change(context, |before| AccountInput { active, ..before }, None).await
    }

    async fn change(
        &self,
        context: &CommandContext,
        change: impl FnOnce(AccountInput) -> AccountInput,
        secret: Option<&SecretString>,
    ) -> anyhow::Result<String> {
        let mut editor = context.edit(self.reason.as_deref()).await?;
        let tenant = find_tenant(&mut editor, &self.tenant).await?;
        let rows = accounts::list(editor.transaction(), tenant).await?;
        let row = rows.into_iter().find(|row| row.record.settings.provider.as_str() == self.provider);
        let row = row.with_context(|| format!("{} has no account at {}", self.tenant, self.provider))?.record;
        let before = AccountInput {
            provider: row.settings.provider.as_str().to_owned(),
            client_id: row.settings.client_id,
            active: row.settings.active,
        };
        editor.set_account(Target { tenant, id: row.id, version: None }, &change(before), secret).await?;
        commit(editor).await
    }
}
