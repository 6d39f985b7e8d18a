//! `GET /ops/tenants/{id}/payment-accounts`

use axum::extract::State;
use axum::response::Json;
use domain::TenantId;
use serde::Serialize;
use utoipa::ToSchema;

use super::shape::{self, PaymentAccount};
use crate::App;
use crate::extract::OperatorWith;
use crate::extract::operator::ReadDirectory;
use crate::http::PathParams;
use crate::problem::{OperatorProblems, Problem};

/// A tenant's accounts at payment providers.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OpsPaymentAccountsResponse)]
pub struct PaymentAccountsResponse {
    /// The oldest first.
    accounts: Vec<PaymentAccount>,
}

/// A tenant's accounts at payment providers, without secrets.
#[utoipa::path(
    get, path = "/ops/tenants/{id}/payment-accounts", tag = "ops-directory", operation_id = "listPaymentAccounts",
    security(("operator" = [])), params(("id" = i64, Path, description = "The tenant's id")),
    responses((status = 200, body = PaymentAccountsResponse), OperatorProblems)
)]
pub async fn handle(
    State(app): State<App>,
    _: OperatorWith<ReadDirectory>,
    PathParams(id): PathParams<TenantId>,
) -> Result<Json<PaymentAccountsResponse>, Problem> {
    Ok(Json(PaymentAccountsResponse { accounts: shape::list(&app, id).await? }))
}
