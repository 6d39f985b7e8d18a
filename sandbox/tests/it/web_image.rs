//! The web server of the production image responds as `sandbox web` does.

use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command};
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use axum::Router;
use axum::http::HeaderMap;
use reqwest::redirect::Policy;
use reqwest::{Client, Response, StatusCode};

use crate::web;

/// What a browser acts on; the rest (dates, the server's name) may differ.
const HEADERS: [&str; 13] = [
    "cache-control",
    "content-encoding",
    "content-security-policy",
    "content-type",
    "cross-origin-opener-policy",
    "location",
    "permissions-policy",
    "referrer-policy",
    "retry-after",
    "strict-transport-security",
    "vary",
    "x-content-type-options",
    "x-frame-options",
];

/// nginx as the image starts it; ends with the test.
struct Nginx(Child);

impl Drop for Nginx {
    fn drop(&mut self) {
        // the first process ends its workers
        let _ = Command::new("kill").arg(self.0.id().to_string()).status();
        let _ = self.0.wait();
    }
}

fn start_nginx(root: &Path, run: &Path, storage: &str) -> Result<(Nginx, String)> {
    let address = TcpListener::bind("127.0.0.1:0")?.local_addr()?;
    let start = Path::new(env!("CARGO_MANIFEST_DIR")).join("../deploy/web/start");
    let child = Command::new(start)
        .env("WEB_RUN", run)
        .env("WEB_ROOT", root)
        .env("WEB_LISTEN", address.to_string())
        .env("API_URL", "http://127.0.0.1:1")
        .env("OPS_HOST", "ops.localhost")
        .env("HOTEL_HOSTS", "hotel.localhost,stay.example")
        .env("S3_PUBLIC_URL", "http://127.0.0.1:8404/")
        .env("STORAGE_UPSTREAM", storage)
        .spawn()
        .context("deploy/web/start")?;
    Ok((Nginx(child), format!("http://{address}")))
}

async fn wait_for(client: &Client, base: &str) -> Result<()> {
    for _ in 0..100 {
        if client.get(format!("{base}/healthz")).send().await.is_ok_and(|response| response.status() == StatusCode::OK)
        {
            return Ok(());
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    bail!("nginx does not answer: is it installed with libnginx-mod-http-brotli-static? ./task test does so")
}

/// Returns the compared parts of a response. Error texts may differ.
async fn comparable_parts(response: Response) -> Result<(StatusCode, Vec<(&'static str, String)>, String)> {
    let status = response.status();
    let is_plain_error = status == StatusCode::NOT_FOUND || status.is_redirection();
    let header = |name: &'static str| {
        let value = response.headers().get(name)?.to_str().ok()?.to_lowercase();
        // a script has two registered types
        let value = value.replace("application/javascript", "text/javascript");
        (!is_plain_error || !matches!(name, "content-type" | "vary")).then_some((name, value))
    };
    let headers = HEADERS.iter().filter_map(|name| header(name)).collect();
    let body = response.text().await?;
    // without the order of a problem's fields
    let body = serde_json::from_str(&body).map_or(body, |problem: serde_json::Value| problem.to_string());
    Ok((status, headers, if is_plain_error { String::new() } else { body }))
}

#[tokio::test]
async fn image_responds_as_the_sandbox() -> Result<()> {
    let (dir, run) = (tempfile::tempdir()?, tempfile::tempdir()?);
    let (_, sandbox) = web::start(dir.path(), "http://127.0.0.1:1").await?;
    for (name, text) in [("self-check/index.html", "<title>check</title>"), ("sw.js", "worker"), ("icon.svg", "<svg/>")]
    {
        let file = dir.path().join(name);
        std::fs::create_dir_all(file.parent().context("a folder")?)?;
        std::fs::write(file, text)?;
    }
    let (_nginx, image) = start_nginx(dir.path(), run.path(), "")?;
    let client = Client::builder().no_proxy().redirect(Policy::none()).build()?;
    wait_for(&client, &image).await?;
    let pages = [
        "/",
        "/self-check",
        "/self-check/",
        "/self-check/7",
        "/payment/return",
        "/clinic",
        "/clinic/patients/7",
        "/clinics",
        "/ops",
        "/ops/queues",
        "/opsx",
        "/hotel",
        "/hotel/rooms",
        "/hotels",
    ];
    let files = [
        "/assets/app-1.js",
        "/assets/none.js",
        "/sw.js",
        "/icon.svg",
        "/csp.json",
        "/__spa-fallback.html",
        "/__clinic.html",
    ];
    for host in ["bom.localhost:8400", "hyeobom.kr", "ops.localhost:8400", "hotel.localhost:8400", "stay.example"] {
        for path in pages.iter().chain(&files).chain(&["/api/v1/tenant", "/healthz"]) {
            for coding in ["identity", "br"] {
                let ask = |base: &str| {
                    let request = client.get(format!("{base}{path}"));
                    request.header("host", host).header("accept-encoding", coding).send()
                };
                let (expected, found) =
                    (comparable_parts(ask(&sandbox).await?).await?, comparable_parts(ask(&image).await?).await?);
                assert_eq!(found, expected, "{host}{path} in {coding}");
            }
        }
    }
    Ok(())
}

/// The headers are added once, whatever the storage sends, and the signed host arrives.
#[tokio::test]
async fn image_makes_stored_files_safe_to_open() -> Result<()> {
    let show_host = async |headers: HeaderMap| {
        let host = headers.get("host").map(|host| host.as_bytes().to_vec());
        ([("content-security-policy", "default-src *")], host.unwrap_or_default())
    };
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    let storage = format!("http://{}", listener.local_addr()?);
    tokio::spawn(async move { axum::serve(listener, Router::new().fallback(show_host)).await });
    let (dir, run) = (tempfile::tempdir()?, tempfile::tempdir()?);
    let (_, _) = web::start(dir.path(), "http://127.0.0.1:1").await?;
    let (_nginx, image) = start_nginx(dir.path(), run.path(), &storage)?;
    let client = Client::builder().no_proxy().build()?;
    wait_for(&client, &image).await?;
    for host in ["127.0.0.1:8404", "127.0.0.1"] {
        let request = client.get(format!("{image}/hyeobom/pictures/a.jpg?X-Amz-Signature=1"));
        let response = request.header("host", host).send().await?;
        let values = |name| response.headers().get_all(name).iter().filter_map(|value| value.to_str().ok());
        let policies: Vec<_> = values("content-security-policy").collect();
        assert_eq!(policies, ["sandbox; default-src 'none'; frame-ancestors 'none'"]);
        assert_eq!(values("x-content-type-options").collect::<Vec<_>>(), ["nosniff"]);
        assert_eq!(response.text().await?, host, "it is a part of the signature");
    }
    Ok(())
}
