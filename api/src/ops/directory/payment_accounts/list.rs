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
#[schema(as = OpsPaymentAccountsAnswer)]
pub struct PaymentAccountsAnswer {
    /// The oldest first.
    accounts: Vec<PaymentAccount>,
}

/// A tenant's accounts at payment providers, without their secrets.
#[utoipa::path(
    get, path = "/ops/tenants/{id}/payment-accounts", tag = "ops-directory", operation_id = "listPaymentAccounts",
    security(("operator" = [])), params(("id" = i64, Path, description = "The tenant's id")),
    responses((status = 200, body = PaymentAccountsAnswer), OperatorProblems)
)]
pub async fn handle(
    State(app): State<App>,
    _: OperatorWith<ReadDirectory>,
    PathParams(id): PathParams<TenantId>,
) -> Result<Json<PaymentAccountsAnswer>, Problem> {
    Ok(Json(PaymentAccountsAnswer { accounts: shape::list(&app, id).await? }))
}
