//! `POST /institutions/tcis/take`

use std::collections::HashMap;

use axum::extract::State;
use axum::response::{IntoResponse as _, Json, Response};
use chrono::{DateTime, Utc};
use db::TenantTx;
use db::access_log::Action;
use db::applications::{self, LockedApplication};
use domain::{ApplicationId, ApplicationStatus, NotificationKind, StaffId};
use http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::App;
use crate::extract::permission::ScoreAnalyses;
use crate::extract::{RequestContext, StaffWith};
use crate::http::JsonBody;
use crate::problem::{IdempotencyProblems, JsonProblems, Problem, StaffProblems};
use crate::self_checks::shape::Expert;

/// The maximum number of applications that are taken at once: a page of the worklist.
const MAX_APPLICATIONS: usize = 100;

/// The applications to take.
#[derive(Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(default)]
pub struct TakeRequest {
    /// Their ids.
    #[schema(required, min_items = 1, max_items = 100)]
    ids: Vec<i64>,
}

/// The result for each application.
#[derive(Debug, Serialize, ToSchema)]
pub struct TakeResponse {
    /// A row for each id of the request, in its order.
    results: Vec<TakeResult>,
}

/// The result for one application.
#[derive(Debug, Serialize, ToSchema)]
pub struct TakeResult {
    /// The application's id.
    id: i64,
    /// `taken`: the caller is the assignee. `assigned`: somebody else is. `closed`: it is canceled or complete.
    /// `not_found`.
    #[schema(example = "taken")]
    outcome: &'static str,
    /// The assignee; null without one.
    #[schema(required)]
    assignee: Option<Expert>,
}

/// Takes several applications: waiting ones are received, and the caller becomes the assignee of those without one. If
/// two analysts take an application at the same time, only one of them gets it.
#[utoipa::path(
    post, path = "/institutions/tcis/take", tag = "clinic", operation_id = "takeClinicApplications",
    request_body = TakeRequest, security(("staff" = [])),
    params(("idempotency-key" = Option<String>, Header, description = "Repeats the first response for the same key")),
    responses(
        (status = 200, body = TakeResponse),
        StaffProblems, JsonProblems, IdempotencyProblems,
    )
)]
pub async fn handle(
    State(app): State<App>,
    StaffWith(staff, _): StaffWith<ScoreAnalyses>,
    context: RequestContext,
    JsonBody(request): JsonBody<TakeRequest>,
) -> Result<Response, Problem> {
    match request.ids.len() {
        0 => return Err(Problem::field("ids", domain::InvalidCode::Required)),
        1..=MAX_APPLICATIONS => {}
        _ => return Err(Problem::field("ids", domain::InvalidCode::TooLong)),
    }
    let now = app.clock.now();
    let call = context.key.bind(staff.row.id, "POST /institutions/tcis/take", &request)?;
    let mut tx = staff.tenant.db.begin().await?;
    if let Some(earlier) = call.begin(&mut tx, now).await? {
        return Ok(earlier.into_response());
    }
    let ids: Vec<ApplicationId> = request.ids.iter().copied().map(ApplicationId::new).collect();
    let rows = applications::lock_all(&mut tx, staff.clinic(), &ids).await?;
    let changed: Vec<&LockedApplication> = rows.iter().filter(|row| is_free(row, staff.row.id)).collect();
    receive(&mut tx, &changed, staff.row.id, now).await?;
    let own = Expert { id: staff.row.id.get(), name: staff.row.name.as_str().to_owned() };
    let rows: HashMap<ApplicationId, &LockedApplication> = rows.iter().map(|row| (row.id, row)).collect();
    let results = ids.iter().map(|id| TakeResult::new(*id, rows.get(id).copied(), &own)).collect();
    let response = TakeResponse { results };
    call.finish(&mut tx, StatusCode::OK, &response).await?;
    if !changed.is_empty() {
        staff.log_changes(&app, &mut tx, Action::ApplicationChanged, &changed).await?;
    }
    tx.commit().await?;
    Ok(Json(response).into_response())
}

/// Returns whether an application is changed when this analyst takes it.
fn is_free(row: &LockedApplication, staff: StaffId) -> bool {
    let is_own = row.assignee.as_ref().is_some_and(|assignee| assignee.id == staff);
    let is_waiting = row.status == ApplicationStatus::Waiting;
    row.status.needs_work() && (row.assignee.is_none() || (is_own && is_waiting))
}

/// Marks the waiting ones as received, notifies their patients, and assigns all of them.
async fn receive(
    tx: &mut TenantTx,
    rows: &[&LockedApplication],
    staff: StaffId,
    now: DateTime<Utc>,
) -> Result<(), Problem> {
    let all: Vec<_> = rows.iter().map(|row| row.id).collect();
    let waiting: Vec<_> =
        rows.iter().filter(|row| row.status == ApplicationStatus::Waiting).map(|row| row.id).collect();
    applications::receive(tx, &waiting, now).await?;
    applications::set_assignee(tx, &all, Some(staff), now).await?;
    for id in waiting {
        db::notifications::insert_for_application(tx, NotificationKind::TciReceived, id, None, now).await?;
    }
    Ok(())
}

impl TakeResult {
    /// Returns the result for a row as it was before the call.
    fn new(id: ApplicationId, row: Option<&LockedApplication>, own: &Expert) -> Self {
        let (outcome, assignee) = match row {
            None => ("not_found", None),
            Some(row) if !row.status.needs_work() => ("closed", row.assignee.clone().map(Expert::from)),
            Some(LockedApplication { assignee: Some(other), .. }) if other.id.get() != own.id => {
                ("assigned", Some(other.clone().into()))
            }
            Some(_) => ("taken", Some(own.clone())),
        };
        Self { id: id.get(), outcome, assignee }
    }
}
