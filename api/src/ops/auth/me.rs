//! `GET /ops/auth/me`

use axum::extract::State;
use axum::response::Json;

use super::shape::OperatorSessionResponse;
use crate::App;
use crate::extract::operator::OperatorSession;
use crate::problem::{OperatorProblems, Problem};

/// The signed-in operator, and what must be done first.
#[utoipa::path(
    get, path = "/ops/auth/me", tag = "ops-auth", operation_id = "operatorMe", security(("operator" = [])),
    responses(
        (status = 200, body = OperatorSessionResponse),
        OperatorProblems,
    )
)]
pub async fn handle(
    State(app): State<App>,
    OperatorSession(operator): OperatorSession,
) -> Result<Json<OperatorSessionResponse>, Problem> {
    Ok(Json(OperatorSessionResponse::new(&app, &operator.row, operator.second_factor_pending)))
}
