//! `api retention`: what the retention rules would erase now, as a table.

use std::fmt::Write as _;

use db::{Database, DatabaseConfig, retention};
use runtime::SystemClock;
use secrecy::{ExposeSecret as _, SecretString};

/// Counts the due rows of every tenant. Nothing is erased.
///
/// # Errors
/// When the database cannot be reached.
pub async fn print_due(database_url: &SecretString) -> anyhow::Result<String> {
    let url = database_url.expose_secret().to_owned();
    let database =
        Database::connect(&DatabaseConfig { url, max_connections_per_tenant: 1, max_system_connections: 1 }).await?;
    let now = SystemClock::shared().now();
    let tenants = db::tenants::list(&mut database.system().acquire().await?).await?;
    let mut text = format!("{:<20} {:<18} {:>10}  oldest\n", "tenant", "class", "rows");
    for tenant in tenants {
        let due = retention::list_due(&database.tenant(tenant.id), now).await?;
        for class in due.classes {
            let oldest = class.oldest.map(|at| at.format("%F").to_string()).unwrap_or_default();
            let count = format!("{}{}", class.count, if class.has_more { "+" } else { "" });
            let _ = writeln!(text, "{:<20} {:<18} {count:>10}  {oldest}", tenant.key, class.class.as_str());
        }
        if let Some(seq) = due.broken_at {
            let _ = writeln!(text, "{:<20} the access log was tampered with at row {seq}: its month stays", tenant.key);
        }
    }
    text.truncate(text.trim_end().len());
    Ok(text)
}
