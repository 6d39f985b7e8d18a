//! `POST /patients/notifications/{id}/read`

use axum::extract::State;
use axum::response::Json;

use super::list::NotificationsAnswer;
use crate::App;
use crate::guard::Patient;
use crate::http::{Id, Language, Page};
use crate::problem::{Code, Problem, ProblemBody};

/// Marks a notification as read, and answers the newest ones as they are now. The first time of reading counts.
#[utoipa::path(
    post, path = "/patients/notifications/{id}/read", tag = "notifications", operation_id = "readNotification",
    security(("session" = [])),
    params(("id" = i64, Path, description = "The notification's id")),
    responses(
        (status = 200, body = NotificationsAnswer),
        (status = 401, description = "unauthorized", body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, description = "not_found", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    patient: Patient,
    Language(locale): Language,
    Id(id): Id,
) -> Result<Json<NotificationsAnswer>, Problem> {
    let mut conn = patient.tenant.db.acquire().await?;
    if !db::notifications::set_read(&mut conn, patient.row.id, id.into(), app.clock.now()).await? {
        return Err(Code::NotFound.into());
    }
    Ok(Json(NotificationsAnswer::of(&mut conn, &patient, Page::default(), locale).await?))
}
