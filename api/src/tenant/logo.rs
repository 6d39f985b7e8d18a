//! `GET /tenant/logo`

use axum::response::{IntoResponse as _, Response};
use http::{HeaderName, HeaderValue, header};

use crate::extract::AnyTenant;
use crate::problem::{Code, NotFoundProblem, Problem, PublicProblems};

/// The URL contains the file's version, and the file differs by host alone.
const HEADERS: [(HeaderName, HeaderValue); 2] = [
    (header::CONTENT_TYPE, HeaderValue::from_static("image/png")),
    (header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=31536000, immutable")),
];

/// The tenant's logo.
#[utoipa::path(
    get, path = "/tenant/logo", tag = "tenant", operation_id = "getTenantLogo",
    params(
        ("host" = Option<String>, Query, description = "As for `/tenant`"),
        ("v" = Option<String>, Query, description = "The file's version, for caches"),
    ),
    responses(
        (status = 200, description = "The file", body = Vec<u8>, content_type = "image/png"),
        PublicProblems, NotFoundProblem,
    )
)]
pub async fn handle(AnyTenant(tenant): AnyTenant) -> Result<Response, Problem> {
    let logo = db::tenants::find_logo(&mut tenant.db.acquire().await?).await?.ok_or(Code::NotFound)?;
    Ok((HEADERS, logo).into_response())
}
