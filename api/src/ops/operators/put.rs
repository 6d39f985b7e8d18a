//! `PUT /ops/operators/{id}`

use axum::extract::State;
use axum::response::Json;
use db::operator_actions::Action;
use domain::{OperatorId, OpsPermission};
use serde::Deserialize;
use utoipa::ToSchema;

use super::shape::{NameAndRole, OperatorAccountResponse};
use crate::App;
use crate::extract::OperatorWith;
use crate::extract::operator::{Audit, ManageOperators};
use crate::http::{JsonBody, PathParams};
use crate::problem::{Code, FieldErrors, JsonProblems, OperatorProblems, Problem, ValidationProblem};
use crate::staff::reset_password::TemporaryPassword;

/// The new settings of an account.
#[derive(Debug, Deserialize, ToSchema)]
pub struct PutOperatorRequest {
    #[serde(flatten)]
    account: NameAndRole,
    /// Whether the account may sign in. False ends its sessions; true gives a deactivated account a temporary password
    /// and removes its second factor.
    active: bool,
}

/// Changes an account. At least one active admin always remains.
#[utoipa::path(
    put, path = "/ops/operators/{id}", tag = "ops-operators", operation_id = "putOperator",
    request_body = PutOperatorRequest, security(("operator" = [])),
    params(("id" = i64, Path, description = "The account's id")),
    responses(
        (status = 200, body = OperatorAccountResponse),
        OperatorProblems, JsonProblems, ValidationProblem,
        (status = 409, description = "last_admin"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    OperatorWith(operator, _): OperatorWith<ManageOperators>,
    PathParams(id): PathParams<OperatorId>,
    JsonBody(request): JsonBody<PutOperatorRequest>,
) -> Result<Json<OperatorAccountResponse>, Problem> {
    let mut errors = FieldErrors::default();
    let account = request.account.parse(&mut errors);
    errors.finish()?;
    let (name, role) = account.ok_or(Code::Internal)?;
    let password = TemporaryPassword::generate(&app).await?;
    let now = app.clock.now();
    let mut tx = app.databases.system().begin().await?;
    // admins are locked first, so that two calls cannot deadlock or end the last two
    let admins = db::operators::lock_admins(&mut tx).await?;
    let before = db::operators::lock(&mut tx, id).await?.ok_or(Code::NotFound)?;
    let manages = |active: bool, role: domain::OperatorRole| active && role.may(OpsPermission::ManageOperators);
    if manages(before.active, before.role) && admins <= 1 && !manages(request.active, role) {
        return Err(Code::LastAdmin.into());
    }
    let mut row = domain::Operator { name, role, active: request.active, ..before.clone() };
    db::operators::set_account(&mut tx, &row).await?;
    let revives = row.active && !before.active;
    if revives {
        db::operators::reset(&mut tx, id, password.hash(), now).await?;
        (row.must_change_password, row.has_second_factor) = (true, false);
    }
    if !row.active {
        db::operator_sessions::revoke_all(&mut tx, id, None, now).await?;
    }
    let state = if row.active { "active" } else { "ended" };
    let subject = format!("{} ({}, {state})", row.login_id.as_str(), role.as_str());
    operator.log(&app, &mut tx, &Audit::new(Action::OperatorChanged, &subject)).await?;
    tx.commit().await?;
    let temporary_password = revives.then(|| password.reveal());
    Ok(Json(OperatorAccountResponse { operator: row.into(), temporary_password }))
}
