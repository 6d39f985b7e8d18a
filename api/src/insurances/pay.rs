//! `PUT /patients/insurances/{id}/payments`

use axum::response::Json;
use serde::Deserialize;
use utoipa::ToSchema;

use super::create::of_order;
use super::shape::InsuranceAnswer;
use crate::guard::Patient;
use crate::http::{Id, Input, Language};
use crate::problem::{Code, Problem, ProblemBody};

/// The order that pays.
#[derive(Debug, Deserialize, ToSchema)]
pub struct PayInsuranceRequest {
    /// The order.
    #[serde(default)]
    #[schema(required)]
    oid: String,
}

/// The claim as its order paid for it. Nothing is moved here: the order was bound to the claim when its money was taken.
#[utoipa::path(
    put, path = "/patients/insurances/{id}/payments", tag = "insurances", operation_id = "payInsurance",
    request_body = PayInsuranceRequest, security(("session" = [])),
    params(("id" = i64, Path, description = "The claim's id")),
    responses(
        (status = 200, body = InsuranceAnswer),
        (status = 401, description = "unauthorized", body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, description = "not_found: no such claim or order of the patient, or the order is another claim's", body = ProblemBody, content_type = "application/problem+json"),
        (status = 409, description = "not_paid", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub async fn handle(
    patient: Patient,
    Language(locale): Language,
    Id(id): Id,
    Input(request): Input<PayInsuranceRequest>,
) -> Result<Json<InsuranceAnswer>, Problem> {
    let oid = domain::Oid::parse(&request.oid).ok_or(Code::NotFound)?;
    let mut conn = patient.tenant.db.acquire().await?;
    let order = db::orders::find_own(&mut conn, patient.row.id, &oid).await?.ok_or(Code::NotFound)?;
    // two connections of one request could wait for each other
    drop(conn);
    if order.claim_id.is_some_and(|claim| claim.get() != id) {
        return Err(Code::NotFound.into());
    }
    Ok(Json(InsuranceAnswer { insurance: of_order(&patient, &request.oid, locale).await? }))
}
