//! Object storage: s3s over a directory, with the CORS that a real bucket is configured with.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Result, anyhow};
use axum::Router;
use axum::error_handling::HandleError;
use axum::extract::{Request, State};
use axum::http::header::{ETAG, IF_MATCH, IF_NONE_MATCH};
use axum::http::{Method, Response, StatusCode};
use axum::middleware::{Next, from_fn_with_state};
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

/// The one key pair that the storage knows.
#[derive(Clone, Debug)]
pub struct Keys {
    /// The public half.
    pub id: String,
    /// The secret half.
    pub secret: String,
}

/// The storage over `root`, with the bucket made.
///
/// # Errors
/// When the directory cannot be made or read.
pub fn router(root: &Path, keys: &Keys) -> Result<Router> {
    std::fs::create_dir_all(root.join(BUCKET))?;
    let files = FileSystem::new(root).map_err(|error| anyhow!("cannot serve {}: {error:?}", root.display()))?;
    let mut service = S3ServiceBuilder::new(files);
    service.set_auth(SimpleAuth::from_single(keys.id.clone(), keys.secret.clone()));
    let service = HandleError::new(service.build(), failed);
    let one_by_one = from_fn_with_state(Arc::new(Mutex::new(())), one_by_one);
    let cors = CorsLayer::new()
        .allow_origin(AllowOrigin::mirror_request())
        .allow_methods(Any)
        .allow_headers(AllowHeaders::mirror_request())
        .expose_headers([ETAG])
        .max_age(Duration::from_hours(1));
    Ok(Router::new().route("/health", get(|| async { "ok" })).fallback_service(service).layer(one_by_one).layer(cors))
}

/// Lets one conditional write at a time through: s3s looks at the object first and writes later, and of two such calls that
/// come together a bucket refuses one.
async fn one_by_one(State(turn): State<Arc<Mutex<()>>>, request: Request, next: Next) -> axum::response::Response {
    let conditional = [IF_MATCH, IF_NONE_MATCH].iter().any(|name| request.headers().contains_key(name));
    let _turn = if conditional && request.method() == Method::PUT { Some(turn.lock().await) } else { None };
    next.run(request).await
}

async fn failed(error: HttpError) -> Response<Body> {
    tracing::error!(?error, "object storage failed");
    let mut answer = Response::new(Body::empty());
    *answer.status_mut() = StatusCode::INTERNAL_SERVER_ERROR;
    answer
}
