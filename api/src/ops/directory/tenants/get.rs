//! `GET /ops/tenants/{id}`

use axum::extract::State;
use axum::response::Json;
use domain::TenantId;

use super::shape::{TenantResponse, load_response};
use crate::App;
use crate::extract::OperatorWith;
use crate::extract::operator::ReadDirectory;
use crate::http::PathParams;
use crate::problem::{OperatorProblems, Problem};

/// A tenant with its settings.
#[utoipa::path(
    get, path = "/ops/tenants/{id}", tag = "ops-directory", operation_id = "getOpsTenant", security(("operator" = [])),
    params(("id" = i64, Path, description = "The tenant's id")),
    responses((status = 200, body = TenantResponse), OperatorProblems)
)]
pub async fn handle(
    State(app): State<App>,
    _: OperatorWith<ReadDirectory>,
    PathParams(id): PathParams<TenantId>,
) -> Result<Json<TenantResponse>, Problem> {
    Ok(Json(load_response(&app, id).await?))
}
