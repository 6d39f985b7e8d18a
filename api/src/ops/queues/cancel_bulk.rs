//! `POST /ops/bulk/{id}/cancel`

use axum::extract::State;
use axum::response::Json;
use db::operator_actions::Action;
use domain::operator::Reason;
use queue::admin::find_bulk;

use super::bulk_audit::log_bulk;
use super::shape::BulkBody;
use crate::App;
use crate::extract::OperatorWith;
use crate::extract::operator::{Audit, ChangeJobs};
use crate::http::{JsonBody, PathParams};
use crate::ops::operators::shape::ReasonRequest;
use crate::problem::{Code, JsonProblems, OperatorProblems, Problem, ValidationProblem};

/// Stops a bulk action after the current batch. Finished batches are not reverted.
#[utoipa::path(
    post, path = "/ops/bulk/{id}/cancel", tag = "ops-queues", operation_id = "cancelBulkAction",
    request_body = ReasonRequest, security(("operator" = [])), params(("id" = i64, Path, description = "The action's id")),
    responses(
        (status = 200, body = BulkBody),
        OperatorProblems, JsonProblems, ValidationProblem,
        (status = 409, description = "illegal_transition: it has ended"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    OperatorWith(operator, _): OperatorWith<ChangeJobs>,
    PathParams(id): PathParams<i64>,
    JsonBody(request): JsonBody<ReasonRequest>,
) -> Result<Json<BulkBody>, Problem> {
    let reason = Reason::parse(&request.reason)?;
    let mut tx = app.databases.system().begin().await?;
    let is_canceled = queue::admin::cancel_bulk(&mut tx, id).await?;
    let bulk = find_bulk(&mut tx, id).await?.ok_or(Code::NotFound)?;
    if !is_canceled {
        return Err(Code::IllegalTransition.into());
    }
    let subject = id.to_string();
    let audit = Audit { reason: Some(&reason), ..Audit::new(Action::BulkCanceled, &subject) };
    log_bulk(&app, &operator, &mut tx, &bulk, &audit).await?;
    tx.commit().await?;
    Ok(Json(bulk.into()))
}
