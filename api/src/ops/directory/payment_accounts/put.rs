//! `PUT /ops/tenants/{id}/payment-accounts/{accountId}`

use axum::extract::State;
use axum::response::Json;
use db::edit::accounts;
use directory::Target;
use domain::TenantId;
use domain::directory::AccountInput;
use domain::operator::Reason;
use secrecy::SecretString;
use serde::Deserialize;
use utoipa::ToSchema;

use super::shape::{PaymentAccountResponse, load_response};
use crate::App;
use crate::extract::OperatorWith;
use crate::extract::operator::ChangeDirectory;
use crate::http::{JsonBody, PathParams};
use crate::ops::directory::{commit, edit};
use crate::problem::{Code, JsonProblems, OperatorProblems, Problem, ValidationProblem};

/// The new settings of an account. Its provider never changes.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OpsPutPaymentAccountRequest)]
pub struct PutPaymentAccountRequest {
    /// The public id at the provider.
    #[serde(default)]
    #[schema(required, max_length = 100)]
    client_id: String,
    /// A new key of the provider's API; without it, the key stays.
    #[serde(default)]
    #[schema(max_length = 300, value_type = Option<String>, format = Password)]
    secret: Option<SecretString>,
    /// Whether new payments use it.
    #[serde(default)]
    #[schema(required)]
    active: bool,
    /// The version that the caller read.
    #[serde(default)]
    #[schema(required)]
    version: i32,
    /// The reason, recorded in the audit.
    #[serde(default)]
    #[schema(required, max_length = 200)]
    reason: String,
}

/// Changes an account. If the version is outdated, the problem's `account` has the current state.
#[utoipa::path(
    put, path = "/ops/tenants/{id}/payment-accounts/{accountId}", tag = "ops-directory",
    operation_id = "putPaymentAccount", request_body = PutPaymentAccountRequest, security(("operator" = [])),
    params(
        ("id" = i64, Path, description = "The tenant's id"),
        ("accountId" = i64, Path, description = "The account's id"),
    ),
    responses(
        (status = 200, body = PaymentAccountResponse),
        OperatorProblems, JsonProblems, ValidationProblem,
        (status = 409, description = "version_conflict"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    OperatorWith(operator, _): OperatorWith<ChangeDirectory>,
    PathParams((tenant, id)): PathParams<(TenantId, i64)>,
    JsonBody(request): JsonBody<PutPaymentAccountRequest>,
) -> Result<Json<PaymentAccountResponse>, Problem> {
    let reason = Reason::parse(&request.reason)?;
    let mut editor = edit(&app, &operator, &reason).await?;
    let known = accounts::list(editor.transaction(), tenant).await?;
    let known = known.into_iter().find(|found| found.record.id == id).ok_or(Code::NotFound)?;
    let input = AccountInput {
        provider: known.record.settings.provider.as_str().to_owned(),
        client_id: request.client_id,
        active: request.active,
    };
    let target = Target { tenant, id, version: Some(request.version) };
    match editor.set_account(target, &input, request.secret.as_ref()).await {
        Ok(()) => commit(&app, editor).await?,
        Err(error @ directory::Error::Conflict) => {
            drop(editor);
            let current = load_response(&app, tenant, id).await?;
            return Err(Problem::from(error).with_extension("account", &current.account));
        }
        Err(error) => return Err(error.into()),
    }
    Ok(Json(load_response(&app, tenant, id).await?))
}
