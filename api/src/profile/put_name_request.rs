//! `PUT /patients/me/name-request`

use axum::extract::State;
use axum::response::Json;
use db::profile::NewChange;
use domain::profile::mask_name;
use domain::{ChangeProof, InvalidCode, Name, ProfileField};
use serde::Deserialize;
use utoipa::ToSchema;

use super::shape::OwnProfileResponse;
use crate::App;
use crate::auth::confirm::require_confirmation;
use crate::extract::Patient;
use crate::http::{ClientAddress, JsonBody};
use crate::problem::{Code, JsonProblems, Problem, RateLimitProblem, SignedInProblems, ValidationProblem};
use crate::services::limiter::NAME_PATIENT;

/// The decision on a clinic's request.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct PutNameRequestRequest {
    /// The name that was shown.
    #[schema(required)]
    name: String,
    /// True to accept the name, false to decline it.
    #[schema(required)]
    accepted: Option<bool>,
}

/// Accepts or declines the name that a clinic requested. Accepting requires a session that was confirmed in the last
/// ten minutes.
#[utoipa::path(
    put, path = "/patients/me/name-request", tag = "profile", operation_id = "putNameRequest",
    request_body = PutNameRequestRequest, security(("session" = [])),
    responses(
        (status = 200, body = OwnProfileResponse),
        SignedInProblems, JsonProblems, ValidationProblem, RateLimitProblem,
        (status = 403, description = "confirmation_required, tenant_disabled"),
        (status = 404, description = "not_found: there is no open request for this name; unknown_tenant"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    patient: Patient,
    address: ClientAddress,
    JsonBody(request): JsonBody<PutNameRequestRequest>,
) -> Result<Json<OwnProfileResponse>, Problem> {
    let is_accepted = request.accepted.ok_or_else(|| Problem::field("accepted", InvalidCode::Required))?;
    let shown = Name::parse(&request.name)?;
    if is_accepted {
        require_confirmation(&app, &patient).await?;
    }
    let (row, now) = (&patient.row, app.clock.now());
    app.limiter.count(NAME_PATIENT, &row.id.to_string()).await?;
    let mut tx = patient.tenant.db.begin().await?;
    let name = db::name_requests::consume(&mut tx, row.id, &shown, now).await?.ok_or(Code::NotFound)?;
    if is_accepted {
        db::profile::set_name(&mut tx, row.id, &name).await?;
        let change = NewChange {
            patient_id: row.id,
            field: ProfileField::Name,
            proof: ChangeProof::Clinic,
            old_value: mask_name(&row.name),
            client_address: Some(address.0),
        };
        super::record(&mut tx, &change, now).await?;
    }
    let response = OwnProfileResponse::load(&mut tx, row, now).await?;
    tx.commit().await?;
    Ok(Json(response))
}
