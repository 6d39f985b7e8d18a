//! `PUT /institutions/access-log/months/{month}`

use axum::extract::{Path, State};
use axum::response::Json;
use db::access_log::Action;
use db::access_log::review::{self, InsertError};
use serde::Deserialize;
use utoipa::ToSchema;

use super::month::{find, report};
use super::shape::AccessLogMonthAnswer;
use crate::App;
use crate::applications::days;
use crate::guard::staff::Admin;
use crate::http::Input;
use crate::problem::{Code, Problem, ProblemBody};

/// The longest note, in characters.
const LONGEST_NOTE: usize = 500;

/// What was found.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct PutAccessLogMonthRequest {
    /// What was found and done about it; empty when there was nothing. No names: it stays as long as the log.
    #[schema(max_length = 500, example = "야간 접속은 당직이었어요.")]
    note: String,
}

/// Says that a month that is over was looked over. It stays as it was said.
#[utoipa::path(
    put, path = "/institutions/access-log/months/{month}", tag = "access-log", operation_id = "putAccessLogMonth",
    request_body = PutAccessLogMonthRequest, security(("staff" = [])),
    params(("month" = String, Path, description = "YYYY-MM in Korea", example = "2026-10")),
    responses(
        (status = 200, body = AccessLogMonthAnswer),
        (status = 401, description = "unauthorized", body = ProblemBody, content_type = "application/problem+json"),
        (status = 403, description = "forbidden, password_change_required", body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, description = "not_found: no month of the clinic", body = ProblemBody, content_type = "application/problem+json"),
        (status = 409, description = "illegal_transition: it is not over yet; already_reviewed: what was said first stays", body = ProblemBody, content_type = "application/problem+json"),
        (status = 422, description = "validation", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    Admin(staff): Admin,
    Path(month): Path<String>,
    Input(request): Input<PutAccessLogMonthRequest>,
) -> Result<Json<AccessLogMonthAnswer>, Problem> {
    let month = days::month(&month).ok_or(Code::NotFound)?;
    let note = request.note.trim();
    if note.chars().count() > LONGEST_NOTE {
        return Err(Problem::field("note", domain::Code::TooLong));
    }
    if note.contains('\0') {
        return Err(Problem::field("note", domain::Code::Format));
    }
    let now = app.clock.now();
    let mut tx = staff.tenant.db.begin().await?;
    if !find(&mut tx, &staff, month, now).await?.is_over() {
        return Err(Code::IllegalTransition.into());
    }
    review::insert(&mut tx, (staff.clinic(), month), (staff.row.id, note), now).await.map_err(|error| match error {
        InsertError::Done => Code::AlreadyReviewed.into(),
        InsertError::Db(error) => Problem::from(error),
    })?;
    let answer = report(&mut tx, &staff, month, now).await?;
    staff.log_change(&app, &mut tx, Action::AccessReviewed, (None, None)).await?;
    tx.commit().await?;
    Ok(Json(answer))
}
