//! `GET /institutions/access-log`

use axum::extract::State;
use axum::response::Json;
use db::access_log::Kind;
use db::access_log::search::{self, Filter};
use serde::Deserialize;
use utoipa::IntoParams;

use super::shape::{AccessLogEntry, AccessLogResponse};
use crate::App;
use crate::extract::StaffWith;
use crate::extract::permission::ReadAccessLog;
use crate::http::{Page, Query, days, parse_search_text};
use crate::problem::{MalformedProblem, Problem, StaffProblems, ValidationProblem};

/// Which rows.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
pub struct AccessLogQuery {
    /// From this day: YYYY-MM-DD in Korea.
    start_at: Option<String>,
    /// Until the end of this day.
    end_at: Option<String>,
    /// `account`: sign-ins, passwords, staff accounts; `list`: lists that were read; `read`: records that were opened;
    /// `change`; `download`. Without it, everything except lists, which pages refresh automatically.
    kind: Option<String>,
    /// Only actions of this staff account.
    staff_id: Option<i64>,
    /// Part of the patient's name or phone number.
    #[serde(default)]
    #[param(required = false, max_length = 100)]
    q: String,
}

/// The staff's actions on personal data and failed sign-ins, newest first. Reading it is logged.
#[utoipa::path(
    get, path = "/institutions/access-log", tag = "access-log", operation_id = "listAccessLog",
    security(("staff" = [])), params(AccessLogQuery, Page),
    responses(
        (status = 200, body = AccessLogResponse),
        StaffProblems, MalformedProblem, ValidationProblem,
    )
)]
pub async fn handle(
    State(app): State<App>,
    StaffWith(staff, _): StaffWith<ReadAccessLog>,
    page: Page,
    Query(query): Query<AccessLogQuery>,
) -> Result<Json<AccessLogResponse>, Problem> {
    let (from, to) = days::parse_day_range(query.start_at.as_deref(), query.end_at.as_deref())?;
    let kind = |code| Kind::from_code(code).ok_or(Problem::field("kind", domain::InvalidCode::Range));
    let kind = query.kind.as_deref().map(kind).transpose()?;
    let text = parse_search_text(&query.q)?.to_lowercase();
    let filter = Filter { time: from..to, kind, staff: query.staff_id.map(Into::into), text };
    let mut conn = staff.tenant.db.acquire().await?;
    let found = search::list_at(&mut conn, staff.clinic(), &filter, page.before, page.fetch_limit()).await?;
    let (rows, next) = page.split(found, |row| row.seq);
    staff.log_search(&app, &mut conn, &rows).await?;
    Ok(Json(AccessLogResponse { entries: rows.into_iter().map(AccessLogEntry::from).collect(), next }))
}
