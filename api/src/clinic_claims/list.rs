//! `GET /institutions/insurances`

use axum::extract::State;
use axum::response::Json;
use db::access_log::Action;
use db::claims::Part;
use db::claims::clinic::{self, Filter};
use domain::ClaimStatus;
use serde::Deserialize;
use utoipa::IntoParams;

use super::shape::{StaffInsuranceClaim, StaffInsuranceClaimsAnswer};
use crate::App;
use crate::guard::Staff;
use crate::http::{Language, Page, Query, search_text};
use crate::problem::{Problem, ProblemBody};

/// Which claims.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ClaimsQuery {
    /// In this state.
    #[param(minimum = -1, maximum = 2)]
    status: Option<i16>,
    /// Part of the insured person's name or number.
    #[serde(default)]
    #[param(required = false, max_length = 100)]
    q: String,
    /// Only what comes after this one in the list: the `next` of the page before.
    before: Option<i64>,
    /// How many at most.
    #[param(minimum = 1, maximum = 100, default = 20)]
    limit: Option<u32>,
}

/// The claims that were paid for documents of the clinic, newest first.
#[utoipa::path(
    get, path = "/institutions/insurances", tag = "clinic-claims", operation_id = "listClinicInsurances",
    security(("staff" = [])), params(ClaimsQuery),
    responses(
        (status = 200, body = StaffInsuranceClaimsAnswer),
        (status = 401, description = "unauthorized", body = ProblemBody, content_type = "application/problem+json"),
        (status = 403, description = "password_change_required", body = ProblemBody, content_type = "application/problem+json"),
        (status = 422, description = "validation", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    staff: Staff,
    Language(locale): Language,
    Query(query): Query<ClaimsQuery>,
) -> Result<Json<StaffInsuranceClaimsAnswer>, Problem> {
    let known = |number| ClaimStatus::from_number(number).ok_or(Problem::field("status", domain::Code::Range));
    let filter = Filter { status: query.status.map(known).transpose()?, text: search_text(&query.q)?.to_lowercase() };
    let page = Page::new(query.before, query.limit);
    let part = Part { before: page.before.map(Into::into), limit: page.one_more() };
    let mut conn = staff.tenant.db.acquire().await?;
    let found = clinic::list_at(&mut conn, staff.clinic(), &filter, &part).await?;
    let (rows, next) = page.cut(found, |row| row.id.get());
    let about: Vec<_> = rows.iter().map(|row| (row.patient_id, row.id)).collect();
    staff.log_claims(&app, &mut conn, Action::ClaimsListed, (&about, None)).await?;
    let insurance_claims = StaffInsuranceClaim::all(&mut conn, rows, locale).await?;
    Ok(Json(StaffInsuranceClaimsAnswer { insurance_claims, next }))
}
