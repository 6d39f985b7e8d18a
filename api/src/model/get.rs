//! `GET /model`

use axum::response::Json;
use http::{HeaderName, HeaderValue, header};
use serde::Serialize;
use utoipa::ToSchema;

use super::shape::ModelBody;
use crate::extract::Tenant;
use crate::problem::{Problem, PublicProblems};

/// Caches the response for a minute. `Vary` contains the origin, because CORS headers depend on it.
const CACHE_HEADERS: [(HeaderName, HeaderValue); 2] = [
    (header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=60")),
    (header::VARY, HeaderValue::from_static("origin")),
];

/// The deployed model.
#[derive(Debug, Serialize, ToSchema)]
pub struct ModelResponse {
    /// The deployed version. Null until a worker has loaded one.
    #[schema(required)]
    model: Option<ModelBody>,
}

/// The deployed version of the model and its test results. Requires no session and may be cached for a minute.
#[utoipa::path(
    get, path = "/model", tag = "model", operation_id = "getModel",
    responses(
        (status = 200, body = ModelResponse),
        PublicProblems,
    )
)]
pub async fn handle(tenant: Tenant) -> Result<([(HeaderName, HeaderValue); 2], Json<ModelResponse>), Problem> {
    let found = db::deployed_model::find(&mut tenant.db.acquire().await?).await?;
    Ok((CACHE_HEADERS, Json(ModelResponse { model: found.map(ModelBody::from) })))
}
