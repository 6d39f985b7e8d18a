//! An object store: s3s over a directory, with the CORS rules of a real bucket.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Result, anyhow};
use axum::Router;
use axum::error_handling::HandleError;
use axum::extract::{Request, State};
use axum::http::header::{CONTENT_SECURITY_POLICY, ETAG, IF_MATCH, IF_NONE_MATCH, X_CONTENT_TYPE_OPTIONS};
use axum::http::{HeaderName, HeaderValue, Method, Response, StatusCode};
use axum::middleware::{Next, from_fn_with_state, map_response};
use axum::routing::get;
use s3s::auth::SimpleAuth;
use s3s::service::S3ServiceBuilder;
use s3s::{Body, HttpError};
use s3s_fs::FileSystem;
use tokio::sync::Mutex;
use tower_http::cors::{AllowHeaders, AllowOrigin, Any, CorsLayer};

/// The region that requests are signed for.
pub const REGION: &str = "ap-northeast-2";
/// The product's bucket.
pub const BUCKET: &str = "hyeobom";

/// The only access key of the store.
#[derive(Clone, Debug)]
pub struct AccessKey {
    /// The access key id.
    pub id: String,
    /// The secret access key.
    pub secret: String,
}

/// Headers that the asset host in front of a real bucket adds to every response: browsers do not guess types, and a file that is
/// opened directly cannot run scripts.
const FILE_HEADERS: [(HeaderName, HeaderValue); 3] = [
    (X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (CONTENT_SECURITY_POLICY, HeaderValue::from_static("sandbox; default-src 'none'; frame-ancestors 'none'")),
    (HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("cross-origin")),
];

/// Returns the router of a store over `root`, and creates the bucket.
///
/// # Errors
/// The directory cannot be created or read.
pub fn router(root: &Path, key: &AccessKey) -> Result<Router> {
    std::fs::create_dir_all(root.join(BUCKET))?;
    let files = FileSystem::new(root).map_err(|error| anyhow!("cannot serve {}: {error:?}", root.display()))?;
    let mut service = S3ServiceBuilder::new(files);
    service.set_auth(SimpleAuth::from_single(key.id.clone(), key.secret.clone()));
    let service = HandleError::new(service.build(), internal_error);
    let serialize_puts = from_fn_with_state(Arc::new(Mutex::new(())), serialize_conditional_puts);
    let cors = CorsLayer::new()
        .allow_origin(AllowOrigin::mirror_request())
        .allow_methods(Any)
        .allow_headers(AllowHeaders::mirror_request())
        .expose_headers([ETAG])
        .max_age(Duration::from_hours(1));
    Ok(Router::new()
        .route("/health", get(|| async { "ok" }))
        .fallback_service(service)
        .layer(serialize_puts)
        .layer(map_response(add_file_headers))
        .layer(cors))
}

async fn add_file_headers(mut response: axum::response::Response) -> axum::response::Response {
    response.headers_mut().extend(FILE_HEADERS);
    response
}

/// Runs conditional writes one at a time. s3s checks the condition before it writes, so two concurrent writes could
/// both succeed, while a real bucket rejects one.
async fn serialize_conditional_puts(
    State(lock): State<Arc<Mutex<()>>>,
    request: Request,
    next: Next,
) -> axum::response::Response {
    let is_conditional = [IF_MATCH, IF_NONE_MATCH].iter().any(|name| request.headers().contains_key(name));
    let _guard = if is_conditional && request.method() == Method::PUT { Some(lock.lock().await) } else { None };
    next.run(request).await
}

async fn internal_error(error: HttpError) -> Response<Body> {
    tracing::error!(?error, "object storage failed");
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::INTERNAL_SERVER_ERROR;
    response
}
