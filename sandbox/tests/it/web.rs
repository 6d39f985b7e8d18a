//! The web server: pages, files, headers, and the proxy to the api.

use std::net::SocketAddr;
use std::path::Path;

use anyhow::Result;
use axum::Router;
use axum::extract::Request;
use axum::routing::any;
use reqwest::{Client, Response, StatusCode};
use sandbox::web::{Web, router};
use tokio::net::TcpListener;

async fn serve(app: Router) -> Result<String> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    let service = app.into_make_service_with_connect_info::<SocketAddr>();
    tokio::spawn(async move { axum::serve(listener, service).await });
    Ok(format!("http://{address}"))
}

pub async fn start(root: &Path, api: &str) -> Result<(Client, String)> {
    for (name, text) in [
        ("__spa-fallback.html", "<title>shell</title>"),
        ("__clinic.html", "<title>clinic</title>"),
        ("__ops.html", "<title>ops</title>"),
        ("__hotel.html", "<title>hotel</title>"),
        ("index.html", "<title>home</title>"),
        ("not-found.html", "<title>nothing is here</title>"),
        ("assets/app-1.js", "plain"),
        ("assets/app-1.js.br", "brotli"),
        (
            "csp.json",
            r#"{
    "/index.html": { "scripts": ["'sha256-i='"], "styles": [] },
    "/self-check/index.html": { "scripts": ["'sha256-k='"], "styles": [] },
    "/__clinic.html": { "scripts": ["'sha256-c='"], "styles": ["'sha256-s='"] },
    "/__spa-fallback.html": { "scripts": ["'sha256-x='", "'sha256-y='"], "styles": [] }
}"#,
        ),
    ] {
        std::fs::create_dir_all(root.join("assets"))?;
        std::fs::write(root.join(name), text)?;
    }
    let web = Web {
        listen: "127.0.0.1:0".parse()?,
        root: root.to_path_buf(),
        api: api.to_owned(),
        s3_public_url: "http://127.0.0.1:8404/".to_owned(),
        hotel_hosts: vec!["hotel.localhost".to_owned(), "stay.example".to_owned()],
    };
    Ok((Client::builder().no_proxy().build()?, serve(router(&web)?).await?))
}

fn header<'a>(response: &'a Response, name: &str) -> &'a str {
    response.headers().get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

#[tokio::test]
async fn pages_and_files_have_their_headers() -> Result<()> {
    let dir = tempfile::tempdir()?;
    let (client, base) = start(dir.path(), "http://127.0.0.1:1").await?;
    let page = client.get(format!("{base}/self-check/7")).send().await?;
    assert_eq!(page.status(), StatusCode::OK);
    assert_eq!(header(&page, "cache-control"), "no-cache");
    let policy = header(&page, "content-security-policy").to_owned();
    assert!(policy.contains("script-src 'self' 'sha256-x=' 'sha256-y='; style-src 'self';"), "{policy}");
    assert!(policy.contains("img-src 'self' blob: data: http://127.0.0.1:8404;"), "{policy}");
    for name in ["referrer-policy", "permissions-policy", "cross-origin-opener-policy", "x-content-type-options"] {
        assert!(!header(&page, name).is_empty(), "{name} is missing");
    }
    assert_eq!(header(&page, "strict-transport-security"), "");
    assert_eq!(header(&page, "cross-origin-opener-policy"), "same-origin-allow-popups");
    assert!(page.text().await?.contains("shell"));
    let clinic = client.get(format!("{base}/clinic/patients/7")).send().await?;
    let policy = header(&clinic, "content-security-policy").to_owned();
    assert!(policy.contains("script-src 'self' 'sha256-c='; style-src 'self' 'sha256-s=';"), "{policy}");
    assert!(clinic.text().await?.contains("clinic"));
    let paid = client.get(format!("{base}/payment/complete?oid=a")).send().await?;
    assert_eq!(header(&paid, "cross-origin-opener-policy"), "unsafe-none");

    let elsewhere = client.get(&base).header("host", "hyeobom.kr").send().await?;
    assert!(!header(&elsewhere, "strict-transport-security").is_empty());
    let policy = header(&elsewhere, "content-security-policy").to_owned();
    assert!(policy.contains("script-src 'self' 'sha256-i=';"), "{policy}");
    assert!(elsewhere.text().await?.contains("home"));

    let script = client.get(format!("{base}/assets/app-1.js")).header("accept-encoding", "br").send().await?;
    assert_eq!(header(&script, "content-encoding"), "br");
    assert!(header(&script, "cache-control").contains("immutable"));
    assert_eq!(header(&script, "x-content-type-options"), "nosniff");
    for name in ["content-security-policy", "permissions-policy", "referrer-policy", "cross-origin-opener-policy"] {
        assert_eq!(header(&script, name), "", "{name} makes every file longer");
    }
    assert_eq!(script.text().await?, "brotli");

    for missing in ["/assets/none.js", "/csp.json", "/../Cargo.toml"] {
        let response = client.get(format!("{base}{missing}")).send().await?;
        assert_eq!(response.status(), StatusCode::NOT_FOUND, "{missing}");
        assert!(!header(&response, "cache-control").contains("immutable"));
    }
    Ok(())
}

