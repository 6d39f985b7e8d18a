//! `POST /ops/operators`

use axum::extract::State;
use axum::response::{IntoResponse as _, Json, Response};
use db::operator_actions::Action;
use db::operators::{InsertError, NewOperator};
use domain::{InvalidCode, staff};
use http::StatusCode;
use serde::Deserialize;
use utoipa::ToSchema;

use super::shape::{NameAndRole, OperatorAccountResponse};
use crate::App;
use crate::extract::OperatorWith;
use crate::extract::operator::{Audit, ManageOperators};
use crate::http::JsonBody;
use crate::problem::{Code, FieldErrors, JsonProblems, OperatorProblems, Problem, ValidationProblem};
use crate::staff::reset_password::TemporaryPassword;

/// A new account.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OperatorRequest {
    /// The sign-in name: 4 to 20 letters or digits.
    #[serde(default)]
    #[schema(required)]
    login_id: String,
    #[serde(flatten)]
    account: NameAndRole,
}

/// Creates an account with a temporary password, which is returned only once.
#[utoipa::path(
    post, path = "/ops/operators", tag = "ops-operators", operation_id = "createOperator",
    request_body = OperatorRequest, security(("operator" = [])),
    responses(
        (status = 201, body = OperatorAccountResponse),
        OperatorProblems, JsonProblems, ValidationProblem,
    )
)]
pub async fn handle(
    State(app): State<App>,
    OperatorWith(operator, _): OperatorWith<ManageOperators>,
    JsonBody(request): JsonBody<OperatorRequest>,
) -> Result<Response, Problem> {
    let mut errors = FieldErrors::default();
    let login_id = errors.check(staff::parse_login_id(&request.login_id));
    let account = request.account.parse(&mut errors);
    errors.finish()?;
    let (Some(login_id), Some((name, role))) = (login_id, account) else { return Err(Code::Internal.into()) };
    let password = TemporaryPassword::generate(&app).await?;
    let new = NewOperator { login_id, password_hash: password.hash().clone(), name, role };
    let mut tx = app.databases.system().begin().await?;
    let id = db::operators::insert(&mut tx, &new, app.clock.now()).await.map_err(|error| match error {
        InsertError::LoginIdTaken => Problem::field("loginId", InvalidCode::Taken),
        InsertError::Db(error) => error.into(),
    })?;
    let made = db::operators::find(&mut tx, id).await?.ok_or(Code::Internal)?;
    let subject = format!("{} ({})", new.login_id.as_str(), role.as_str());
    operator.log(&app, &mut tx, &Audit::new(Action::OperatorAdded, &subject)).await?;
    tx.commit().await?;
    let response = OperatorAccountResponse { operator: made.into(), temporary_password: Some(password.reveal()) };
    Ok((StatusCode::CREATED, Json(response)).into_response())
}
