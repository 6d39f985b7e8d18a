//! `GET /institutions/access-log`

use axum::extract::State;
use axum::response::Json;
use db::access_log::Kind;
use db::access_log::search::{self, Filter};
use serde::Deserialize;
use utoipa::IntoParams;

use super::shape::{AccessLogAnswer, AccessLogEntry};
use crate::App;
use crate::applications::days;
use crate::guard::staff::Admin;
use crate::http::{Page, Query, search_text};
use crate::problem::{Problem, ProblemBody};

/// Which rows.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
pub struct AccessLogQuery {
    /// On this day or later: YYYY-MM-DD in Korea.
    start_at: Option<String>,
    /// On this day or earlier.
    end_at: Option<String>,
    /// `account`: sign-ins, passwords, staff accounts; `list`: lists that were read; `read`: records that were opened; `change`;
    /// `download`. All but lists when left out: those on a screen look themselves up again.
    kind: Option<String>,
    /// What this account of the staff did.
    staff_id: Option<i64>,
    /// Part of the name or phone number of whom it was about.
    #[serde(default)]
    #[param(required = false, max_length = 100)]
    q: String,
    /// Only what comes after this one in the list: the `next` of the page before.
    before: Option<i64>,
    /// How many at most.
    #[param(minimum = 1, maximum = 100, default = 20)]
    limit: Option<u32>,
}

/// What the clinic's staff did with personal data, and sign-ins that were tried in their names, newest first. Reading it is
/// a row of its own.
#[utoipa::path(
    get, path = "/institutions/access-log", tag = "access-log", operation_id = "listAccessLog",
    security(("staff" = [])), params(AccessLogQuery),
    responses(
        (status = 200, body = AccessLogAnswer),
        (status = 401, description = "unauthorized", body = ProblemBody, content_type = "application/problem+json"),
        (status = 403, description = "forbidden, password_change_required", body = ProblemBody, content_type = "application/problem+json"),
        (status = 422, description = "validation", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    Admin(staff): Admin,
    Query(query): Query<AccessLogQuery>,
) -> Result<Json<AccessLogAnswer>, Problem> {
    let (from, to) = days::moments(query.start_at.as_deref(), query.end_at.as_deref())?;
    let kind = |code| Kind::from_code(code).ok_or(Problem::field("kind", domain::Code::Range));
    let kind = query.kind.as_deref().map(kind).transpose()?;
    let text = search_text(&query.q)?.to_lowercase();
    let filter = Filter { from, to, kind, staff: query.staff_id.map(Into::into), text };
    let page = Page::new(query.before, query.limit);
    let mut conn = staff.tenant.db.acquire().await?;
    let found = search::list_at(&mut conn, staff.clinic(), &filter, (page.before, page.one_more())).await?;
    let (rows, next) = page.cut(found, |row| row.seq);
    staff.log_search(&app, &mut conn, &rows).await?;
    Ok(Json(AccessLogAnswer { entries: rows.into_iter().map(AccessLogEntry::from).collect(), next }))
}
