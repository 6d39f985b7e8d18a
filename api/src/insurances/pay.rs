//! `PUT /patients/insurances/{id}/payments`

use axum::response::Json;
use serde::Deserialize;
use utoipa::ToSchema;

use super::create::find_paid_claim;
use super::shape::InsuranceResponse;
use crate::extract::{Language, Patient};
use crate::http::{JsonBody, PathParams};
use crate::problem::{Code, JsonProblems, Problem, SignedInProblems};

/// The paid order.
#[derive(Debug, Deserialize, ToSchema)]
pub struct PayInsuranceRequest {
    /// The order.
    #[serde(default)]
    #[schema(required)]
    oid: String,
}

/// Returns the claim of a paid order. Nothing changes: the order was bound to the claim when it was paid.
#[utoipa::path(
    put, path = "/patients/insurances/{id}/payments", tag = "insurances", operation_id = "payInsurance",
    request_body = PayInsuranceRequest, security(("session" = [])),
    params(("id" = i64, Path, description = "The claim's id")),
    responses(
        (status = 200, body = InsuranceResponse),
        SignedInProblems, JsonProblems,
        (status = 404, description = "not_found: no such claim or order of the patient, or the order is another claim's; unknown_tenant"),
        (status = 409, description = "not_paid"),
    )
)]
pub async fn handle(
    patient: Patient,
    Language(locale): Language,
    PathParams(id): PathParams<i64>,
    JsonBody(request): JsonBody<PayInsuranceRequest>,
) -> Result<Json<InsuranceResponse>, Problem> {
    let oid = domain::Oid::parse(&request.oid).ok_or(Code::NotFound)?;
    let mut conn = patient.tenant.db.acquire().await?;
    let order = db::orders::find_own(&mut conn, patient.row.id, &oid).await?.ok_or(Code::NotFound)?;
    // a request that used two connections at a time could deadlock
    drop(conn);
    if order.claim_id.is_some_and(|claim| claim.get() != id) {
        return Err(Code::NotFound.into());
    }
    Ok(Json(InsuranceResponse { insurance: find_paid_claim(&patient, &request.oid, locale).await? }))
}
