//! `GET /institutions/insurances/{id}`

use axum::extract::State;
use axum::response::Json;
use db::access_log::Action;
use db::claims::clinic;

use super::shape::StaffInsuranceClaimResponse;
use crate::App;
use crate::extract::permission::ReadClaims;
use crate::extract::{Language, StaffWith};
use crate::http::PathParams;
use crate::problem::{Code, NotFoundProblem, Problem, StaffProblems};

/// One of the claims for documents of the clinic.
#[utoipa::path(
    get, path = "/institutions/insurances/{id}", tag = "clinic-claims", operation_id = "getClinicInsurance",
    security(("staff" = [])), params(("id" = i64, Path, description = "The claim's id")),
    responses(
        (status = 200, body = StaffInsuranceClaimResponse),
        StaffProblems, NotFoundProblem,
    )
)]
pub async fn handle(
    State(app): State<App>,
    StaffWith(staff, _): StaffWith<ReadClaims>,
    Language(locale): Language,
    PathParams(id): PathParams<i64>,
) -> Result<Json<StaffInsuranceClaimResponse>, Problem> {
    let mut conn = staff.tenant.db.acquire().await?;
    let row = clinic::find_at(&mut conn, staff.clinic(), id.into()).await?.ok_or(Code::NotFound)?;
    staff.log_claims_read(&app, &mut conn, Action::ClaimRead, &[row.id]).await?;
    Ok(Json(StaffInsuranceClaimResponse::load(&mut conn, row, locale).await?))
}
