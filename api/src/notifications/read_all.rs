//! `POST /patients/notifications/read`

use axum::extract::State;
use axum::response::Json;
use domain::{Invalid, InvalidCode};
use serde::Deserialize;
use utoipa::ToSchema;

use super::list::NotificationsResponse;
use crate::App;
use crate::extract::{Language, Patient};
use crate::http::{JsonBody, Page};
use crate::problem::{JsonProblems, Problem, SignedInProblems, ValidationProblem};

/// Which notifications were read.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReadNotifications {
    /// The newest notification that was displayed. Later ones stay unread.
    #[schema(required)]
    up_to: Option<i64>,
}

/// Marks all notifications up to one as read and returns the newest ones. Earlier read times stay.
#[utoipa::path(
    post, path = "/patients/notifications/read", tag = "notifications", operation_id = "readNotifications",
    request_body = ReadNotifications, security(("session" = [])),
    responses(
        (status = 200, body = NotificationsResponse),
        SignedInProblems, JsonProblems, ValidationProblem,
    )
)]
pub async fn handle(
    State(app): State<App>,
    patient: Patient,
    Language(locale): Language,
    JsonBody(request): JsonBody<ReadNotifications>,
) -> Result<Json<NotificationsResponse>, Problem> {
    let up_to = request.up_to.ok_or(Invalid::new("upTo", InvalidCode::Required))?;
    let mut conn = patient.tenant.db.acquire().await?;
    db::notifications::set_all_read(&mut conn, patient.row.id, up_to.into(), app.clock.now()).await?;
    Ok(Json(NotificationsResponse::load(&mut conn, &patient, Page::default(), locale).await?))
}
