//! `PUT /institutions/insurances/{id}/forwarding`

use axum::extract::State;
use axum::response::Json;
use chrono::{DateTime, Utc};
use db::access_log::Action;
use db::claims::{self, clinic};
use domain::ClaimStatus;
use domain::claim::{Forwarding, ForwardingInput};
use serde::Deserialize;
use utoipa::ToSchema;

use super::shape::StaffInsuranceClaimResponse;
use crate::App;
use crate::extract::permission::HandleClaims;
use crate::extract::{Language, StaffWith};
use crate::http::{JsonBody, PathParams};
use crate::problem::{Code, JsonProblems, NotFoundProblem, Problem, StaffProblems, ValidationProblem};

/// How the documents were forwarded to the other insurer.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ForwardingRequest {
    /// fax, email or post.
    #[schema(required, example = "fax")]
    method: String,
    /// What proves it: the fax number or address with the insurer's receipt, or the tracking number.
    #[schema(required, max_length = 200, example = "02-123-4567, 접수번호 2026-1234")]
    reference: String,
    /// When they were sent; by default, now.
    sent_at: Option<DateTime<Utc>>,
}

/// Records how the documents of a claim were forwarded to the other insurer; replaces an earlier record. The claim can
/// be released only after that.
#[utoipa::path(
    put, path = "/institutions/insurances/{id}/forwarding", tag = "clinic-claims",
    operation_id = "putClinicInsuranceForwarding", request_body = ForwardingRequest, security(("staff" = [])),
    params(("id" = i64, Path, description = "The claim's id")),
    responses(
        (status = 200, body = StaffInsuranceClaimResponse),
        StaffProblems, JsonProblems, NotFoundProblem, ValidationProblem,
        (status = 409, description = "illegal_transition: the claim is not forwarded, or not being issued"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    StaffWith(staff, _): StaffWith<HandleClaims>,
    Language(locale): Language,
    PathParams(id): PathParams<i64>,
    JsonBody(request): JsonBody<ForwardingRequest>,
) -> Result<Json<StaffInsuranceClaimResponse>, Problem> {
    let now = app.clock.now();
    let mut tx = staff.tenant.db.begin().await?;
    let claim = clinic::find_at(&mut tx, staff.clinic(), id.into()).await?.ok_or(Code::NotFound)?;
    let input = ForwardingInput { method: &request.method, reference: &request.reference, sent_at: request.sent_at };
    let forwarding = Forwarding::parse(input, now)?;
    let locked = claims::lock(&mut tx, claim.id).await?.ok_or(Code::NotFound)?;
    if !claim.forwarding || locked.status != ClaimStatus::Issuing {
        return Err(Code::IllegalTransition.into());
    }
    clinic::set_forwarded(&mut tx, claim.id, &forwarding, staff.row.id, now).await?;
    let changed = clinic::find_at(&mut tx, staff.clinic(), claim.id).await?.ok_or(Code::Internal)?;
    let response = StaffInsuranceClaimResponse::load(&mut tx, changed, locale).await?;
    staff.log_claims(&app, &mut tx, Action::ClaimForwarded, &[(claim.patient_id, claim.id)]).await?;
    tx.commit().await?;
    Ok(Json(response))
}
