//! `GET /patients/valid-id`

use axum::extract::State;
use axum::response::Json;
use domain::LoginUserId;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::App;
use crate::extract::Tenant;
use crate::http::{ClientAddress, Query};
use crate::problem::{MalformedProblem, Problem, PublicProblems, RateLimitProblem, ValidationProblem};
use crate::services::limiter::VALID_ID_ADDRESS;

/// The ID to check.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct ValidIdQuery {
    /// The wanted login ID.
    #[serde(default)]
    #[param(required, max_length = 100)]
    user_id: String,
}

/// Whether an ID is available.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ValidIdResponse {
    /// False when it is taken.
    is_valid: bool,
}

/// Whether a login ID is available.
#[utoipa::path(
    get, path = "/patients/valid-id", tag = "auth", operation_id = "checkLoginId", params(ValidIdQuery),
    responses(
        (status = 200, body = ValidIdResponse),
        PublicProblems, MalformedProblem, ValidationProblem, RateLimitProblem,
    )
)]
pub async fn handle(
    State(app): State<App>,
    tenant: Tenant,
    address: ClientAddress,
    Query(query): Query<ValidIdQuery>,
) -> Result<Json<ValidIdResponse>, Problem> {
    let login_user_id = LoginUserId::parse(&query.user_id)?;
    app.limiter.count(VALID_ID_ADDRESS, &address.network()).await?;
    let taken = db::patients::exists_login_user_id(&mut tenant.db.acquire().await?, &login_user_id).await?;
    Ok(Json(ValidIdResponse { is_valid: !taken }))
}
