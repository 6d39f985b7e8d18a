//! What the sweep would delete now: the dry run of the retention periods.

use axum::Router;
use axum::extract::State;
use axum::response::{IntoResponse as _, Json, Response};
use axum::routing::get;
use db::retention::{self, DueRows};
use serde::Serialize;

use super::{OpsError, TenantData};

/// Returns the route of the dry run.
pub fn router(data: TenantData) -> Router {
    Router::new().route("/retention", get(list_due)).with_state(data)
}

/// The numbers of a tenant's rows that are due, without data of people.
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
    /// The tampered row that prevents a month of the access log from being deleted.
    broken_at: Option<i64>,
}

impl TenantDue {
    fn new(tenant: String, due: &DueRows) -> Self {
        Self {
            tenant,
            sessions: due.sessions,
            expired: due.expired,
            service_accounts: due.service_accounts,
            sign_up_accounts: due.sign_up_accounts,
            people: due.people,
            walk_ins: due.walk_ins,
            claims: due.records.claims,
            orders: due.records.orders,
            ledger_entries: due.records.movements,
            settlements: due.records.settlements,
            discrepancies: due.records.discrepancies,
            documents: due.documents,
            uploads: due.uploads,
            exports: due.exports,
            access_log: due.access_log,
            access_reviews: due.access_reviews,
            broken_at: due.broken_at,
        }
    }
}

async fn list_due(State(state): State<TenantData>) -> Result<Response, OpsError> {
    let mut due = Vec::new();
    for tenant in db::tenants::list(&mut state.database.system().acquire().await?).await? {
        let rows = retention::count_due(&state.database.tenant(tenant.id), state.clock.now()).await?;
        state.log_read(tenant.id, "GET /retention").await?;
        due.push(TenantDue::new(tenant.key, &rows));
    }
    Ok(Json(serde_json::json!({ "tenants": due })).into_response())
}
