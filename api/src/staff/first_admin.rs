//! `api add-admin`: creates a clinic's first account, whose admin creates the others.

use anyhow::{Context as _, bail};
use clap::Args;
use db::access_log::{self, Action, Entry};
use db::staff::NewStaff;
use db::{Database, DatabaseConfig};
use domain::{InstitutionId, Name, Password, StaffRole, staff};
use runtime::{Random, SystemClock};
use secrecy::{ExposeSecret as _, SecretString};

use crate::services::passwords::Passwords;

/// The new account.
#[derive(Debug, Args)]
pub struct NewAdmin {
    /// A host of the tenant.
    #[arg(long)]
    host: String,
    /// The clinic's id, as returned by `GET /patients/institutions?q=`.
    #[arg(long)]
    institution: i64,
    /// The sign-in name: 4 to 20 letters or digits.
    #[arg(long)]
    login_id: String,
    /// The person's name.
    #[arg(long)]
    name: String,
}

/// Creates the account. Its temporary password must be changed first.
///
/// # Errors
/// When no tenant has the host, the tenant no such clinic, a name cannot be used or is taken, or the database does not
/// answer.
pub async fn add_admin(database_url: &SecretString, new: &NewAdmin) -> anyhow::Result<Password> {
    let login_id = staff::parse_login_id(&new.login_id).context("the sign-in name is 4 to 20 letters or digits")?;
    let name = Name::parse(&new.name).context("the name has 1 to 50 characters")?;
    let url = database_url.expose_secret().to_owned();
    let database =
        Database::connect(&DatabaseConfig { url, max_connections_per_tenant: 1, max_system_connections: 1 }).await?;
    let tenant = db::tenants::find_by_host(&mut database.system().acquire().await?, &new.host).await?;
    let Some(tenant) = tenant else { bail!("no tenant has the host {}", new.host) };

    let random = Random::secure();
    let password = staff::generate_temporary_password(random.bytes());
    let password_hash = Passwords::new(random).hash(password.clone()).await;
    let Ok(password_hash) = password_hash else { bail!("the password could not be hashed") };
    let institution_id = InstitutionId::new(new.institution);
    let now = SystemClock::shared().now();
    let mut tx = database.tenant(tenant.id).begin().await?;
    if db::institutions::find(&mut tx, institution_id).await?.is_none() {
        bail!("{} has no active clinic {institution_id}", tenant.key);
    }
    let account = NewStaff { institution_id, login_id, password_hash, name, role: StaffRole::ClinicAdmin };
    db::staff::insert(&mut tx, &account, now).await?;
    let entry = Entry { login_id: Some(&account.login_id), ..Entry::new(Action::StaffMade) };
    access_log::insert(&mut tx, &entry, now).await?;
    tx.commit().await?;
    Ok(password)
}
