//! `GET /patients/institutions/{id}/claim-options`

use axum::response::Json;
use db::TenantConn;
use domain::InstitutionId;
use domain::claim::ClaimOptions;
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

/// The options besides documents: those that the clinic can fulfil.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ClaimOffers {
    /// Whether a doctor signs documents: the clinic stored a seal and a signature.
    doctor_signature: bool,
    /// Whether documents are sent to the patient by registered mail: the clinic has an address to send them from.
    registered_mail: bool,
    /// Whether documents are forwarded to another insurer: there is more than one to choose.
    forwarding: bool,
}

impl ClaimOffers {
    /// Finds the options that a clinic can fulfil now. Returns `None` if it cannot be selected.
    ///
    /// # Errors
    /// A database failure.
    pub(super) async fn find(conn: &mut TenantConn, clinic: InstitutionId) -> Result<Option<Self>, Problem> {
        let Some(clinic) = db::institutions::find(conn, clinic).await? else { return Ok(None) };
        Ok(Some(Self {
            doctor_signature: db::seals::exists(conn, clinic.id).await?,
            registered_mail: !clinic.address.trim().is_empty(),
            forwarding: db::insurers::list(conn).await?.len() > 1,
        }))
    }

    /// Returns whether each of these options is offered.
    pub(super) const fn covers(self, options: &ClaimOptions) -> bool {
        (self.doctor_signature || !options.doctor_signature)
            && (self.registered_mail || !options.registered_mail)
            && (self.forwarding || !options.forwarding)
    }
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
    let options = ClaimOffers::find(&mut conn, id.into()).await?.ok_or(Code::NotFound)?;
    Ok(Json(ClaimOffersResponse { options }))
}
