//! `POST /patients/notifications/{id}/read`

use axum::extract::State;
use http::StatusCode;

use crate::App;
use crate::guard::Patient;
use crate::http::Id;
use crate::problem::{Code, Problem, ProblemBody};

/// Marks a notification as read; the first time counts.
#[utoipa::path(
    post, path = "/patients/notifications/{id}/read", tag = "notifications", operation_id = "readNotification",
    security(("session" = [])),
    params(("id" = i64, Path, description = "The notification's id")),
    responses(
        (status = 204, description = "It is read"),
        (status = 401, description = "unauthorized", body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, description = "not_found", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub async fn handle(State(app): State<App>, patient: Patient, Id(id): Id) -> Result<StatusCode, Problem> {
    let mut conn = patient.tenant.db.acquire().await?;
    let found = db::notifications::set_read(&mut conn, patient.row.id, id.into(), app.clock.now()).await?;
    if found { Ok(StatusCode::NO_CONTENT) } else { Err(Code::NotFound.into()) }
}
