//! `GET /institutions/tcis`

use axum::extract::State;
use axum::response::Json;
use db::access_log::Action;
use db::applications::{self, Filter, PageRequest, WorkFilter};
use domain::{ApplicationStatus, PersonSearch, StaffId};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::App;
use crate::applications::shape::{StaffClinic, StaffClinicsResponse};
use crate::extract::permission::ReadApplications;
use crate::extract::{Language, StaffWith};
use crate::http::{Page, Query, days, parse_search_text};
use crate::problem::{MalformedProblem, Problem, StaffProblems, ValidationProblem};
use crate::self_checks::render::Renderer;

/// Which applications.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
pub struct WorklistQuery {
    /// Created from this day: YYYY-MM-DD in Korea.
    start_at: Option<String>,
    /// Created until the end of this day.
    end_at: Option<String>,
    /// Only applications in this state.
    #[param(minimum = -1, maximum = 2)]
    status: Option<i16>,
    /// Part of the name (or of its initial consonants) or of the phone number, or the date of birth.
    #[serde(default)]
    #[param(required = false, max_length = 100)]
    q: String,
    /// True: only those that need work.
    #[serde(default)]
    #[param(required = false)]
    to_do: bool,
    /// True: only those that need work and have not been opened.
    #[serde(default)]
    #[param(required = false)]
    unread: bool,
    /// True: only those that need work and are assigned to the caller. `unread` takes precedence.
    #[serde(default)]
    #[param(required = false)]
    mine: bool,
}

impl WorklistQuery {
    fn work(&self, staff: StaffId) -> Option<WorkFilter> {
        let rules = [
            (self.unread, WorkFilter::Unopened),
            (self.mine, WorkFilter::AssignedTo(staff)),
            (self.to_do, WorkFilter::All),
        ];
        rules.into_iter().find_map(|(wanted, work)| wanted.then_some(work))
    }
}

/// The clinic's applications, newest first.
#[utoipa::path(
    get, path = "/institutions/tcis", tag = "clinic", operation_id = "listClinicApplications",
    security(("staff" = [])), params(WorklistQuery, Page),
    responses(
        (status = 200, body = StaffClinicsResponse),
        StaffProblems, MalformedProblem, ValidationProblem,
    )
)]
pub async fn handle(
    State(app): State<App>,
    StaffWith(staff, _): StaffWith<ReadApplications>,
    Language(locale): Language,
    page: Page,
    Query(query): Query<WorklistQuery>,
) -> Result<Json<StaffClinicsResponse>, Problem> {
    let (from, to) = days::parse_day_range(query.start_at.as_deref(), query.end_at.as_deref())?;
    let known =
        |number| ApplicationStatus::from_repr(number).ok_or(Problem::field("status", domain::InvalidCode::Range));
    let filter = Filter {
        status: query.status.map(known).transpose()?,
        work: query.work(staff.row.id),
        search: PersonSearch::parse(&parse_search_text(&query.q)?),
        subject: None,
    };
    let request = PageRequest { from, to, before: page.before.map(Into::into), limit: page.fetch_limit() };
    let mut conn = staff.tenant.db.acquire().await?;
    let found = applications::list_at(&mut conn, staff.clinic(), &filter, &request).await?;
    let (rows, next) = page.split(found, |row| row.id.get());
    staff.log_read(&app, &mut conn, Action::ApplicationsListed, &rows).await?;
    let renderer = Renderer::new(&app, locale);
    let clinics = rows.into_iter().map(|row| StaffClinic::new(row, &renderer)).collect();
    Ok(Json(StaffClinicsResponse { clinics, next }))
}
