//! Payments: discrepancies and settlements.

use axum::Router;
use axum::extract::{Query, State};
use axum::response::{IntoResponse as _, Json, Response};
use axum::routing::get;
use db::access_log::{self, Action};
use db::payment_discrepancies::{self, Discrepancy};
use db::settlements::{self, SettledDay};
use serde::Serialize;

use super::{DEFAULT_LIMIT, MonthQuery, OpsError, TenantData};
use crate::http::days;

/// Returns the routes of the payments.
pub fn router(data: TenantData) -> Router {
    Router::new()
        .route("/payments", get(list_discrepancies))
        .route("/settlements", get(list_settlements))
        .with_state(data)
}

/// A payment discrepancy and its tenant. It names no person.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct DiscrepancyView {
    tenant: String,
    id: i64,
    kind: &'static str,
    oid: Option<String>,
    transaction_key: String,
    our_amount: Option<i64>,
    their_amount: Option<i64>,
    found_at: chrono::DateTime<chrono::Utc>,
    needs_person: bool,
}

impl DiscrepancyView {
    fn new(tenant: &str, row: Discrepancy) -> Self {
        Self {
            tenant: tenant.to_owned(),
            id: row.id,
            kind: row.kind.as_str(),
            oid: row.oid,
            transaction_key: row.transaction_key,
            our_amount: row.our_amount,
            their_amount: row.provider_amount,
            found_at: row.found_at,
            needs_person: row.needs_person,
        }
    }
}

/// The open discrepancies.
#[derive(Serialize)]
struct DiscrepanciesView {
    findings: Vec<DiscrepancyView>,
    /// The orders that have been unsettled for more than 15 minutes.
    unsettled: i64,
}

async fn list_discrepancies(State(state): State<TenantData>) -> Result<Json<DiscrepanciesView>, OpsError> {
    let before = state.clock.now() - db::orders::SWEEP_AGE;
    let mut view = DiscrepanciesView { findings: Vec::new(), unsettled: 0 };
    for tenant in db::tenants::list(&mut state.database.system().acquire().await?).await? {
        let mut conn = state.database.tenant(tenant.id).acquire().await?;
        let open = payment_discrepancies::list_open(&mut conn, DEFAULT_LIMIT).await?;
        access_log::insert_operator(&mut conn, Action::OperatorRead, "GET /payments", &[], state.clock.now()).await?;
        view.findings.extend(open.into_iter().map(|row| DiscrepancyView::new(&tenant.key, row)));
        view.unsettled += db::orders::count_unsettled(&mut conn, before).await?;
    }
    Ok(Json(view))
}

/// The payout of a provider to a tenant on a day, in won.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SettledDayView {
    day: chrono::NaiveDate,
    count: i64,
    amount: i64,
    fee: i64,
    paid_out: i64,
}

impl From<SettledDay> for SettledDayView {
    fn from(row: SettledDay) -> Self {
        Self { day: row.day, count: row.count, amount: row.amount, fee: row.fee, paid_out: row.paid_out }
    }
}

/// Lists the settlements of a month by tenant and day, by default of the current month.
async fn list_settlements(
    State(state): State<TenantData>,
    Query(query): Query<MonthQuery>,
) -> Result<Response, OpsError> {
    let current = || Some(days::current_month(state.clock.now()));
    let month = query.month.map_or_else(current, |text| days::parse_month(&text)).ok_or(OpsError::NotFound)?;
    let mut tenants = Vec::new();
    for tenant in db::tenants::list(&mut state.database.system().acquire().await?).await? {
        let mut conn = state.database.tenant(tenant.id).acquire().await?;
        let found = settlements::list_days(&mut conn, None, days::days_of_month(month)).await?;
        access_log::insert_operator(&mut conn, Action::OperatorRead, "GET /settlements", &[], state.clock.now())
            .await?;
        let found: Vec<_> = found.into_iter().map(SettledDayView::from).collect();
        tenants.push(serde_json::json!({ "tenant": tenant.key, "settlements": found }));
    }
    let month = month.format("%Y-%m").to_string();
    Ok(Json(serde_json::json!({ "month": month, "tenants": tenants })).into_response())
}
