//! `POST /ops/operators/{id}/reset`

use axum::extract::State;
use axum::response::Json;
use db::operator_actions::Action;
use domain::OperatorId;
use domain::operator::Reason;

use super::shape::{OperatorAccountResponse, ReasonRequest};
use crate::App;
use crate::extract::OperatorWith;
use crate::extract::operator::{Audit, ManageOperators};
use crate::http::{JsonBody, PathParams};
use crate::problem::{Code, JsonProblems, OperatorProblems, Problem, ValidationProblem};
use crate::staff::reset_password::TemporaryPassword;

/// Resets a colleague's password to a temporary one, which is returned only once. The account's sessions end, and its
/// second factor is removed.
#[utoipa::path(
    post, path = "/ops/operators/{id}/reset", tag = "ops-operators", operation_id = "resetOperator",
    request_body = ReasonRequest, security(("operator" = [])),
    params(("id" = i64, Path, description = "The account's id")),
    responses(
        (status = 200, body = OperatorAccountResponse),
        OperatorProblems, JsonProblems, ValidationProblem,
        (status = 409, description = "illegal_transition: the account is ended, or one's own"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    OperatorWith(operator, _): OperatorWith<ManageOperators>,
    PathParams(id): PathParams<OperatorId>,
    JsonBody(request): JsonBody<ReasonRequest>,
) -> Result<Json<OperatorAccountResponse>, Problem> {
    let reason = Reason::parse(&request.reason)?;
    let password = TemporaryPassword::generate(&app).await?;
    let now = app.clock.now();
    let mut tx = app.databases.system().begin().await?;
    let row = db::operators::lock(&mut tx, id).await?.ok_or(Code::NotFound)?;
    if !row.active || row.id == operator.row.id {
        return Err(Code::IllegalTransition.into());
    }
    db::operators::reset(&mut tx, id, password.hash(), now).await?;
    db::operator_sessions::revoke_all(&mut tx, id, None, now).await?;
    let audit = Audit { reason: Some(&reason), ..Audit::new(Action::OperatorReset, row.login_id.as_str()) };
    operator.log(&app, &mut tx, &audit).await?;
    tx.commit().await?;
    let row = domain::Operator { must_change_password: true, has_second_factor: false, ..row };
    Ok(Json(OperatorAccountResponse { operator: row.into(), temporary_password: Some(password.reveal()) }))
}
