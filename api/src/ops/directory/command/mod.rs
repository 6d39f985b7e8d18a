//! `api tenant`, `clinic`, `insurer`, `payment-account` and `import`: the directory from the server's command line.
//!
//! They need `DATABASE_URL`, `SEAL_KEYS`, `CI_PEPPER` and `OPS_HOST`, as `api serve` does. Their audit rows have no
//! account.

pub mod clinic;
pub mod import;
pub mod insurer;
pub mod payment_account;
pub mod tenant;

use anyhow::Context as _;
use clap::Subcommand;
use db::{Database, DatabaseConfig};
use directory::{Actor, Change, Context, Editor};
use domain::TenantId;
use domain::operator::Reason;
use runtime::config::Env;
use runtime::seal::Sealer;
use runtime::{Clock as _, Random, SystemClock};
use secrecy::ExposeSecret as _;

/// A command about the directory.
#[derive(Debug, Subcommand)]
pub enum DirectoryCommand {
    /// Adds, changes, lists, disables and enables tenants.
    #[command(subcommand)]
    Tenant(Box<tenant::TenantCommand>),
    /// Adds, changes, lists, disables and enables a tenant's clinics, and adds their first admins.
    #[command(subcommand)]
    Clinic(clinic::ClinicCommand),
    /// Adds, lists, disables and enables a tenant's insurers.
    #[command(subcommand)]
    Insurer(insurer::InsurerCommand),
    /// Adds, changes, lists, disables and enables a tenant's accounts at payment providers.
    #[command(subcommand)]
    PaymentAccount(payment_account::PaymentAccountCommand),
    /// Applies a file of tenants with their clinics, first admins, insurers, payment accounts and `KakaoTalk` channels,
    /// and prints the changes. A second import changes nothing.
    Import(import::Import),
}

/// The context of the commands.
#[derive(Debug)]
pub struct CommandContext {
    database: Database,
    sealer: Sealer,
    random: Random,
    ops_host: String,
    env: Env,
}

impl CommandContext {
    /// Connects to the database in the environment's `DATABASE_URL`.
    ///
    /// # Errors
    /// When a variable is missing, or the database cannot be reached.
    pub async fn connect(env: Env) -> anyhow::Result<Self> {
        let url = env.secret("DATABASE_URL")?.expose_secret().to_owned();
        let config = DatabaseConfig { url, max_connections_per_tenant: 1, max_system_connections: 1 };
        Ok(Self {
            database: Database::connect(&config).await.context("connecting to the database")?,
            sealer: Sealer::load(&env)?,
            random: Random::secure(),
            ops_host: env.text("OPS_HOST")?,
            env,
        })
    }

    async fn edit<'a>(&'a self, reason: Option<&'a str>) -> anyhow::Result<Editor<'a>> {
        if let Some(reason) = reason {
            Reason::parse(reason).context("--reason is one line of at most 200 characters")?;
        }
        let actor = Actor { reason: Some(reason.unwrap_or("a command on the server")), ..Actor::default() };
        let context = Context {
            actor,
            sealer: &self.sealer,
            random: &self.random,
            ops_host: &self.ops_host,
            now: SystemClock.now(),
        };
        Ok(Editor::begin(&self.database, context).await?)
    }
}

impl DirectoryCommand {
    /// Runs the command, and returns what to print.
    ///
    /// # Errors
    /// When a value is refused, or the database cannot be reached. Nothing is changed in that case.
    pub async fn run(&self, env: Env) -> anyhow::Result<String> {
        let context = CommandContext::connect(env).await?;
        match self {
            Self::Tenant(command) => command.run(&context).await,
            Self::Clinic(command) => command.run(&context).await,
            Self::Insurer(command) => command.run(&context).await,
            Self::PaymentAccount(command) => command.run(&context).await,
            Self::Import(command) => command.run(&context).await,
        }
    }
}

/// Finds the tenant with a key.
async fn find_tenant(editor: &mut Editor<'_>, key: &str) -> anyhow::Result<TenantId> {
    let found = db::edit::tenants::lock_by_key(editor.transaction(), key).await?;
    Ok(found
        .with_context(|| format!("no tenant has the key {key}: `api tenant list` shows those there are"))?
        .tenant
        .id)
}

/// Commits the changes and returns a line for each.
async fn commit(editor: Editor<'_>) -> anyhow::Result<String> {
    Ok(describe(&editor.commit().await?))
}

fn describe(changes: &[Change]) -> String {
    if changes.is_empty() {
        return "nothing changed".to_owned();
    }
    let lines: Vec<_> = changes.iter().map(|change| format!("{} {change}", change.action.as_str())).collect();
    lines.join("\n")
}
