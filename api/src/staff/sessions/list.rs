//! `GET /institutions/auth/sessions`

use axum::extract::State;
use axum::response::Json;
use chrono::{DateTime, Utc};
use domain::StaffSessionId;
use serde::Serialize;
use utoipa::ToSchema;

use crate::App;
use crate::extract::staff::StaffWithoutSecondFactor;
use crate::problem::{Problem, StaffProblems};

/// The account's sessions.
#[derive(Debug, Serialize, ToSchema)]
pub struct StaffSessionsResponse {
    /// The sessions, last used first.
    sessions: Vec<StaffSessionBody>,
}

/// A session.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StaffSessionBody {
    /// Its id.
    id: i64,
    /// Whether it is the session of this request.
    current: bool,
    /// When the session started.
    created_at: DateTime<Utc>,
    /// When it was last used, to the minute.
    last_used_at: DateTime<Utc>,
    /// The address of the sign-in; null when unknown.
    #[schema(required)]
    address: Option<String>,
    /// The browser.
    #[schema(example = "chrome")]
    browser: &'static str,
    /// The operating system.
    #[schema(example = "windows")]
    platform: &'static str,
}

impl StaffSessionBody {
    fn new(row: db::staff_sessions::Session, current: StaffSessionId) -> Self {
        Self {
            id: row.id.get(),
            current: row.id == current,
            created_at: row.created_at,
            last_used_at: row.last_used_at,
            address: row.client_address,
            browser: row.device.browser.into(),
            platform: row.device.platform.into(),
        }
    }
}

/// The account's sessions.
#[utoipa::path(
    get, path = "/institutions/auth/sessions", tag = "staff", operation_id = "listStaffSessions", security(("staff" = [])),
    responses(
        (status = 200, body = StaffSessionsResponse),
        StaffProblems,
    )
)]
pub async fn handle(
    State(app): State<App>,
    StaffWithoutSecondFactor(staff): StaffWithoutSecondFactor,
) -> Result<Json<StaffSessionsResponse>, Problem> {
    let mut conn = staff.tenant.db.acquire().await?;
    let found = db::staff_sessions::list(&mut conn, staff.row.id, app.clock.now()).await?;
    let sessions = found.into_iter().map(|row| StaffSessionBody::new(row, staff.session_id)).collect();
    Ok(Json(StaffSessionsResponse { sessions }))
}
