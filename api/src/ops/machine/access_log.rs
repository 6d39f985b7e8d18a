//! The access log of a month: the result of the nightly checks, missing reviews, and operators' actions.

use axum::Router;
use axum::extract::{Query, State};
use axum::response::{IntoResponse as _, Json, Response};
use axum::routing::get;
use chrono::{Months, NaiveDate};
use db::access_log::{self, Action, OperatorAction, checks};
use serde::Serialize;

use super::{MonthQuery, OpsError, TenantData};
use crate::http::days;

/// The maximum number of rows about operators in a month of the access log.
const MAX_OPERATOR_ROWS: i64 = 1_000;

/// Returns the routes of the access log.
pub fn router(data: TenantData) -> Router {
    Router::new().route("/access-log", get(access_logs)).with_state(data)
}

/// A month of a tenant's access log, without names of people.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct TenantLog {
    tenant: String,
    /// The first tampered row that the nightly checks found.
    broken_at: Option<i64>,
    /// The rows of the days up to this one were checked.
    checked_until: Option<NaiveDate>,
    /// Failed sign-ins with unknown names.
    unknown_sign_ins: i64,
    /// The clinics that have not reviewed the month.
    unreviewed: Vec<domain::InstitutionId>,
    /// The operators' actions, the newest first.
    operators: Vec<OperatorView>,
}

/// An operator's action.
#[derive(Serialize)]
struct OperatorView {
    at: chrono::DateTime<chrono::Utc>,
    action: &'static str,
    what: String,
    patients: i32,
}

impl From<OperatorAction> for OperatorView {
    fn from(row: OperatorAction) -> Self {
        Self { at: row.at, action: row.action.as_str(), what: row.what, patients: row.patients }
    }
}

/// Returns the requested month, by default the last complete one.
async fn access_logs(State(state): State<TenantData>, Query(query): Query<MonthQuery>) -> Result<Response, OpsError> {
    let last = || days::current_month(state.clock.now()).checked_sub_months(Months::new(1));
    let month = query.month.map_or_else(last, |text| days::parse_month(&text)).ok_or(OpsError::NotFound)?;
    let (from, to) = days::month_range(month);
    let mut logs = Vec::new();
    for tenant in db::tenants::list(&mut state.database.system().acquire().await?).await? {
        let mut conn = state.database.tenant(tenant.id).acquire().await?;
        let check = checks::find(&mut conn, month).await?;
        logs.push(TenantLog {
            tenant: tenant.key,
            broken_at: check.broken_at,
            checked_until: check.checked_until,
            unknown_sign_ins: access_log::review::count_unknown_sign_ins(&mut conn, from..to).await?,
            unreviewed: access_log::review::list_unreviewed(&mut conn, month, to).await?,
            operators: access_log::list_operators(&mut conn, from..to, MAX_OPERATOR_ROWS)
                .await?
                .into_iter()
                .map(OperatorView::from)
                .collect(),
        });
        access_log::insert_operator(&mut conn, Action::OperatorRead, "GET /access-log", &[], state.clock.now()).await?;
    }
    Ok(Json(serde_json::json!({ "month": month.format("%Y-%m").to_string(), "tenants": logs })).into_response())
}
