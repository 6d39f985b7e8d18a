//! `GET /ops/tenants/{id}/insurers`

use axum::extract::State;
use axum::response::Json;
use domain::TenantId;
use serde::Serialize;
use utoipa::ToSchema;

use super::shape::{self, Insurer};
use crate::App;
use crate::extract::OperatorWith;
use crate::extract::operator::ReadDirectory;
use crate::http::PathParams;
use crate::problem::{OperatorProblems, Problem};

/// A tenant's insurers.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OpsInsurersResponse)]
pub struct InsurersResponse {
    /// In their order.
    insurers: Vec<Insurer>,
}

/// A tenant's insurers, including disabled ones.
#[utoipa::path(
    get, path = "/ops/tenants/{id}/insurers", tag = "ops-directory", operation_id = "listOpsInsurers",
    security(("operator" = [])), params(("id" = i64, Path, description = "The tenant's id")),
    responses((status = 200, body = InsurersResponse), OperatorProblems)
)]
pub async fn handle(
    State(app): State<App>,
    _: OperatorWith<ReadDirectory>,
    PathParams(id): PathParams<TenantId>,
) -> Result<Json<InsurersResponse>, Problem> {
    Ok(Json(InsurersResponse { insurers: shape::list(&app, id).await? }))
}
