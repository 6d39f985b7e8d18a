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

/// Actions on many jobs.
#[derive(Debug, Serialize, ToSchema)]
pub struct BulkActionsAnswer {
    /// The newest first, 50 at most.
    bulks: Vec<BulkBody>,
}

/// The latest actions on many jobs.
#[utoipa::path(
    get, path = "/ops/bulk", tag = "ops-queues", operation_id = "listBulkActions", security(("operator" = [])),
    responses(
        (status = 200, body = BulkActionsAnswer),
        OperatorProblems,
    )
)]
pub async fn handle(
    State(app): State<App>,
    OperatorWith(_operator, _): OperatorWith<ReadQueues>,
) -> Result<Json<BulkActionsAnswer>, Problem> {
    let bulks = queue::admin::list_bulk(&mut app.databases.system().acquire().await?).await?;
    Ok(Json(BulkActionsAnswer { bulks: bulks.into_iter().map(BulkBody::from).collect() }))
}
