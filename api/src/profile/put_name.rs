//! `PUT /patients/me/name`

use axum::extract::State;
use axum::response::Json;
use db::TenantTx;
use db::profile::NewChange;
use domain::calendar::korean_day;
use domain::profile::mask_name;
use domain::{BirthDate, ChangeProof, Name, Patient as PatientRow, ProfileField};
use serde::Deserialize;
use utoipa::ToSchema;

use super::shape::OwnProfileResponse;
use crate::App;
use crate::extract::Patient;
use crate::extract::browser::Visitor;
use crate::http::JsonBody;
use crate::identity::person::{self, VerifiedIdentity};
use crate::problem::{Code, JsonProblems, Problem, RateLimitProblem, SignedInProblems};
use crate::services::limiter::NAME_PATIENT;

/// The verification that names the person.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PutNameRequest {
    /// The verification that this browser started and the person finished.
    #[serde(default)]
    #[schema(required)]
    verification_id: String,
}

/// Sets the name to that of a verified identity. It must be the holder's: by the ci or, if the account has none, by the
/// birth date. The account keeps the ci.
#[utoipa::path(
    put, path = "/patients/me/name", tag = "profile", operation_id = "putName",
    request_body = PutNameRequest, security(("session" = [])),
    responses(
        (status = 200, body = OwnProfileResponse),
        SignedInProblems, JsonProblems, RateLimitProblem,
        (status = 403, description = "under_age, tenant_disabled"),
        (status = 404, description = "not_found: unknown, expired, used, or another browser's; unknown_tenant"),
        (status = 409, description = "identity_pending; already_registered: the person has another account; identity_mismatch"),
        (status = 422, description = "validation, identity_failed"),
        (status = 503, description = "identity_unavailable, unavailable"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    patient: Patient,
    visitor: Visitor,
    JsonBody(request): JsonBody<PutNameRequest>,
) -> Result<Json<OwnProfileResponse>, Problem> {
    app.limiter.count(NAME_PATIENT, &patient.row.id.to_string()).await?;
    let found = person::find(&app, &patient.tenant, &visitor, &request.verification_id).await?;
    let (row, now) = (&patient.row, app.clock.now());
    let name = Name::parse(&found.data.name)?;
    let mut tx = patient.tenant.db.begin().await?;
    if !is_same_person(&app, &mut tx, row, &found).await? {
        return Err(Code::IdentityMismatch.into());
    }
    db::identities::set_identity(&mut tx, row.id, &found.verified.identity).await?;
    // a verification can be used only once
    if !db::identities::delete(&mut tx, &request.verification_id).await? {
        return Err(Code::NotFound.into());
    }
    if row.name != name {
        db::profile::set_name(&mut tx, row.id, &name).await?;
        let change = NewChange {
            patient_id: row.id,
            field: ProfileField::Name,
            proof: ChangeProof::Identity,
            old_value: mask_name(&row.name),
            client_address: Some(visitor.address.0),
        };
        super::record(&mut tx, &change, now).await?;
    }
    let response = OwnProfileResponse::load(&mut tx, row, now).await?;
    tx.commit().await?;
    Ok(Json(response))
}

/// Returns whether a verified person is the one whose account it is.
async fn is_same_person(
    app: &App,
    tx: &mut TenantTx,
    patient: &PatientRow,
    found: &VerifiedIdentity,
) -> Result<bool, Problem> {
    if let Some(known) = db::identities::find_ci_hash(tx, patient.id).await? {
        return Ok(known == found.verified.identity.ci_hash);
    }
    let birth = BirthDate::parse(&found.data.birth, korean_day(app.clock.now()))?;
    Ok(patient.birth == Some(birth))
}
