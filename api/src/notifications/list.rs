//! `GET /patients/notifications`

use axum::response::Json;
use chrono::{DateTime, Utc};
use db::TenantConn;
use domain::{Krw, Locale, Notification, NotificationKind, Percent, Relation};
use serde::Serialize;
use utoipa::ToSchema;

use crate::extract::{Language, Patient};
use crate::http::Page;
use crate::problem::{Catalogue, MalformedProblem, Problem, SignedInProblems, ValidationProblem};

/// A page of notifications, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct NotificationsResponse {
    /// The notifications.
    notifications: Vec<NotificationBody>,
    /// The `before` of the next page; null on the last one.
    #[schema(required)]
    next: Option<i64>,
    /// How many notifications are unread, on all pages.
    unread: i64,
}

/// A notification.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Notification)]
pub struct NotificationBody {
    /// The notification's id.
    id: i64,
    /// The stable name of the kind of notification.
    #[schema(example = "result_ready")]
    kind: String,
    /// The title in the reader's language.
    title: String,
    /// The text in the reader's language.
    body: String,
    /// Its clinic.
    #[schema(required)]
    clinic: Option<String>,
    /// The index of its result: the AI's, or the expert's of a released analysis.
    #[schema(required, minimum = 0, maximum = 100)]
    score: Option<u8>,
    /// The web app's page for it.
    #[schema(required, example = "/self-check/12")]
    link: Option<String>,
    /// When it happened.
    created_at: DateTime<Utc>,
    /// When it was read. Null while it is unread.
    #[schema(required)]
    read_at: Option<DateTime<Utc>>,
}

impl NotificationsResponse {
    /// Loads a page of a patient's notifications.
    ///
    /// # Errors
    /// A database failure.
    pub async fn load(conn: &mut TenantConn, patient: &Patient, page: Page, locale: Locale) -> Result<Self, Problem> {
        let before = page.before.map(Into::into);
        let found = db::notifications::list(conn, patient.row.id, before, page.fetch_limit()).await?;
        let (rows, next) = page.split(found, |row| row.id.get());
        let notifications = rows.iter().map(|row| NotificationBody::new(row, locale)).collect();
        let unread = db::notifications::count_unread(conn, patient.row.id).await?;
        Ok(Self { notifications, next, unread })
    }
}

impl NotificationBody {
    /// Renders a notification in a language.
    #[must_use]
    pub fn new(row: &Notification, locale: Locale) -> Self {
        let catalogue = Catalogue::for_locale(locale);
        let (title, text) = catalogue.notification(row.kind);
        let amount = row.amount.map(format_won).unwrap_or_default();
        let phase = row.phase.map(|phase| catalogue.page(&format!("phase.{}", phase.as_str()))).unwrap_or_default();
        let clinic = row.clinic.as_deref().unwrap_or(catalogue.page("clinic.unknown"));
        let fill = |text: &str| text.replace("{phase}", phase).replace("{clinic}", clinic).trim().to_owned();
        let body = fill(text).replace("{amount}", &amount);
        let body = body.replace("{number}", row.tracking_number.as_deref().unwrap_or("-"));
        let title = match &row.person {
            Some(person) if person.relation != Relation::Holder => {
                format!("{} · {}", person.name.as_str(), fill(title))
            }
            _ => fill(title),
        };
        Self {
            id: row.id.get(),
            title,
            body,
            kind: row.kind.as_str().to_owned(),
            clinic: row.clinic.clone(),
            score: row.score.map(Percent::get),
            link: link(row),
            created_at: row.created_at,
            read_at: row.read_at,
        }
    }
}

/// Formats won with commas.
fn format_won(amount: Krw) -> String {
    let digits = amount.get().to_string();
    let groups: Vec<&str> = digits.as_bytes().rchunks(3).rev().filter_map(|group| str::from_utf8(group).ok()).collect();
    groups.join(",")
}

/// Returns the page of the web app that a notification is about.
fn link(row: &Notification) -> Option<String> {
    if row.kind == NotificationKind::ExportFailed {
        return Some("/account".to_owned());
    }
    if row.kind == NotificationKind::NewSignIn {
        return Some("/account/sessions".to_owned());
    }
    if matches!(row.kind, NotificationKind::TermsChanged | NotificationKind::TermsRestricted) {
        return Some("/account/terms".to_owned());
    }
    if matches!(row.kind, NotificationKind::ProfileChanged | NotificationKind::NameRequested) {
        return Some("/account/profile".to_owned());
    }
    if let Some(claim) = row.claim_id {
        return Some(format!("/insurance/{claim}"));
    }
    if row.kind == NotificationKind::PaymentFailed {
        return Some("/insurance-history".to_owned());
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
        (status = 200, body = NotificationsResponse),
        SignedInProblems, MalformedProblem, ValidationProblem,
    )
)]
pub async fn handle(
    patient: Patient,
    Language(locale): Language,
    page: Page,
) -> Result<Json<NotificationsResponse>, Problem> {
    let mut conn = patient.tenant.db.acquire().await?;
    Ok(Json(NotificationsResponse::load(&mut conn, &patient, page, locale).await?))
}
