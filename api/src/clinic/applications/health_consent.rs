//! `GET /institutions/tcis/{id}/health-consent`

use axum::extract::State;
use axum::response::Json;
use chrono::{DateTime, Utc};
use db::TenantConn;
use db::access_log::Action;
use db::applications;
use db::applications::health_consents::{self, HealthConsent};
use domain::ApplicationId;
use serde::Serialize;
use utoipa::ToSchema;

use crate::App;
use crate::extract::StaffWith;
use crate::extract::permission::ReadApplications;
use crate::http::PathParams;
use crate::problem::{Code, NotFoundProblem, Problem, StaffProblems};

/// The consent of an application.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HealthConsentResponse {
    /// Whether photos may be added.
    allowed: bool,
    /// What staff recorded. Null where they did not; a patient with an account agrees in the app.
    #[schema(required)]
    recorded: Option<RecordedHealthConsent>,
}

/// A recorded consent, without the signature.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecordedHealthConsent {
    /// `signature` or `paper`.
    kind: String,
    /// Who agreed.
    signer: String,
    /// Where the clinic keeps the paper.
    #[schema(required)]
    paper_reference: Option<String>,
    /// When it was recorded.
    given_at: DateTime<Utc>,
}

impl From<HealthConsent> for RecordedHealthConsent {
    fn from(row: HealthConsent) -> Self {
        Self { kind: row.kind, signer: row.signer, paper_reference: row.paper_reference, given_at: row.given_at }
    }
}

/// Whether the person's health data may be processed, and the consent that staff recorded.
#[utoipa::path(
    get, path = "/institutions/tcis/{id}/health-consent", tag = "clinic", operation_id = "getClinicHealthConsent",
    security(("staff" = [])), params(("id" = i64, Path, description = "The application's id")),
    responses(
        (status = 200, body = HealthConsentResponse),
        StaffProblems, NotFoundProblem,
    )
)]
pub async fn handle(
    State(app): State<App>,
    StaffWith(staff, _): StaffWith<ReadApplications>,
    PathParams(id): PathParams<i64>,
) -> Result<Json<HealthConsentResponse>, Problem> {
    let mut conn = staff.tenant.db.acquire().await?;
    let id = ApplicationId::new(id);
    let found = applications::find_at(&mut conn, staff.clinic(), id).await?.ok_or(Code::NotFound)?;
    let response = HealthConsentResponse::load(&mut conn, id).await?;
    staff.log_read(&app, &mut conn, Action::ApplicationRead, std::slice::from_ref(&found)).await?;
    Ok(Json(response))
}

impl HealthConsentResponse {
    /// Loads the consent of an application.
    pub async fn load(conn: &mut TenantConn, id: ApplicationId) -> Result<Self, Problem> {
        let allowed = health_consents::allows(conn, id).await?;
        let recorded = health_consents::find(conn, id).await?.map(Into::into);
        Ok(Self { allowed, recorded })
    }
}
