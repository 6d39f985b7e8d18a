//! `GET /patients/institutions/{id}/claim-options`

use axum::response::Json;
use serde::Serialize;
use utoipa::ToSchema;

use crate::extract::Patient;
use crate::http::PathParams;
use crate::problem::{Code, NotFoundProblem, Problem, SignedInProblems};

/// The options that a clinic offers with a claim.
#[derive(Debug, Serialize, ToSchema)]
pub struct ClaimOffersResponse {
    /// The options.
    options: ClaimOffers,
}

/// The options besides documents.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ClaimOffers {
    /// Whether a doctor signs documents: the clinic stored a seal and a signature.
    doctor_signature: bool,
    /// Whether documents are sent by registered mail.
    registered_mail: bool,
    /// Whether documents are forwarded to another insurer.
    forwarding: bool,
}

/// The options that a clinic offers with a claim. Other options are rejected in quotes, claims and orders.
#[utoipa::path(
    get, path = "/patients/institutions/{id}/claim-options", tag = "insurances", operation_id = "getClaimOptions",
    security(("session" = [])), params(("id" = i64, Path, description = "The clinic's id")),
    responses(
        (status = 200, body = ClaimOffersResponse),
        SignedInProblems, NotFoundProblem,
    )
)]
pub async fn handle(patient: Patient, PathParams(id): PathParams<i64>) -> Result<Json<ClaimOffersResponse>, Problem> {
    let mut conn = patient.tenant.db.acquire().await?;
    let clinic = db::institutions::find(&mut conn, id.into()).await?.ok_or(Code::NotFound)?;
    let doctor_signature = db::seals::exists(&mut conn, clinic.id).await?;
    Ok(Json(ClaimOffersResponse { options: ClaimOffers { doctor_signature, registered_mail: true, forwarding: true } }))
}
