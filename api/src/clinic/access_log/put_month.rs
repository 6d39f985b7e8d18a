//! `PUT /institutions/access-log/months/{month}`

use axum::extract::State;
use axum::response::Json;
use db::access_log::Action;
use db::access_log::review::{self, InsertError, NewReview};
use domain::text::parse_lines;
use serde::Deserialize;
use utoipa::ToSchema;

use super::month::{find, report};
use super::shape::AccessLogMonthResponse;
use crate::App;
use crate::extract::StaffWith;
use crate::extract::permission::ReadAccessLog;
use crate::extract::staff::ChangeSubject;
use crate::http::{JsonBody, PathParams, days};
use crate::problem::{Code, JsonProblems, Problem, StaffProblems, ValidationProblem};

/// The longest note, in characters.
const MAX_NOTE_CHARS: usize = 500;

/// A review of a month.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct PutAccessLogMonthRequest {
    /// The findings and the measures; empty if there were none. No names: it is kept as long as the log.
    #[schema(max_length = 500, example = "야간 접속은 당직이었어요.")]
    note: String,
}

/// Records the review of a past month. A review cannot be changed.
#[utoipa::path(
    put, path = "/institutions/access-log/months/{month}", tag = "access-log", operation_id = "putAccessLogMonth",
    request_body = PutAccessLogMonthRequest, security(("staff" = [])),
    params(("month" = String, Path, description = "YYYY-MM in Korea", example = "2026-10")),
    responses(
        (status = 200, body = AccessLogMonthResponse),
        StaffProblems, JsonProblems, ValidationProblem,
        (status = 404, description = "not_found: no month of the clinic; unknown_tenant"),
        (status = 409, description = "illegal_transition: it is not over yet; already_reviewed: the first review stays"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    StaffWith(staff, _): StaffWith<ReadAccessLog>,
    PathParams(month): PathParams<String>,
    JsonBody(request): JsonBody<PutAccessLogMonthRequest>,
) -> Result<Json<AccessLogMonthResponse>, Problem> {
    let month = days::parse_month(&month).ok_or(Code::NotFound)?;
    let note = match request.note.trim() {
        "" => String::new(),
        note => parse_lines("note", note, MAX_NOTE_CHARS)?,
    };
    let now = app.clock.now();
    let mut tx = staff.tenant.db.begin().await?;
    if !find(&mut tx, &staff, month, now).await?.is_over() {
        return Err(Code::IllegalTransition.into());
    }
    let new = NewReview { institution_id: staff.clinic(), month, staff_id: staff.row.id, note: &note };
    review::insert(&mut tx, &new, now).await.map_err(|error| match error {
        InsertError::Done => Code::AlreadyReviewed.into(),
        InsertError::Db(error) => Problem::from(error),
    })?;
    let response = report(&mut tx, &staff, month, now).await?;
    staff.log_change(&app, &mut tx, Action::AccessReviewed, ChangeSubject::default()).await?;
    tx.commit().await?;
    Ok(Json(response))
}
