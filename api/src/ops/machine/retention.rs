//! What the sweep would delete now: the dry run of the retention periods.

use axum::Router;
use axum::extract::State;
use axum::response::{IntoResponse as _, Json, Response};
use axum::routing::get;
use db::retention::{self, Class, Due};
use serde::Serialize;

use super::{OpsError, TenantData};

/// Returns the route of the dry run.
pub fn router(data: TenantData) -> Router {
    Router::new().route("/retention", get(list_due)).with_state(data)
}

/// The numbers of a tenant's rows that are due, at most 10,000 of each class, without data of people.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct TenantDue {
    tenant: String,
    sessions: u64,
    expired: u64,
    service_accounts: u64,
    sign_up_accounts: u64,
    people: u64,
    walk_ins: u64,
    claims: u64,
    orders: u64,
    ledger_entries: u64,
    settlements: u64,
    discrepancies: u64,
    documents: u64,
    uploads: u64,
    exports: u64,
    access_log: u64,
    access_reviews: u64,
    /// The classes with more rows than counted.
    more: Vec<&'static str>,
    /// The tampered row that prevents a month of the access log from being deleted.
    broken_at: Option<i64>,
}

impl TenantDue {
    fn new(tenant: String, due: &Due) -> Self {
        Self {
            tenant,
            sessions: due.count(Class::Sessions),
            expired: due.count(Class::Expired),
            service_accounts: due.count(Class::ServiceAccounts),
            sign_up_accounts: due.count(Class::SignUpAccounts),
            people: due.count(Class::People),
            walk_ins: due.count(Class::WalkIns),
            claims: due.count(Class::Claims),
            orders: due.count(Class::Orders),
            ledger_entries: due.count(Class::LedgerEntries),
            settlements: due.count(Class::Settlements),
            discrepancies: due.count(Class::Discrepancies),
            documents: due.count(Class::Documents),
            uploads: due.count(Class::Uploads),
            exports: due.count(Class::Exports),
            access_log: due.count(Class::AccessLog),
            access_reviews: due.count(Class::AccessReviews),
            more: due.classes.iter().filter(|due| due.has_more).map(|due| due.class.as_str()).collect(),
            broken_at: due.broken_at,
        }
    }
}

async fn list_due(State(state): State<TenantData>) -> Result<Response, OpsError> {
    let mut due = Vec::new();
    for tenant in db::tenants::list(&mut state.database.system().acquire().await?).await? {
        let rows = retention::list_due(&state.database.tenant(tenant.id), state.clock.now()).await?;
        state.log_read(tenant.id, "GET /retention").await?;
        due.push(TenantDue::new(tenant.key, &rows));
    }
    Ok(Json(serde_json::json!({ "tenants": due })).into_response())
}
