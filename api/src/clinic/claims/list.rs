//! `GET /institutions/insurances`

use axum::extract::State;
use axum::response::Json;
use db::access_log::Action;
use db::claims::PageRequest;
use db::claims::clinic::{self, Filter};
use domain::{ClaimStatus, PersonSearch};
use serde::Deserialize;
use utoipa::IntoParams;

use super::shape::{StaffInsuranceClaim, StaffInsuranceClaimsResponse};
use crate::App;
use crate::extract::permission::ReadClaims;
use crate::extract::{Language, StaffWith};
use crate::http::{Page, Query, parse_search_text};
use crate::problem::{MalformedProblem, Problem, StaffProblems, ValidationProblem};

/// Which claims.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ClaimsQuery {
    /// Only claims in this state.
    #[param(minimum = -1, maximum = 2)]
    status: Option<i16>,
    /// Part of the insured person's name (or of its initial consonants) or number, or the date of birth.
    #[serde(default)]
    #[param(required = false, max_length = 100)]
    q: String,
}

/// The paid claims for documents of the clinic, newest first.
#[utoipa::path(
    get, path = "/institutions/insurances", tag = "clinic-claims", operation_id = "listClinicInsurances",
    security(("staff" = [])), params(ClaimsQuery, Page),
    responses(
        (status = 200, body = StaffInsuranceClaimsResponse),
        StaffProblems, MalformedProblem, ValidationProblem,
    )
)]
pub async fn handle(
    State(app): State<App>,
    StaffWith(staff, _): StaffWith<ReadClaims>,
    Language(locale): Language,
    page: Page,
    Query(query): Query<ClaimsQuery>,
) -> Result<Json<StaffInsuranceClaimsResponse>, Problem> {
    let known = |number| ClaimStatus::from_repr(number).ok_or(Problem::field("status", domain::InvalidCode::Range));
    let filter = Filter {
        status: query.status.map(known).transpose()?,
        search: PersonSearch::parse(&parse_search_text(&query.q)?),
    };
    let request = PageRequest { before: page.before.map(Into::into), limit: page.fetch_limit() };
    let mut conn = staff.tenant.db.acquire().await?;
    let found = clinic::list_at(&mut conn, staff.clinic(), &filter, &request).await?;
    let (rows, next) = page.split(found, |row| row.id.get());
    let ids: Vec<_> = rows.iter().map(|row| row.id).collect();
    staff.log_claims_read(&app, &mut conn, Action::ClaimsListed, &ids).await?;
    let insurance_claims = StaffInsuranceClaim::load_all(&mut conn, rows, locale).await?;
    Ok(Json(StaffInsuranceClaimsResponse { insurance_claims, next }))
}
