//! `GET /institutions/tcis`

use axum::extract::State;
use axum::response::Json;
use db::access_log::Action;
use db::applications::{self, Filter, Part};
use domain::ApplicationStatus;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::App;
use crate::applications::days;
use crate::applications::shape::{StaffClinic, StaffClinicsAnswer};
use crate::guard::Staff;
use crate::http::{Language, Page, Query, search_text};
use crate::problem::{Problem, ProblemBody};
use crate::self_checks::render::Renderer;

/// Which applications.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
pub struct WorklistQuery {
    /// Made on this day or later: YYYY-MM-DD in Korea.
    start_at: Option<String>,
    /// Made on this day or earlier.
    end_at: Option<String>,
    /// In this state.
    #[param(minimum = -1, maximum = 2)]
    status: Option<i16>,
    /// Part of the name or the phone number.
    #[serde(default)]
    #[param(required = false, max_length = 100)]
    q: String,
    /// True: only those that nobody opened.
    #[serde(default)]
    #[param(required = false)]
    unread: bool,
    /// Only what comes after this one in the list: the `next` of the page before.
    before: Option<i64>,
    /// How many at most.
    #[param(minimum = 1, maximum = 100, default = 20)]
    limit: Option<u32>,
}

/// The clinic's applications, newest first.
#[utoipa::path(
    get, path = "/institutions/tcis", tag = "clinic", operation_id = "listClinicApplications",
    security(("staff" = [])), params(WorklistQuery),
    responses(
        (status = 200, body = StaffClinicsAnswer),
        (status = 401, description = "unauthorized", body = ProblemBody, content_type = "application/problem+json"),
        (status = 403, description = "password_change_required", body = ProblemBody, content_type = "application/problem+json"),
        (status = 422, description = "validation", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    staff: Staff,
    Language(locale): Language,
    Query(query): Query<WorklistQuery>,
) -> Result<Json<StaffClinicsAnswer>, Problem> {
    let (from, to) = days::moments(query.start_at.as_deref(), query.end_at.as_deref())?;
    let known = |number| ApplicationStatus::from_number(number).ok_or(Problem::field("status", domain::Code::Range));
    let filter = Filter {
        status: query.status.map(known).transpose()?,
        unopened: query.unread,
        text: search_text(&query.q)?.to_lowercase(),
        patient: None,
    };
    let page = Page::new(query.before, query.limit);
    let part = Part { from, to, before: page.before.map(Into::into), limit: page.one_more() };
    let mut conn = staff.tenant.db.acquire().await?;
    let found = applications::list_at(&mut conn, staff.clinic(), &filter, &part).await?;
    let (rows, next) = page.cut(found, |row| row.id.get());
    staff.log_read(&app, &mut conn, Action::ApplicationsListed, &rows).await?;
    let renderer = Renderer::new(&app, locale);
    let clinics = rows.into_iter().map(|row| StaffClinic::of(row, &renderer)).collect();
    Ok(Json(StaffClinicsAnswer { clinics, next }))
}
