//! `GET /model`

use axum::response::Json;
use http::{HeaderName, HeaderValue, header};
use serde::Serialize;
use utoipa::ToSchema;

use super::shape::ModelBody;
use crate::guard::Tenant;
use crate::problem::{Problem, ProblemBody};

/// A promotion may be seen a minute late; `vary`, because a page of another origin needs an answer of its own.
const KEPT_FOR_A_MINUTE: [(HeaderName, HeaderValue); 2] = [
    (header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=60")),
    (header::VARY, HeaderValue::from_static("origin")),
];

/// What photos are read with.
#[derive(Debug, Serialize, ToSchema)]
pub struct ModelAnswer {
    /// The deployed version; null when no worker has taken one up yet.
    #[schema(required)]
    model: Option<ModelBody>,
}

/// The version that photos are read with, and what its tests found. Needs no session; may be kept for a minute.
#[utoipa::path(
    get, path = "/model", tag = "model", operation_id = "getModel",
    responses(
        (status = 200, body = ModelAnswer),
        (status = 404, description = "unknown_tenant", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub async fn handle(tenant: Tenant) -> Result<([(HeaderName, HeaderValue); 2], Json<ModelAnswer>), Problem> {
    let found = db::deployed_model::find(&mut tenant.db.acquire().await?).await?;
    Ok((KEPT_FOR_A_MINUTE, Json(ModelAnswer { model: found.map(ModelBody::from) })))
}
