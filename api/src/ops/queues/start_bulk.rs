//! `POST /ops/bulk`

use axum::extract::State;
use axum::response::{IntoResponse as _, Json, Response};
use db::operator_actions::Action;
use domain::InvalidCode;
use domain::operator::Reason;
use http::StatusCode;
use queue::admin::{JobAction, NewBulkAction, find_bulk, insert_bulk};
use serde::Deserialize;
use utoipa::ToSchema;

use super::bulk_audit::log_bulk;
use super::filter::JobFilterBody;
use super::shape::BulkBody;
use crate::App;
use crate::extract::OperatorWith;
use crate::extract::operator::{Audit, ChangeJobs};
use crate::http::JsonBody;
use crate::problem::{Code, JsonProblems, OperatorProblems, Problem, ValidationProblem};

/// An action on all jobs of a filter.
#[derive(Debug, Deserialize, ToSchema)]
pub struct StartBulkRequest {
    /// `retry` (of dead and canceled jobs), `cancel` (of waiting ones) or `delete` (of done, dead and canceled ones).
    #[serde(default)]
    #[schema(required, example = "retry")]
    action: String,
    /// Which jobs. At least one field is set.
    #[serde(default)]
    #[schema(required)]
    filter: JobFilterBody,
    /// The reason, in one line, recorded in the audit.
    #[serde(default)]
    #[schema(required, min_length = 1, max_length = 200)]
    reason: String,
}

/// Starts an action on all jobs that exist now and match a filter, not only those of one page. The workers run it in
/// batches, also while queues are paused; a crash neither repeats nor skips a job.
#[utoipa::path(
    post, path = "/ops/bulk", tag = "ops-queues", operation_id = "startBulkAction",
    request_body = StartBulkRequest, security(("operator" = [])),
    responses(
        (status = 202, body = BulkBody),
        OperatorProblems, JsonProblems, ValidationProblem,
    )
)]
pub async fn handle(
    State(app): State<App>,
    OperatorWith(operator, _): OperatorWith<ChangeJobs>,
    JsonBody(request): JsonBody<StartBulkRequest>,
) -> Result<Response, Problem> {
    let action = match request.action.as_str() {
        "retry" => JobAction::Retry,
        "cancel" => JobAction::Cancel,
        "delete" => JobAction::Delete,
        _ => return Err(Problem::field("action", InvalidCode::Unknown)),
    };
    let reason = Reason::parse(&request.reason)?;
    let filter = request.filter.parse()?;
    if filter.is_empty() {
        return Err(Problem::field("filter", InvalidCode::Required));
    }
    let operator_name = operator.row.login_id.as_str();
    let new = NewBulkAction { action, filter: &filter, operator: operator_name, reason: reason.as_str() };
    let mut tx = app.databases.system().begin().await?;
    let id = insert_bulk(&mut tx, &new).await?;
    let bulk = find_bulk(&mut tx, id).await?.ok_or(Code::NotFound)?;
    let which = serde_json::to_string(&filter).unwrap_or_default();
    let subject = format!("{id}: {} {which}", action.as_str());
    let audit = Audit { reason: Some(&reason), ..Audit::new(Action::BulkStarted, &subject) };
    log_bulk(&app, &operator, &mut tx, &bulk, &audit).await?;
    tx.commit().await?;
    Ok((StatusCode::ACCEPTED, Json(BulkBody::from(bulk))).into_response())
}
