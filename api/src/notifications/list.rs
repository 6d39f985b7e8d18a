//! `GET /patients/notifications`

use axum::response::Json;
use chrono::{DateTime, Utc};
use db::TenantConn;
use domain::{Locale, Notification, NotificationKind};
use serde::Serialize;
use utoipa::ToSchema;

use crate::guard::Patient;
use crate::http::{Language, Page, Query};
use crate::problem::{Catalogue, Problem, ProblemBody};

/// A page of notifications, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct NotificationsAnswer {
    /// The notifications.
    notifications: Vec<NotificationBody>,
    /// What to give as `before` for the next page; null at the end.
    #[schema(required)]
    next: Option<i64>,
}

/// Something that happened.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Notification)]
pub struct NotificationBody {
    /// The notification's id.
    id: i64,
    /// What kind of thing happened, stable.
    #[schema(example = "result_ready")]
    kind: String,
    /// What happened, in the reader's language.
    title: String,
    /// What to do about it, in the reader's language.
    body: String,
    /// The page of the web app that it is about.
    #[schema(required, example = "/self-check/12")]
    link: Option<String>,
    /// When it happened.
    created_at: DateTime<Utc>,
    /// When it was read; null until it has been.
    #[schema(required)]
    read_at: Option<DateTime<Utc>>,
}

impl NotificationsAnswer {
    /// A page of a patient's notifications.
    ///
    /// # Errors
    /// A database failure.
    pub async fn of(conn: &mut TenantConn, patient: &Patient, page: Page, locale: Locale) -> Result<Self, Problem> {
        let before = page.before.map(Into::into);
        let found = db::notifications::list(conn, patient.row.id, before, page.one_more()).await?;
        let (rows, next) = page.cut(found, |row| row.id.get());
        let notifications = rows.iter().map(|row| NotificationBody::of(row, locale)).collect();
        Ok(Self { notifications, next })
    }
}

impl NotificationBody {
    /// A row in words.
    #[must_use]
    pub fn of(row: &Notification, locale: Locale) -> Self {
        let (title, body) = Catalogue::of(locale).notification(row.kind);
        Self {
            id: row.id.get(),
            title: title.to_owned(),
            body: body.to_owned(),
            kind: row.kind.as_str().to_owned(),
            link: link(row),
            created_at: row.created_at,
            read_at: row.read_at,
        }
    }
}

/// The page of what a notification is about.
fn link(row: &Notification) -> Option<String> {
    if row.kind == NotificationKind::ExportFailed {
        return Some("/account".to_owned());
    }
    match (row.application_id, row.tci_id) {
        (Some(application), Some(tci)) => Some(format!("/tcis/{application}/detail/{tci}")),
        (Some(application), None) => Some(format!("/apply-history/{application}")),
        (None, tci) => tci.map(|tci| format!("/self-check/{tci}")),
    }
}

/// The patient's notifications.
#[utoipa::path(
    get, path = "/patients/notifications", tag = "notifications", operation_id = "listNotifications",
    security(("session" = [])), params(Page),
    responses(
        (status = 200, body = NotificationsAnswer),
        (status = 401, description = "unauthorized", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub async fn handle(
    patient: Patient,
    Language(locale): Language,
    Query(page): Query<Page>,
) -> Result<Json<NotificationsAnswer>, Problem> {
    let mut conn = patient.tenant.db.acquire().await?;
    Ok(Json(NotificationsAnswer::of(&mut conn, &patient, page, locale).await?))
}
