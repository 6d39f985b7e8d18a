//! `GET /ops/bulk`

use axum::extract::State;
use axum::response::Json;
use serde::Serialize;
use utoipa::ToSchema;

use super::shape::BulkBody;
use crate::App;
use crate::extract::OperatorWith;
use crate::extract::operator::ReadQueues;
use crate::problem::{OperatorProblems, Problem};

/// Bulk actions.
#[derive(Debug, Serialize, ToSchema)]
pub struct BulkActionsResponse {
    /// Newest first, at most 50.
    bulks: Vec<BulkBody>,
}

/// The latest bulk actions.
#[utoipa::path(
    get, path = "/ops/bulk", tag = "ops-queues", operation_id = "listBulkActions", security(("operator" = [])),
    responses(
        (status = 200, body = BulkActionsResponse),
        OperatorProblems,
    )
)]
pub async fn handle(
    State(app): State<App>,
    OperatorWith(_operator, _): OperatorWith<ReadQueues>,
) -> Result<Json<BulkActionsResponse>, Problem> {
    let bulks = queue::admin::list_bulk(&mut app.databases.system().acquire().await?).await?;
    Ok(Json(BulkActionsResponse { bulks: bulks.into_iter().map(BulkBody::from).collect() }))
}
