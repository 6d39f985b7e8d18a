//! `GET /institutions/insurances/{id}`

use axum::extract::State;
use axum::response::Json;
use db::access_log::Action;
use db::claims::clinic;

use super::shape::StaffInsuranceClaimAnswer;
use crate::App;
use crate::guard::Staff;
use crate::http::{Id, Language};
use crate::problem::{Code, Problem, ProblemBody};

/// One of the claims for documents of the clinic.
#[utoipa::path(
    get, path = "/institutions/insurances/{id}", tag = "clinic-claims", operation_id = "getClinicInsurance",
    security(("staff" = [])), params(("id" = i64, Path, description = "The claim's id")),
    responses(
        (status = 200, body = StaffInsuranceClaimAnswer),
        (status = 401, description = "unauthorized", body = ProblemBody, content_type = "application/problem+json"),
        (status = 403, description = "password_change_required", body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, description = "not_found", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    staff: Staff,
    Language(locale): Language,
    Id(id): Id,
) -> Result<Json<StaffInsuranceClaimAnswer>, Problem> {
    let mut conn = staff.tenant.db.acquire().await?;
    let row = clinic::find_at(&mut conn, staff.clinic(), id.into()).await?.ok_or(Code::NotFound)?;
    staff.log_claims(&app, &mut conn, Action::ClaimRead, (&[(row.patient_id, row.id)], None)).await?;
    Ok(Json(StaffInsuranceClaimAnswer::of(&mut conn, row, locale).await?))
}
