//! `GET /patients/institutions/{id}/claim-options`

use axum::response::Json;
use serde::Serialize;
use utoipa::ToSchema;

use crate::extract::Patient;
use crate::http::PathParams;
use crate::problem::{Code, NotFoundProblem, Problem, SignedInProblems};

/// The options that a clinic offers with a claim.
#[derive(Debug, Serialize, ToSchema)]
pub struct ClaimOffersAnswer {
    /// The options.
    options: ClaimOffers,
}

/// What can be chosen besides documents.
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

/// What a clinic offers with a claim. What it cannot fulfil is not offered, and refused in quotes, claims and orders.
#[utoipa::path(
    get, path = "/patients/institutions/{id}/claim-options", tag = "insurances", operation_id = "getClaimOptions",
    security(("session" = [])), params(("id" = i64, Path, description = "The clinic's id")),
    responses(
        (status = 200, body = ClaimOffersAnswer),
        SignedInProblems, NotFoundProblem,
    )
)]
pub async fn handle(patient: Patient, PathParams(id): PathParams<i64>) -> Result<Json<ClaimOffersAnswer>, Problem> {
    let mut conn = patient.tenant.db.acquire().await?;
    let clinic = db::institutions::find(&mut conn, id.into()).await?.ok_or(Code::NotFound)?;
    let doctor_signature = db::seals::exists(&mut conn, clinic.id).await?;
    Ok(Json(ClaimOffersAnswer { options: ClaimOffers { doctor_signature, registered_mail: true, forwarding: true } }))
}
