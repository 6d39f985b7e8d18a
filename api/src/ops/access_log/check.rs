//! `GET /ops/access-log/check`

use std::ops::Range;
use std::time::Duration;

use axum::extract::State;
use axum::response::Json;
use chrono::{NaiveDate, NaiveTime, TimeDelta};
use db::operator_actions::Action;
use db::{TenantDb, access_log};
use domain::calendar::{korean_time, parse_day};
use serde::{Deserialize, Serialize};
use tokio::time::Instant;
use utoipa::{IntoParams, ToSchema};

use super::shape::MonthQuery;
use crate::App;
use crate::extract::OperatorWith;
use crate::extract::operator::{Audit, ReadAccessLog};
use crate::http::{Query, days};
use crate::problem::{Code, MalformedProblem, OperatorProblems, Problem, ValidationProblem};

/// How long a call checks before it returns a cursor. It ends with the day that it is at, long before the timeout of
/// requests.
const CHECK_BUDGET: Duration = Duration::from_secs(5);

/// Which part of a month.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PartQuery {
    /// The `nextCursor` of the previous part.
    cursor: Option<String>,
}

/// The check of a tenant's log.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccessLogCheck {
    /// The tenant's id.
    tenant_id: i64,
    /// The tenant's key.
    tenant: String,
    /// The first row that does not match: rows of the month were changed or deleted.
    #[schema(required)]
    broken_at: Option<i64>,
}

/// The result of a check of the hash chains.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccessLogCheckResponse {
    /// The month, YYYY-MM.
    #[schema(example = "2026-10")]
    month: String,
    /// Whether no tenant's log was changed.
    ok: bool,
    /// The tenants whose check this part completes.
    tenants: Vec<AccessLogCheck>,
    /// The cursor of the next part. Null after the last one.
    #[schema(required)]
    next_cursor: Option<String>,
}

/// Where a part of a check begins.
#[derive(Clone, Copy, Debug)]
struct Position {
    /// The tenant's id. The tenants are in their order.
    tenant: i64,
    /// The day of the month.
    day: NaiveDate,
}

impl Position {
    /// Parses a cursor. Returns `None` for an invalid one.
    fn parse(text: &str) -> Option<Self> {
        let (tenant, day) = text.split_once('.')?;
        Some(Self { tenant: tenant.parse().ok()?, day: parse_day(day)? })
    }

    fn to_cursor(self) -> String {
        format!("{}.{}", self.tenant, self.day)
    }
}

/// How far the check of a tenant's month came.
enum Progress {
    /// To its end, or to the first row that does not match.
    Done(Option<i64>),
    /// To this day, which is not checked.
    Stopped(NaiveDate),
}

/// Checks the hash chains of all tenants' access logs in a month, for some seconds at a time.
#[utoipa::path(
    get, path = "/ops/access-log/check", tag = "ops-access-log", operation_id = "checkAccessLogs",
    params(MonthQuery, PartQuery), security(("operator" = [])),
    responses(
        (status = 200, body = AccessLogCheckResponse),
        OperatorProblems, MalformedProblem, ValidationProblem,
    )
)]
pub async fn handle(
    State(app): State<App>,
    OperatorWith(operator, _): OperatorWith<ReadAccessLog>,
    Query(query): Query<MonthQuery>,
    Query(part): Query<PartQuery>,
) -> Result<Json<AccessLogCheckResponse>, Problem> {
    let first_day = query.first_day(&app)?;
    let month_days = days::days_of_month(first_day);
    let start = match part.cursor.as_deref() {
        Some(cursor) => {
            Position::parse(cursor).filter(|start| month_days.contains(&start.day)).ok_or(Code::Malformed)?
        }
        None => Position { tenant: 0, day: first_day },
    };
    let deadline = Instant::now() + CHECK_BUDGET;
    let month = first_day.format("%Y-%m").to_string();
    let mut audit = app.databases.system().begin().await?;
    let (mut tenants, mut next_cursor) = (Vec::new(), None);
    for tenant in db::tenants::list(&mut audit).await?.into_iter().filter(|tenant| tenant.id.get() >= start.tenant) {
        let tenant_id = tenant.id.get();
        let from = if tenant_id == start.tenant { start.day } else { first_day };
        match check_days(&app.databases.tenant(tenant.id), from..month_days.end, deadline).await? {
            Progress::Done(broken_at) => {
                if let Some(seq) = broken_at {
                    tracing::error!(tenant = tenant.key, seq, "the access log was tampered with");
                }
                tenants.push(AccessLogCheck { tenant_id, tenant: tenant.key, broken_at });
            }
            Progress::Stopped(day) => {
                next_cursor = Some(Position { tenant: tenant_id, day }.to_cursor());
                break;
            }
        }
    }
    let entry = Audit::new(Action::AccessLogChecked, &month);
    operator.log_read(&app, &mut audit, &entry, part.cursor.is_some()).await?;
    audit.commit().await?;
    let ok = tenants.iter().all(|tenant| tenant.broken_at.is_none());
    Ok(Json(AccessLogCheckResponse { month, ok, tenants, next_cursor }))
}

/// Checks a tenant's days one by one, at least the first one, until the deadline.
async fn check_days(tenant: &TenantDb, days: Range<NaiveDate>, deadline: Instant) -> db::Result<Progress> {
    let mut conn = tenant.acquire().await?;
    for day in days.start.iter_days().take_while(|day| *day < days.end) {
        if day > days.start && Instant::now() > deadline {
            return Ok(Progress::Stopped(day));
        }
        let start = korean_time(day, NaiveTime::MIN);
        let broken = access_log::find_broken(&mut conn, start..start + TimeDelta::days(1)).await?;
        if broken.is_some() {
            return Ok(Progress::Done(broken));
        }
    }
    Ok(Progress::Done(None))
}
