//! `PUT /patients/me/address`

use axum::extract::State;
use axum::response::Json;
use db::profile::NewChange;
use domain::{ChangeProof, PostalAddress, ProfileField};
use serde::Deserialize;
use utoipa::ToSchema;

use super::shape::OwnProfileResponse;
use crate::App;
use crate::extract::Patient;
use crate::http::{ClientAddress, JsonBody};
use crate::problem::{FieldErrors, JsonProblems, Problem, SignedInProblems, ValidationProblem};

/// The new postal address. A part that is missing or empty is removed.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PutAddressRequest {
    /// The postcode.
    #[schema(max_length = 200)]
    zipcode: Option<String>,
    /// The road address.
    #[schema(max_length = 200)]
    address: Option<String>,
    /// The rest of the address.
    #[schema(max_length = 200)]
    address_detail: Option<String>,
}

/// Sets the postal address. Setting the same one changes and records nothing.
#[utoipa::path(
    put, path = "/patients/me/address", tag = "profile", operation_id = "putAddress",
    request_body = PutAddressRequest, security(("session" = [])),
    responses(
        (status = 200, body = OwnProfileResponse),
        SignedInProblems, JsonProblems, ValidationProblem,
    )
)]
pub async fn handle(
    State(app): State<App>,
    patient: Patient,
    address: ClientAddress,
    JsonBody(request): JsonBody<PutAddressRequest>,
) -> Result<Json<OwnProfileResponse>, Problem> {
    let mut errors = FieldErrors::default();
    let new = PostalAddress {
        zipcode: errors.optional_text("zipcode", request.zipcode.as_deref()),
        address: errors.optional_text("address", request.address.as_deref()),
        address_detail: errors.optional_text("addressDetail", request.address_detail.as_deref()),
    };
    errors.finish()?;
    let (id, now) = (patient.row.id, app.clock.now());
    let mut tx = patient.tenant.db.begin().await?;
    let old = db::profile::find_address(&mut tx, id).await?;
    if old != new {
        db::profile::set_address(&mut tx, id, &new).await?;
        let change = NewChange {
            patient_id: id,
            field: ProfileField::Address,
            proof: ChangeProof::Session,
            old_value: old.to_masked(),
            client_address: Some(address.0),
        };
        super::record(&mut tx, &change, now).await?;
    }
    let response = OwnProfileResponse::load(&mut tx, &patient.row, now).await?;
    tx.commit().await?;
    Ok(Json(response))
}
