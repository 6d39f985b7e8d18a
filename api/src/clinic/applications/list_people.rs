//! `GET /institutions/tcis/people`

use axum::extract::State;
use axum::response::Json;
use chrono::{DateTime, Utc};
use db::access_log::Action;
use db::applications::{self, RecordPerson};
use domain::PersonSearch;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::App;
use crate::applications::shape::PatientInstitution;
use crate::extract::StaffWith;
use crate::extract::permission::ReadApplications;
use crate::http::{Query, parse_search_text};
use crate::problem::{MalformedProblem, Problem, StaffProblems, ValidationProblem};

/// The maximum number of people in a search result.
const MAX_RESULTS: i64 = 20;

/// A search.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PeopleQuery {
    /// Part of the name (or of its initial consonants) or of the phone number, or the date of birth. If empty, the
    /// latest visitors are returned.
    #[serde(default)]
    #[param(required = false, max_length = 100)]
    q: String,
}

/// The people that a search found.
#[derive(Debug, Serialize, ToSchema)]
pub struct ClinicPeopleResponse {
    /// Latest visitors first, at most twenty.
    people: Vec<ClinicPerson>,
}

/// A person with an application at the clinic, with or without an account.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ClinicPerson {
    /// The newest application. It opens the person's record.
    application_id: i64,
    /// The person, as entered there.
    person: PatientInstitution,
    /// The number of the person's applications.
    applications: i64,
    /// When the newest application was created.
    last_at: DateTime<Utc>,
    /// Whether one of them was made with an account.
    has_account: bool,
}

impl From<RecordPerson> for ClinicPerson {
    fn from(found: RecordPerson) -> Self {
        Self {
            application_id: found.application.get(),
            person: found.person.into(),
            applications: found.applications,
            last_at: found.last_at,
            has_account: found.has_account,
        }
    }
}

/// Searches for people who applied at the clinic.
#[utoipa::path(
    get, path = "/institutions/tcis/people", tag = "clinic", operation_id = "listClinicPeople",
    security(("staff" = [])), params(PeopleQuery),
    responses(
        (status = 200, body = ClinicPeopleResponse),
        StaffProblems, MalformedProblem, ValidationProblem,
    )
)]
pub async fn handle(
    State(app): State<App>,
    StaffWith(staff, _): StaffWith<ReadApplications>,
    Query(query): Query<PeopleQuery>,
) -> Result<Json<ClinicPeopleResponse>, Problem> {
    let search = PersonSearch::parse(&parse_search_text(&query.q)?);
    let mut conn = staff.tenant.db.acquire().await?;
    let found = applications::list_people(&mut conn, staff.clinic(), &search, MAX_RESULTS).await?;
    let ids: Vec<_> = found.iter().map(|person| person.application).collect();
    staff.log_applications_read(&app, &mut conn, Action::ApplicationsListed, &ids).await?;
    Ok(Json(ClinicPeopleResponse { people: found.into_iter().map(Into::into).collect() }))
}
