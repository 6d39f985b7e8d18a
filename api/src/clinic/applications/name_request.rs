//! `POST /institutions/tcis/{id}/name-request`

use axum::extract::State;
use axum::response::Json;
use chrono::{DateTime, Utc};
use db::access_log::Action;
use db::applications;
use db::name_requests::{self, NewNameRequest};
use domain::profile::NAME_REQUEST_LIFETIME;
use domain::{ApplicationId, IdDocument, InvalidCode, Name, NotificationKind, Relation};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::App;
use crate::extract::StaffWith;
use crate::extract::permission::HandleApplications;
use crate::extract::staff::ChangeSubject;
use crate::http::{JsonBody, PathParams};
use crate::problem::{
    Code, FieldErrors, JsonProblems, NotFoundProblem, Problem, RateLimitProblem, StaffProblems, ValidationProblem,
};
use crate::services::limiter::NAME_REQUEST_PATIENT;

/// The name on a document that staff saw.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct NameRequestRequest {
    /// The name.
    #[schema(required, max_length = 50)]
    name: String,
    /// The document: `id_card`, `driver_license`, passport or `residence_card`.
    #[schema(required, example = "id_card")]
    document: String,
}

/// A request that waits for the patient.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NameRequestResponse {
    /// When the request expires.
    expires_at: DateTime<Utc>,
}

/// Requests that the holder of an application's account accepts the name on a document that staff saw; replaces an
/// earlier request. The name changes when the holder accepts it, within seven days.
#[utoipa::path(
    post, path = "/institutions/tcis/{id}/name-request", tag = "clinic", operation_id = "createNameRequest",
    request_body = NameRequestRequest, security(("staff" = [])),
    params(("id" = i64, Path, description = "The application's id")),
    responses(
        (status = 200, body = NameRequestResponse),
        StaffProblems, JsonProblems, NotFoundProblem, ValidationProblem, RateLimitProblem,
        (status = 409, description = "illegal_transition: the application is not about the holder of an account, or the account has this name"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    StaffWith(staff, _): StaffWith<HandleApplications>,
    PathParams(id): PathParams<i64>,
    JsonBody(request): JsonBody<NameRequestRequest>,
) -> Result<Json<NameRequestResponse>, Problem> {
    let now = app.clock.now();
    let mut tx = staff.tenant.db.begin().await?;
    let id = ApplicationId::new(id);
    let row = applications::find_at(&mut tx, staff.clinic(), id).await?.ok_or(Code::NotFound)?;
    let is_holder = row.account_person.as_ref().is_some_and(|person| person.relation == Relation::Holder);
    let patient = row.patient_id.filter(|_| is_holder).ok_or(Code::IllegalTransition)?;
    let mut errors = FieldErrors::default();
    let name = Name::parse(&request.name).map_err(|invalid| errors.push("name", invalid.code)).ok();
    let document =
        request.document.parse::<IdDocument>().map_err(|_| errors.push("document", InvalidCode::Unknown)).ok();
    errors.finish()?;
    let (Some(name), Some(document)) = (name, document) else { return Err(Code::Internal.into()) };
    let present = db::patients::find(&mut tx, patient).await?.ok_or(Code::NotFound)?;
    if present.name == name {
        return Err(Code::IllegalTransition.into());
    }
    app.limiter.count(NAME_REQUEST_PATIENT, &patient.to_string()).await?;
    let new = NewNameRequest { patient, clinic: staff.clinic(), staff: staff.row.id, name, document };
    name_requests::upsert(&mut tx, &new, now).await?;
    db::notifications::insert_plain(&mut tx, patient, NotificationKind::NameRequested, now).await?;
    let subject = ChangeSubject { patient: Some(patient), application: Some(id) };
    staff.log_change(&app, &mut tx, Action::NameRequested, subject).await?;
    tx.commit().await?;
    Ok(Json(NameRequestResponse { expires_at: now + NAME_REQUEST_LIFETIME }))
}
