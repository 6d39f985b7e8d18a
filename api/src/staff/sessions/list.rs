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

/// Where the account is signed in.
#[derive(Debug, Serialize, ToSchema)]
pub struct StaffSessionsAnswer {
    /// The sessions, the last used first.
    sessions: Vec<StaffSessionBody>,
}

/// A session.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StaffSessionBody {
    /// Its id.
    id: i64,
    /// Whether this call came with it.
    current: bool,
    /// When it signed in.
    created_at: DateTime<Utc>,
    /// When it was used last, to the minute.
    last_used_at: DateTime<Utc>,
    /// The address that it signed in from; null when that is not known.
    #[schema(required)]
    address: Option<String>,
    /// The browser, as it names itself.
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

/// Where the account is signed in.
#[utoipa::path(
    get, path = "/institutions/auth/sessions", tag = "staff", operation_id = "listStaffSessions", security(("staff" = [])),
    responses(
        (status = 200, body = StaffSessionsAnswer),
        StaffProblems,
    )
)]
pub async fn handle(
    State(app): State<App>,
    StaffWithoutSecondFactor(staff): StaffWithoutSecondFactor,
) -> Result<Json<StaffSessionsAnswer>, Problem> {
    let mut conn = staff.tenant.db.acquire().await?;
    let found = db::staff_sessions::list(&mut conn, staff.row.id, app.clock.now()).await?;
    let sessions = found.into_iter().map(|row| StaffSessionBody::new(row, staff.session_id)).collect();
    Ok(Json(StaffSessionsAnswer { sessions }))
}