#[tokio::test]
async fn calls_are_forwarded_unchanged() -> Result<()> {
    async fn echo(request: Request) -> String {
        let (parts, body) = request.into_parts();
        let named = |name: &str| parts.headers.get(name).and_then(|v| v.to_str().ok()).unwrap_or_default().to_owned();
        let body = axum::body::to_bytes(body, 1 << 20).await.unwrap_or_default();
        let (host, client) = (named("host"), named("x-forwarded-for"));
        format!("{} {} {host} {client} {}", parts.method, parts.uri, String::from_utf8_lossy(&body))
    }
    let api = serve(Router::new().fallback(any(echo))).await?;
    let dir = tempfile::tempdir()?;
    let (client, base) = start(dir.path(), &api).await?;
    let response = client
        .post(format!("{base}/api/v1/patients/auth/login?a=%20b"))
        .header("host", "bom.localhost:8400")
        .body("{}")
        .send()
        .await?;
    assert_eq!(header(&response, "content-security-policy"), "");
    assert_eq!(response.text().await?, "POST /api/v1/patients/auth/login?a=%20b bom.localhost:8400 127.0.0.1 {}");

    let (client, base) = start(dir.path(), "http://127.0.0.1:1").await?;
    let response = client.get(format!("{base}/api/v1/tenant")).send().await?;
    assert_eq!(response.status(), StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(header(&response, "content-type"), "application/problem+json");
    Ok(())
}

#[tokio::test]
async fn hotel_pages_are_on_their_hosts_alone() -> Result<()> {
    let dir = tempfile::tempdir()?;
    let (_, base) = start(dir.path(), "http://127.0.0.1:1").await?;
    let client = Client::builder().no_proxy().redirect(reqwest::redirect::Policy::none()).build()?;
    let get = async |host: &str, path: &str| client.get(format!("{base}{path}")).header("host", host).send().await;
    for host in ["hotel.localhost:8400", "STAY.example"] {
        let root = get(host, "/").await?;
        assert_eq!((root.status(), header(&root, "location")), (StatusCode::TEMPORARY_REDIRECT, "/hotel"));
        for path in ["/hotel", "/hotel/orders/3", "/assets/app-1.js"] {
            assert_eq!(get(host, path).await?.status(), StatusCode::OK, "{host} {path}");
        }
        for path in ["/clinic", "/auth/signin", "/ops", "/hotels"] {
            let response = get(host, path).await?;
            assert_eq!(response.status(), StatusCode::NOT_FOUND, "{host} {path}");
            assert_eq!(header(&response, "cache-control"), "no-cache", "{host} {path}");
            assert!(response.text().await?.contains("nothing is here"), "{host} {path}");
        }
    }
    for host in ["bom.localhost", "ops.localhost:8400"] {
        assert_eq!(get(host, "/hotel/orders").await?.status(), StatusCode::NOT_FOUND, "{host}");
    }
    Ok(())
}

#[tokio::test]
async fn ops_pages_are_on_their_host_alone() -> Result<()> {
    let dir = tempfile::tempdir()?;
    let (_, base) = start(dir.path(), "http://127.0.0.1:1").await?;
    let client = Client::builder().no_proxy().redirect(reqwest::redirect::Policy::none()).build()?;
    let get = async |host: &str, path: &str| client.get(format!("{base}{path}")).header("host", host).send().await;
    let root = get("ops.localhost:8400", "/").await?;
    assert_eq!((root.status(), header(&root, "location")), (StatusCode::TEMPORARY_REDIRECT, "/ops"));
    for path in ["/ops", "/ops/queues/3", "/assets/app-1.js"] {
        assert_eq!(get("OPS.localhost:8400", path).await?.status(), StatusCode::OK, "{path}");
    }
    for (host, path) in [
        ("ops.localhost", "/clinic"),
        ("ops.localhost", "/opsy"),
        ("bom.localhost:8400", "/ops"),
        ("localhost", "/ops/x"),
    ] {
        assert_eq!(get(host, path).await?.status(), StatusCode::NOT_FOUND, "{host} {path}");
    }
    assert_eq!(get("bom.localhost", "/opsy").await?.status(), StatusCode::OK);
    Ok(())
}
