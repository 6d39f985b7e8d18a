//! `GET /institutions/tcis/{id}/record/claims`

use axum::extract::State;
use axum::response::Json;
use db::access_log::Action;
use db::applications;
use db::claims::clinic;
use serde::Serialize;
use utoipa::ToSchema;

use super::shape::StaffInsuranceClaim;
use crate::App;
use crate::extract::permission::ReadClaims;
use crate::extract::{Language, StaffWith};
use crate::http::PathParams;
use crate::problem::{Code, NotFoundProblem, Problem, StaffProblems};

/// The maximum number of listed claims. No person makes that many at one clinic.
const MAX_CLAIMS: i64 = 100;

/// The claims of one person.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecordClaimsResponse {
    /// Newest first.
    insurance_claims: Vec<StaffInsuranceClaim>,
}

/// The paid claims for documents of the clinic of the person of one of its applications, newest first. A visitor
/// without an account has none.
#[utoipa::path(
    get, path = "/institutions/tcis/{id}/record/claims", tag = "clinic-claims", operation_id = "listClinicRecordClaims",
    security(("staff" = [])), params(("id" = i64, Path, description = "The id of one of the person's applications")),
    responses(
        (status = 200, body = RecordClaimsResponse),
        StaffProblems, NotFoundProblem,
    )
)]
pub async fn handle(
    State(app): State<App>,
    StaffWith(staff, _): StaffWith<ReadClaims>,
    Language(locale): Language,
    PathParams(id): PathParams<i64>,
) -> Result<Json<RecordClaimsResponse>, Problem> {
    let id = id.into();
    let mut conn = staff.tenant.db.acquire().await?;
    applications::find_at(&mut conn, staff.clinic(), id).await?.ok_or(Code::NotFound)?;
    let rows = clinic::list_same_person(&mut conn, staff.clinic(), id, MAX_CLAIMS).await?;
    let ids: Vec<_> = rows.iter().map(|row| row.id).collect();
    staff.log_claims_read(&app, &mut conn, Action::ClaimsListed, &ids).await?;
    let insurance_claims = StaffInsuranceClaim::load_all(&mut conn, rows, locale).await?;
    Ok(Json(RecordClaimsResponse { insurance_claims }))
}
