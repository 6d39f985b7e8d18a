//! The rows of bulk actions in the audit and in the access logs of the tenants whose jobs they change.

use db::SystemConn;
use queue::admin::{BulkAction, list_bulk_tenants};

use crate::App;
use crate::extract::Operator;
use crate::extract::operator::Audit;
use crate::problem::Problem;

/// Adds a row to the audit, and one to the access log of each tenant that has a job which the action changes now.
///
/// A tenant's row names the action without its filter, which may contain the ids of other tenants' jobs. The audit has
/// the filter under the same id.
///
/// # Errors
/// On `reason`, as in [`Operator::log`]; or a database failure. After an error, commit nothing.
pub async fn log_bulk(
    app: &App,
    operator: &Operator,
    conn: &mut SystemConn,
    bulk: &BulkAction,
    audit: &Audit<'_>,
) -> Result<(), Problem> {
    let tenants = list_bulk_tenants(conn, bulk).await?;
    let only = if let [only] = tenants.as_slice() { Some(*only) } else { None };
    operator.log(app, conn, &Audit { tenant: only, ..*audit }).await?;
    let subject = format!("{}: {}", bulk.id, bulk.action);
    for tenant in tenants {
        let mut conn = app.databases.tenant(tenant).acquire().await?;
        operator.log_in_tenant(app, &mut conn, &Audit { subject: &subject, ..*audit }, &[]).await?;
    }
    Ok(())
}
