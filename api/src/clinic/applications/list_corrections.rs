//! `GET /institutions/tcis/{id}/tci/{tciId}/corrections`

use axum::extract::State;
use axum::response::Json;
use chrono::{DateTime, Utc};
use db::access_log::Action;
use db::{applications, corrections};
use domain::correction::CorrectionRecord;
use serde::Serialize;
use utoipa::ToSchema;

use crate::App;
use crate::extract::StaffWith;
use crate::extract::permission::ReadApplications;
use crate::http::PathParams;
use crate::problem::{Code, NotFoundProblem, Problem, StaffProblems};
use crate::self_checks::shape::Expert;

/// The corrections of an analysis, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct CorrectionsResponse {
    /// The corrections.
    corrections: Vec<CorrectionBody>,
}

/// A correction with what was released before it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CorrectionRecord)]
pub struct CorrectionBody {
    /// The time.
    at: DateTime<Utc>,
    /// Why, as the patient reads it.
    reason: String,
    /// The expert who corrected it.
    staff: Expert,
    /// The version of the analysis that it replaced.
    version: i32,
    /// The nine scores that were released before.
    #[schema(min_items = 9, max_items = 9)]
    scores: Vec<u8>,
    /// When they were saved.
    scored_at: DateTime<Utc>,
    /// The corrected outline that was released before; null where there was none.
    #[schema(required, min_items = 8, max_items = 128)]
    outline: Option<Vec<[f32; 2]>>,
    /// The comment that was released before.
    comment: String,
    /// Who had scored it before.
    #[schema(required)]
    analysis_expert: Option<Expert>,
}

impl From<CorrectionRecord> for CorrectionBody {
    fn from(row: CorrectionRecord) -> Self {
        Self {
            at: row.correction.at,
            reason: row.correction.reason,
            staff: row.staff.into(),
            version: row.version,
            scores: row.scores.numbers().to_vec(),
            scored_at: row.scored_at,
            outline: row.outline.map(|outline| outline.points().to_vec()),
            comment: row.comment,
            analysis_expert: row.analysis_expert.map(Into::into),
        }
    }
}

/// The corrections of a released analysis with the values before each, newest first.
#[utoipa::path(
    get, path = "/institutions/tcis/{id}/tci/{tciId}/corrections", tag = "clinic", operation_id = "listClinicCorrections",
    security(("staff" = [])),
    params(
        ("id" = i64, Path, description = "The application's id"),
        ("tciId" = i64, Path, description = "The analysis's id"),
    ),
    responses(
        (status = 200, body = CorrectionsResponse),
        StaffProblems, NotFoundProblem,
    )
)]
pub async fn handle(
    State(app): State<App>,
    StaffWith(staff, _): StaffWith<ReadApplications>,
    PathParams((id, tci)): PathParams<(i64, i64)>,
) -> Result<Json<CorrectionsResponse>, Problem> {
    let mut conn = staff.tenant.db.acquire().await?;
    let found = applications::find_at(&mut conn, staff.clinic(), id.into()).await?.ok_or(Code::NotFound)?;
    let own = [&found.before, &found.after].into_iter().flatten().find(|one| one.id.get() == tci);
    let tci = own.ok_or(Code::NotFound)?.id;
    let corrections = corrections::list(&mut conn, tci).await?.into_iter().map(Into::into).collect();
    staff.log_read(&app, &mut conn, Action::ApplicationRead, std::slice::from_ref(&found)).await?;
    Ok(Json(CorrectionsResponse { corrections }))
}
