//! JSON for machines about jobs, payments, the model and the access log: read-only, on the operations port, behind its
//! token.

mod access_log;
mod installation;
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
use queue::QueueAdmin;
use runtime::SharedClock;
use serde::{Deserialize, Serialize};

pub use installation::{Installation, installation};

/// The default number of rows in a list.
const DEFAULT_LIMIT: i64 = 50;

/// Why a call failed.
enum OpsError {
    NotFound,
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
    /// Logs in a tenant's access log that the token's holder read the tenant's data.
    async fn log_read(&self, tenant: TenantId, what: &str) -> Result<(), OpsError> {
        let mut conn = self.database.tenant(tenant).acquire().await?;
        Ok(log::insert_operator(&mut conn, Action::OperatorRead, what, &[], self.clock.now()).await?)
    }
}

/// A month, YYYY-MM.
#[derive(Deserialize)]
struct MonthQuery {
    month: Option<String>,
}

/// Returns the routes. All of them need the token.
pub fn router(admin: QueueAdmin, data: TenantData) -> Router {
    Router::new()
        .merge(jobs::router(admin, data.clone()))
        .merge(payments::router(data.clone()))
        .merge(retention::router(data.clone()))
        .merge(access_log::router(data.clone()))
        .merge(agreement(data.database))
}

/// Returns the routes of the model: the agreement of AI and experts, and the comparison of candidates. The data is
/// updated once a night.
fn agreement(database: Database) -> Router {
    Router::new().route("/agreement", get(agreements)).with_state(database)
}

/// The agreements of one tenant, by clinic id, without data of people.
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
