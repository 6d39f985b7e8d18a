//! `GET /institutions/seal`

use axum::response::Json;
use chrono::{DateTime, Utc};
use db::seals::ClinicSeal;
use serde::Serialize;
use utoipa::ToSchema;

use crate::extract::StaffWith;
use crate::extract::permission::IssueDocuments;
use crate::problem::{Problem, StaffProblems};

/// The clinic's seal.
#[derive(Debug, Serialize, ToSchema)]
pub struct SealResponse {
    /// The seal. Null where the clinic stored none.
    #[schema(required)]
    pub seal: Option<SealBody>,
}

/// A stored seal, without its pictures.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Seal)]
pub struct SealBody {
    /// The doctor who signs.
    doctor_name: String,
    /// The number of the doctor's licence.
    doctor_license: String,
    /// When it was stored.
    created_at: DateTime<Utc>,
}

impl From<ClinicSeal> for SealBody {
    fn from(row: ClinicSeal) -> Self {
        Self { doctor_name: row.doctor_name, doctor_license: row.doctor_license, created_at: row.created_at }
    }
}

/// Whether the clinic stored a seal, and whose signature. The pictures themselves are never returned.
#[utoipa::path(
    get, path = "/institutions/seal", tag = "clinic-claims", operation_id = "getClinicSeal", security(("staff" = [])),
    responses(
        (status = 200, body = SealResponse),
        StaffProblems,
    )
)]
pub async fn handle(StaffWith(staff, _): StaffWith<IssueDocuments>) -> Result<Json<SealResponse>, Problem> {
    let found = db::seals::find(&mut staff.tenant.db.acquire().await?, staff.clinic()).await?;
    Ok(Json(SealResponse { seal: found.map(Into::into) }))
}
