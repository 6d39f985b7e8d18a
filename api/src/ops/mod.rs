//! JSON for operators about jobs, payments, the model and the access log. Served on the operations port, behind its token.

mod access_log;
mod jobs;
mod payments;
mod retention;

use axum::Router;
use axum::extract::State;
use axum::response::{IntoResponse as _, Json, Response};
use axum::routing::get;
use db::Database;
use db::access_log::{self as log, Action};
use db::agreements::{Agreement, ShadowSummary};
use domain::TenantId;
use http::StatusCode;
use runtime::SharedClock;
use serde::{Deserialize, Serialize};

pub use access_log::access_log;
pub use jobs::router;
pub use payments::payments;
pub use retention::router as retention;

/// The default number of rows in a list.
const DEFAULT_LIMIT: i64 = 50;

/// Why a call failed.
enum OpsError {
    NotFound,
    Conflict,
    Db(db::Error),
}

impl From<db::Error> for OpsError {
    fn from(error: db::Error) -> Self {
        Self::Db(error)
    }
}

impl axum::response::IntoResponse for OpsError {
    fn into_response(self) -> Response {
        let (status, error) = match self {
            Self::NotFound => (StatusCode::NOT_FOUND, "no such queue or job"),
            Self::Conflict => (StatusCode::CONFLICT, "not in a state that allows it"),
            Self::Db(error) => {
                tracing::error!(%error, "an operations request failed");
                (StatusCode::SERVICE_UNAVAILABLE, "the database does not answer")
            }
        };
        (status, Json(serde_json::json!({ "error": error }))).into_response()
    }
}

/// The state of the routes about payments and the access log.
#[derive(Clone, Debug)]
pub struct TenantData {
    /// The database.
    pub database: Database,
    /// The clock.
    pub clock: SharedClock,
}

impl TenantData {
    /// Logs that an operator saw or changed something of a tenant.
    async fn log(&self, tenant: TenantId, action: Action, what: &str) -> Result<(), OpsError> {
        let mut conn = self.database.tenant(tenant).acquire().await?;
        Ok(log::insert_operator(&mut conn, action, what, &[], self.clock.now()).await?)
    }
}

/// A month, YYYY-MM.
#[derive(Deserialize)]
struct MonthQuery {
    month: Option<String>,
}

/// The routes of the model: the agreement of AI and experts, and the comparison of candidates. Updated once a night.
pub fn agreement(database: Database) -> Router {
    Router::new().route("/agreement", get(agreements)).with_state(database)
}

/// The figures of one tenant, by clinic id, without people.
#[derive(Serialize)]
struct TenantAgreement {
    tenant: String,
    agreements: Vec<Agreement>,
    candidates: Vec<ShadowSummary>,
}

async fn agreements(State(database): State<Database>) -> Result<Response, OpsError> {
    let mut all = Vec::new();
    for tenant in db::tenants::list(&mut database.system().acquire().await?).await? {
        let mut conn = database.tenant(tenant.id).acquire().await?;
        let agreements = db::agreements::list_newest(&mut conn).await?;
        let candidates = db::agreements::list_shadows(&mut conn).await?;
        all.push(TenantAgreement { tenant: tenant.key, agreements, candidates });
    }
    Ok(Json(serde_json::json!({ "tenants": all })).into_response())
}
