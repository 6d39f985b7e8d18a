//! Serves the built web app as a CDN or nginx does in production, and passes `/api` on to the api.

mod headers;
mod pages;
mod proxy;

use std::net::SocketAddr;
use std::path::PathBuf;

use anyhow::{Context as _, Result};
use axum::Router;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::{any, get};
use clap::Args;
use tokio::net::TcpListener;
use tower_http::services::ServeDir;

use crate::machine::signals::Ending;
use headers::Policy;
use pages::Pages;
use proxy::Upstream;

/// Serves the built web app and passes `/api` on.
#[derive(Args, Clone, Debug)]
pub struct Web {
    /// The address to listen on.
    #[arg(long, env = "WEB_LISTEN", default_value = "127.0.0.1:8400")]
    pub listen: SocketAddr,
    /// The built app.
    #[arg(long, default_value = "web/build/client")]
    pub root: PathBuf,
    /// The api's base address.
    #[arg(long, env = "API_URL", default_value = "http://127.0.0.1:8401")]
    pub api: String,
    /// The object storage's address for browsers.
    #[arg(long, env = "S3_PUBLIC_URL")]
    pub s3_public_url: String,
}

/// Serves until a signal ends it.
///
/// # Errors
/// When the app is not built or the address is taken.
pub async fn run(web: Web) -> Result<()> {
    let mut ending = Ending::listen()?;
    let listener = TcpListener::bind(web.listen).await.with_context(|| format!("cannot listen on {}", web.listen))?;
    let service = router(&web)?.into_make_service_with_connect_info::<SocketAddr>();
    tokio::select! {
        served = async { axum::serve(listener, service).await } => Ok(served?),
        _ = ending.next() => Ok(()),
    }
}

/// The app's files, their headers, and the way to the api.
///
/// # Errors
/// When the app is not built or its `csp.json` cannot be read.
pub fn router(web: &Web) -> Result<Router> {
    let pages = Pages::open(&web.root)?;
    let policy = Policy::read(&web.root, &web.s3_public_url)?;
    let files = ServeDir::new(&web.root).precompressed_br().precompressed_gzip();
    let api = Router::new()
        .route("/api", any(proxy::pass))
        .route("/api/{*rest}", any(proxy::pass))
        .with_state(Upstream::new(&web.api)?);
    let app = Router::new()
        .fallback_service(files)
        .layer(from_fn(headers::cache))
        .layer(from_fn_with_state(pages, pages::choose))
        .layer(from_fn_with_state(policy, headers::protect));
    Ok(Router::new().route("/healthz", get(|| async { "ok" })).merge(api).fallback_service(app))
}
