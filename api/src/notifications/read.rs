//! `POST /patients/notifications/{id}/read`

use axum::extract::State;
use axum::response::Json;

use super::list::NotificationsResponse;
use crate::App;
use crate::extract::{Language, Patient};
use crate::http::{Page, PathParams};
use crate::problem::{Code, NotFoundProblem, Problem, SignedInProblems};

/// Marks a notification as read and returns the newest ones. An earlier read time stays.
#[utoipa::path(
    post, path = "/patients/notifications/{id}/read", tag = "notifications", operation_id = "readNotification",
    security(("session" = [])),
    params(("id" = i64, Path, description = "The notification's id")),
    responses(
        (status = 200, body = NotificationsResponse),
        SignedInProblems, NotFoundProblem,
    )
)]
pub async fn handle(
    State(app): State<App>,
    patient: Patient,
    Language(locale): Language,
    PathParams(id): PathParams<i64>,
) -> Result<Json<NotificationsResponse>, Problem> {
    let mut conn = patient.tenant.db.acquire().await?;
    if !db::notifications::set_read(&mut conn, patient.row.id, id.into(), app.clock.now()).await? {
        return Err(Code::NotFound.into());
    }
    Ok(Json(NotificationsResponse::load(&mut conn, &patient, Page::default(), locale).await?))
}
