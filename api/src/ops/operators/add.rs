//! `api add-operator`: adds an operator's account from the server, usually the first admin's.

use anyhow::{Context as _, bail};
use clap::Args;
use db::operator_actions::{self, Action, Entry};
use db::operators::NewOperator;
use db::{Database, DatabaseConfig};
use domain::operator::parse_role;
use domain::{Name, Password, staff};
use runtime::{Random, SystemClock};
use secrecy::{ExposeSecret as _, SecretString};

use crate::services::passwords::Passwords;

/// The new account.
#[derive(Debug, Args)]
pub struct AddOperator {
    /// The sign-in name: 4 to 20 letters or digits.
    #[arg(long)]
    login_id: String,
    /// The person's name.
    #[arg(long)]
    name: String,
    /// `viewer`, `operator` or `admin`.
    #[arg(long)]
    role: String,
}

/// Adds the account. Its temporary password must be changed first.
///
/// # Errors
/// When a name is invalid or taken, or the database cannot be reached.
pub async fn add_operator(database_url: &SecretString, new: &AddOperator) -> anyhow::Result<Password> {
    let login_id = staff::parse_login_id(&new.login_id).context("the sign-in name is 4 to 20 letters or digits")?;
    let name = Name::parse(&new.name).context("the name has 1 to 50 characters")?;
    let role = parse_role(&new.role).context("the role is viewer, operator or admin")?;
    let url = database_url.expose_secret().to_owned();
    let database =
        Database::connect(&DatabaseConfig { url, max_connections_per_tenant: 1, max_system_connections: 1 }).await?;
    let random = Random::secure();
    let password = staff::generate_temporary_password(random.bytes());
    let Ok(password_hash) = Passwords::new(random).hash(password.clone()).await else {
        bail!("the password could not be hashed")
    };
    let now = SystemClock::shared().now();
    let account = NewOperator { login_id, password_hash, name, role };
    let mut tx = database.system().begin().await?;
    db::operators::insert(&mut tx, &account, now).await?;
    let subject = format!("{} ({}), on the server", account.login_id.as_str(), role.as_str());
    let entry = Entry { subject: Some(&subject), ..Entry::new(Action::OperatorAdded) };
    operator_actions::insert(&mut tx, &entry, now).await?;
    tx.commit().await?;
    Ok(password)
}
