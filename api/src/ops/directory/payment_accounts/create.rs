//! `POST /ops/tenants/{id}/payment-accounts`

use axum::extract::State;
use axum::response::Json;
use domain::TenantId;
use domain::directory::AccountInput;
use domain::operator::Reason;
use http::StatusCode;
use secrecy::SecretString;
use serde::Deserialize;
use utoipa::ToSchema;

use super::shape::{PaymentAccountResponse, load_response};
use crate::App;
use crate::extract::OperatorWith;
use crate::extract::operator::ChangeDirectory;
use crate::http::{JsonBody, PathParams};
use crate::ops::directory::{commit, edit};
use crate::problem::{JsonProblems, OperatorProblems, Problem, ValidationProblem};

/// A new account.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OpsPaymentAccountRequest)]
pub struct PaymentAccountRequest {
    /// The provider: `toss` or `inicis`. A tenant has one account at each.
    #[serde(default)]
    #[schema(required, example = "toss")]
    provider: String,
    /// The public id at the provider.
    #[serde(default)]
    #[schema(required, max_length = 100)]
    client_id: String,
    /// The key of the provider's API. It is stored encrypted and never returned.
    #[serde(default)]
    #[schema(required, max_length = 300, value_type = String, format = Password)]
    secret: SecretString,
    /// The reason, recorded in the audit.
    #[serde(default)]
    #[schema(required, max_length = 200)]
    reason: String,
}

/// Adds an account. New payments use it immediately.
#[utoipa::path(
    post, path = "/ops/tenants/{id}/payment-accounts", tag = "ops-directory", operation_id = "createPaymentAccount",
    request_body = PaymentAccountRequest, security(("operator" = [])),
    params(("id" = i64, Path, description = "The tenant's id")),
    responses((status = 201, body = PaymentAccountResponse), OperatorProblems, JsonProblems, ValidationProblem)
)]
pub async fn handle(
    State(app): State<App>,
    OperatorWith(operator, _): OperatorWith<ChangeDirectory>,
    PathParams(tenant): PathParams<TenantId>,
    JsonBody(request): JsonBody<PaymentAccountRequest>,
) -> Result<(StatusCode, Json<PaymentAccountResponse>), Problem> {
    let reason = Reason::parse(&request.reason)?;
    let mut editor = edit(&app, &operator, &reason).await?;
    let input = AccountInput { provider: request.provider, client_id: request.client_id, active: true };
    let id = editor.add_account(tenant, &input, &request.secret).await?;
    commit(&app, editor).await?;
    Ok((StatusCode::CREATED, Json(load_response(&app, tenant, id).await?)))
}
