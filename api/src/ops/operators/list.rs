//! `GET /ops/operators`

use axum::extract::State;
use axum::response::Json;
use db::operator_actions::Action;

use super::shape::{OperatorBody, OperatorsResponse};
use crate::App;
use crate::extract::OperatorWith;
use crate::extract::operator::{Audit, ManageOperators};
use crate::problem::{OperatorProblems, Problem};

/// The accounts of operators.
#[utoipa::path(
    get, path = "/ops/operators", tag = "ops-operators", operation_id = "listOperators", security(("operator" = [])),
    responses(
        (status = 200, body = OperatorsResponse),
        OperatorProblems,
    )
)]
pub async fn handle(
    State(app): State<App>,
    OperatorWith(operator, _): OperatorWith<ManageOperators>,
) -> Result<Json<OperatorsResponse>, Problem> {
    let mut tx = app.databases.system().begin().await?;
    let rows = db::operators::list(&mut tx).await?;
    operator.log(&app, &mut tx, &Audit::new(Action::OperatorsListed, "")).await?;
    tx.commit().await?;
    Ok(Json(OperatorsResponse { operators: rows.into_iter().map(OperatorBody::from).collect() }))
}
