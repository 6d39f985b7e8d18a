//! `PUT /institutions/seal`

use axum::extract::State;
use axum::response::Json;
use db::access_log::Action;
use db::claims::SealedText;
use db::seals::{self, ClinicSeal};
use domain::InvalidCode;
use domain::text::parse_line;
use serde::Deserialize;
use utoipa::ToSchema;

use super::get::SealResponse;
use super::parse_mark;
use crate::App;
use crate::extract::StaffWith;
use crate::extract::permission::ManageSeal;
use crate::extract::staff::ChangeSubject;
use crate::http::JsonBody;
use crate::problem::{JsonProblems, Problem, StaffProblems, ValidationProblem};

/// The longest name and licence, in characters.
const MAX_TEXT_CHARS: usize = 100;

/// The clinic's seal and its doctor's signature. It does not implement `Debug`, because it holds the pictures.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct PutSealRequest {
    /// The seal: a PNG of ink on light or no ground, as base64, 256 KiB and 1,000 pixels a side at most.
    #[schema(required)]
    seal: String,
    /// The doctor's signature, likewise.
    #[schema(required)]
    signature: String,
    /// The doctor who signs.
    #[schema(required, max_length = 100)]
    doctor_name: String,
    /// The number of the doctor's licence.
    #[schema(required, max_length = 100)]
    doctor_license: String,
    /// Confirms that the doctor agrees to the use on documents of this clinic.
    #[schema(required)]
    confirmed: bool,
}

/// Stores the clinic's seal and its doctor's signature, encrypted; replaces earlier ones. From then on the clinic
/// offers signed documents.
#[utoipa::path(
    put, path = "/institutions/seal", tag = "clinic-claims", operation_id = "putClinicSeal",
    request_body = PutSealRequest, security(("staff" = [])),
    responses(
        (status = 200, body = SealResponse),
        StaffProblems, JsonProblems, ValidationProblem,
    )
)]
pub async fn handle(
    State(app): State<App>,
    StaffWith(staff, _): StaffWith<ManageSeal>,
    JsonBody(request): JsonBody<PutSealRequest>,
) -> Result<Json<SealResponse>, Problem> {
    let context = seals::seal_context(staff.tenant.row.id, staff.clinic());
    let seal = |file: &[u8]| {
        let sealed = app.sealer.seal(&context, file, &app.random);
        SealedText { bytes: sealed.bytes, key_id: sealed.key_id }
    };
    let (stamp, signature) = (parse_mark("seal", &request.seal)?, parse_mark("signature", &request.signature)?);
    let new = ClinicSeal {
        seal: seal(&stamp),
        signature: seal(&signature),
        doctor_name: parse_line("doctorName", &request.doctor_name, MAX_TEXT_CHARS)?,
        doctor_license: parse_line("doctorLicense", &request.doctor_license, MAX_TEXT_CHARS)?,
        created_at: app.clock.now(),
    };
    if !request.confirmed {
        return Err(Problem::field("confirmed", InvalidCode::NotAgreed));
    }
    let mut tx = staff.tenant.db.begin().await?;
    seals::upsert(&mut tx, staff.clinic(), &new, staff.row.id).await?;
    staff.log_change(&app, &mut tx, Action::SealStored, ChangeSubject::default()).await?;
    tx.commit().await?;
    Ok(Json(SealResponse { seal: Some(new.into()) }))
}
