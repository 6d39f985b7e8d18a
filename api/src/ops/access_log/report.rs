//! `GET /ops/access-log/report`

use axum::extract::State;
use axum::response::Json;
use chrono::{DateTime, NaiveDate, Utc};
use db::access_log::{self, OperatorAction, checks, review};
use db::operator_actions::Action;
use domain::Tenant;
use serde::Serialize;
use utoipa::ToSchema;

use super::shape::MonthQuery;
use crate::App;
use crate::extract::OperatorWith;
use crate::extract::operator::{Audit, Operator, ReadAccessLog};
use crate::http::{Query, days};
use crate::problem::{MalformedProblem, OperatorProblems, Problem, ValidationProblem};

/// The maximum number of rows about operators in a tenant's month.
const MAX_OPERATOR_ROWS: i64 = 1_000;

/// How often an action was done.
#[derive(Debug, Serialize, ToSchema)]
pub struct ActionCount {
    /// The action.
    #[schema(example = "application_read")]
    action: &'static str,
    /// The number of times.
    count: i64,
}

/// An operator's action on a tenant's data.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OperatorAccess {
    /// The time.
    at: DateTime<Utc>,
    /// The sign-in name. Null for the access token, and for commands.
    #[schema(required)]
    login_id: Option<String>,
    /// `operator_read`, `operator_changed` or `training_exported`.
    action: &'static str,
    /// The action and the reason.
    what: String,
    /// The number of patients in it.
    patients: i32,
}

impl From<OperatorAction> for OperatorAccess {
    fn from(row: OperatorAction) -> Self {
        let action = row.action.as_str();
        Self { at: row.at, login_id: row.login_id, action, what: row.what, patients: row.patients }
    }
}

/// The month of one tenant. It names no patient.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TenantAccessReport {
    /// The tenant's id.
    tenant_id: i64,
    /// The tenant's key.
    tenant: String,
    /// The first row that the nightly checks found broken: rows of the month were changed or deleted.
    #[schema(required)]
    broken_at: Option<i64>,
    /// The rows of the days up to this one were checked. Null before the first check.
    #[schema(required)]
    checked_until: Option<NaiveDate>,
    /// How often each action was done, most frequent first.
    actions: Vec<ActionCount>,
    /// Failed sign-ins with names that no account has.
    unknown_sign_ins: i64,
    /// The ids of the clinics without a review of the month.
    unreviewed: Vec<i64>,
    /// The operators' actions, newest first, at most 1,000.
    operators: Vec<OperatorAccess>,
}

/// The report of a month.
#[derive(Debug, Serialize, ToSchema)]
pub struct AccessReportResponse {
    /// The month, YYYY-MM.
    #[schema(example = "2026-10")]
    month: String,
    /// The tenants.
    tenants: Vec<TenantAccessReport>,
}

/// The report of a month of the access logs: the nightly checks, actions, missing reviews, and operators' actions.
#[utoipa::path(
    get, path = "/ops/access-log/report", tag = "ops-access-log", operation_id = "reportAccessLogs",
    params(MonthQuery), security(("operator" = [])),
    responses(
        (status = 200, body = AccessReportResponse),
        OperatorProblems, MalformedProblem, ValidationProblem,
    )
)]
pub async fn handle(
    State(app): State<App>,
    OperatorWith(operator, _): OperatorWith<ReadAccessLog>,
    Query(query): Query<MonthQuery>,
) -> Result<Json<AccessReportResponse>, Problem> {
    let first_day = query.first_day(&app)?;
    let month = first_day.format("%Y-%m").to_string();
    let entry = Audit::new(Action::AccessLogReported, &month);
    let mut audit = app.databases.system().begin().await?;
    let mut tenants = Vec::new();
    for tenant in db::tenants::list(&mut audit).await? {
        tenants.push(report(&app, &operator, tenant, first_day, &entry).await?);
    }
    operator.log(&app, &mut audit, &entry).await?;
    audit.commit().await?;
    Ok(Json(AccessReportResponse { month, tenants }))
}

async fn report(
    app: &App,
    operator: &Operator,
    tenant: Tenant,
    first_day: NaiveDate,
    entry: &Audit<'_>,
) -> Result<TenantAccessReport, Problem> {
    let (from, to) = days::month_range(first_day);
    let mut conn = app.databases.tenant(tenant.id).acquire().await?;
    let actions = access_log::count_actions(&mut conn, from..to).await?.into_iter();
    let operators = access_log::list_operators(&mut conn, from..to, MAX_OPERATOR_ROWS).await?.into_iter();
    let unreviewed = review::list_unreviewed(&mut conn, first_day, to).await?.into_iter();
    let check = checks::find(&mut conn, first_day).await?;
    let report = TenantAccessReport {
        tenant_id: tenant.id.get(),
        tenant: tenant.key,
        broken_at: check.broken_at,
        checked_until: check.checked_until,
        actions: actions.map(|(action, count)| ActionCount { action: action.as_str(), count }).collect(),
        unknown_sign_ins: review::count_unknown_sign_ins(&mut conn, from..to).await?,
        unreviewed: unreviewed.map(domain::InstitutionId::get).collect(),
        operators: operators.map(OperatorAccess::from).collect(),
    };
    operator.log_in_tenant(app, &mut conn, entry, &[]).await?;
    Ok(report)
}
