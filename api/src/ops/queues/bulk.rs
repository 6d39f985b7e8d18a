//! `GET /ops/bulk/{id}`

use axum::extract::State;
use axum::response::Json;
use queue::admin::find_bulk;

use super::shape::BulkBody;
use crate::App;
use crate::extract::OperatorWith;
use crate::extract::operator::ReadQueues;
use crate::http::PathParams;
use crate::problem::{Code, OperatorProblems, Problem};

/// The progress of a bulk action.
#[utoipa::path(
    get, path = "/ops/bulk/{id}", tag = "ops-queues", operation_id = "getBulkAction", security(("operator" = [])),
    params(("id" = i64, Path, description = "The action's id")),
    responses(
        (status = 200, body = BulkBody),
        OperatorProblems,
    )
)]
pub async fn handle(
    State(app): State<App>,
    OperatorWith(_operator, _): OperatorWith<ReadQueues>,
    PathParams(id): PathParams<i64>,
) -> Result<Json<BulkBody>, Problem> {
    let mut conn = app.databases.system().acquire().await?;
    Ok(Json(find_bulk(&mut conn, id).await?.ok_or(Code::NotFound)?.into()))
}
