//! `GET /patients/sessions`

use axum::extract::State;
use axum::response::Json;
use chrono::{DateTime, Utc};
use db::sessions::SessionRow;
use domain::SessionId;
use serde::Serialize;
use utoipa::ToSchema;

use crate::App;
use crate::extract::Patient;
use crate::problem::{Problem, SignedInProblems};

/// A session of the signed-in patient.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PatientSession)]
pub struct SessionBody {
    /// The session's id.
    id: i64,
    /// The client: `kakaotalk`, `naver`, `samsung`, `whale`, `edge`, `firefox`, `chrome`, `safari` or `other`. Null for
    /// older sessions.
    #[schema(required, example = "chrome")]
    browser: Option<&'static str>,
    /// Its system: `android`, `ios`, `windows`, `macos`, `linux` or `other`.
    #[schema(required, example = "android")]
    platform: Option<&'static str>,
    /// The network of the sign-in: the address without its last part.
    #[schema(required, example = "203.0.113.*")]
    network: Option<String>,
    /// When the session started.
    created_at: DateTime<Utc>,
    /// When it was last used, with up to five minutes' delay.
    last_used_at: DateTime<Utc>,
    /// Whether it is the session of this request.
    current: bool,
}

/// The sessions of the signed-in patient, last used first.
#[derive(Debug, Serialize, ToSchema)]
pub struct SessionsResponse {
    /// The sessions.
    sessions: Vec<SessionBody>,
}

impl SessionBody {
    fn new(row: SessionRow, current: SessionId) -> Self {
        Self {
            id: row.id.get(),
            browser: row.device.map(|device| device.browser.as_str()),
            platform: row.device.map(|device| device.platform.as_str()),
            network: row.network,
            created_at: row.created_at,
            last_used_at: row.last_used_at,
            current: row.id == current,
        }
    }
}

/// The patient's sessions.
#[utoipa::path(
    get, path = "/patients/sessions", tag = "auth", operation_id = "listSessions", security(("session" = [])),
    responses(
        (status = 200, body = SessionsResponse),
        SignedInProblems,
    )
)]
pub async fn handle(State(app): State<App>, patient: Patient) -> Result<Json<SessionsResponse>, Problem> {
    let mut conn = patient.tenant.db.acquire().await?;
    let rows = db::sessions::list(&mut conn, patient.row.id, app.clock.now()).await?;
    let sessions = rows.into_iter().map(|row| SessionBody::new(row, patient.session_id)).collect();
    Ok(Json(SessionsResponse { sessions }))
}
