//! Serves the built web app like a CDN or nginx in production, and proxies `/api` to the api.

mod areas;
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
use runtime::server::{self, Limits};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tower_http::services::ServeDir;

use crate::configuration::HOTEL_HOST;
use crate::machine::signals::ShutdownSignals;
use areas::Areas;
use headers::ContentSecurityPolicies;
use pages::Pages;
use proxy::Upstream;

/// Serves the built web app and proxies `/api` to the api.
#[derive(Args, Clone, Debug)]
pub struct Web {
    /// The address to listen on.
    #[arg(long, env = "WEB_LISTEN", default_value = "127.0.0.1:8400")]
    pub listen: SocketAddr,
    /// The built app.
    #[arg(long, default_value = "web/build/client")]
    pub root: PathBuf,
    /// The base URL of the api.
    #[arg(long, env = "API_URL", default_value = "http://127.0.0.1:8401")]
    pub api: String,
    /// The URL of the object store for browsers.
    #[arg(long, env = "S3_PUBLIC_URL")]
    pub s3_public_url: String,
    /// The hosts of hotel tenants, joined by commas.
    #[arg(long, env = "HOTEL_HOSTS", value_delimiter = ',', default_value = HOTEL_HOST)]
    pub hotel_hosts: Vec<String>,
}

/// Serves until a signal ends the program.
///
/// # Errors
/// The app is not built or the address is in use.
pub async fn run(web: Web) -> Result<()> {
    let mut shutdown = ShutdownSignals::listen()?;
    let listener = TcpListener::bind(web.listen).await.with_context(|| format!("cannot listen on {}", web.listen))?;
    let serving = server::serve(listener, router(&web)?, Limits::CLIENTS, CancellationToken::new());
    tokio::select! {
        () = serving => {}
        _ = shutdown.recv() => {}
    }
    Ok(())
}

/// Returns a router for the app's files with their headers, and the proxy to the api.
///
/// # Errors
/// The app is not built or its `csp.json` cannot be read.
pub fn router(web: &Web) -> Result<Router> {
    let pages = Pages::open(&web.root)?;
    let policies = ContentSecurityPolicies::read(&web.root, &web.s3_public_url)?;
    let files = ServeDir::new(&web.root).precompressed_br().precompressed_gzip();
    let api = Router::new()
        .route("/api", any(proxy::forward))
        .route("/api/{*rest}", any(proxy::forward))
        .with_state(Upstream::new(&web.api)?);
    let app = Router::new()
        .fallback_service(files)
        .layer(from_fn_with_state(pages, pages::rewrite))
        .layer(from_fn_with_state(Areas::new(&web.hotel_hosts), areas::separate))
        .layer(from_fn(headers::add_cache_headers))
        .layer(from_fn_with_state(policies, headers::add_security_headers));
    Ok(Router::new().route("/healthz", get(|| async { "ok" })).merge(api).fallback_service(app))
}
