//! `GET /tenant/banner`

use axum::response::{IntoResponse as _, Response};
use http::{HeaderName, HeaderValue, header};

use crate::extract::AnyTenant;
use crate::problem::{Code, NotFoundProblem, Problem, PublicProblems};

/// The picture of the home screen's banner. It is served from the tenant's own origin, because browsers reject it from
/// another.
#[utoipa::path(
    get, path = "/tenant/banner", tag = "tenant", operation_id = "getTenantBanner",
    params(
        ("host" = Option<String>, Query, description = "As for `/tenant`"),
        ("v" = Option<String>, Query, description = "The file's version, for caches"),
    ),
    responses(
        (status = 200, description = "The file", content((Vec<u8> = "image/jpeg"), (Vec<u8> = "image/png"), (Vec<u8> = "image/webp"))),
        PublicProblems, NotFoundProblem,
    )
)]
pub async fn handle(AnyTenant(tenant): AnyTenant) -> Result<Response, Problem> {
    let mut conn = tenant.db.acquire().await?;
    let picture = db::tenants::find_banner_picture(&mut conn).await?.ok_or(Code::NotFound)?;
    let media_type = HeaderValue::from_str(&picture.media_type).map_err(Problem::internal)?;
    let headers: [(HeaderName, HeaderValue); 2] = [
        (header::CONTENT_TYPE, media_type),
        // the URL contains the file's version
        (header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=31536000, immutable")),
    ];
    Ok((headers, picture.bytes).into_response())
}
