//! The middleware: request ids, problem bodies, headers, CORS, and tenants by host.

use axum::http::Method;
use insta::assert_json_snapshot;
use serde_json::json;

use crate::test_app::{HOST, TestApp, seed_tenant};

#[tokio::test]
async fn problem_uses_the_accepted_language() {
    let app = TestApp::new().await;
    let korean = app.get("/patients/me").send().await;
    assert_eq!(korean.header("content-language"), Some("ko"));
    assert_eq!(korean.header("www-authenticate"), Some("Bearer"));
    assert_json_snapshot!(korean.expect(401), @r#"
    {
      "code": "unauthorized",
      "detail": "로그인이 필요해요.",
      "status": 401,
      "title": "로그인 필요",
      "type": "/problems/unauthorized"
    }
    "#);
    let english = app.get("/patients/me").header("accept-language", "en-GB,en;q=0.9").send().await;
    assert_eq!(english.header("content-language"), Some("en"));
    assert_json_snapshot!(english.expect(401), @r#"
    {
      "code": "unauthorized",
      "detail": "You need to sign in.",
      "status": 401,
      "title": "Sign-in required",
      "type": "/problems/unauthorized"
    }
    "#);
}

#[tokio::test]
async fn framework_rejections_are_problems() {
    let app = TestApp::new().await;
    assert_eq!(app.get("/nowhere").send().await.problem(404), "not_found");
    assert_eq!(app.call(Method::GET, "/../../nowhere").send().await.problem(404), "not_found");
    let wrong_method = app.call(Method::DELETE, "/tenant").send().await;
    assert_eq!(wrong_method.problem(405), "method_not_allowed");
    assert!(wrong_method.header("allow").is_some_and(|allow| allow.contains("GET")));

    let login = || app.call(Method::POST, "/patients/auth/login");
    assert_eq!(login().text("text/plain", "{}").send().await.problem(415), "unsupported_media_type");
    assert_eq!(login().text("application/json", "{\"loginUserId\":").send().await.problem(400), "malformed");
    assert_eq!(login().text("application/json", "[]").send().await.problem(400), "malformed");
    assert_eq!(login().json(&json!({"loginUserId": 5})).send().await.problem(400), "malformed");
    let large = json!({"loginUserId": "a".repeat(70_000), "password": "x"});
    assert_eq!(login().json(&large).send().await.problem(413), "too_large");
    assert_eq!(app.get("/patients/tcis/self-check?limit=x").token("x").send().await.problem(401), "unauthorized");
    let key = app.call(Method::POST, "/patients/auth/signup").header("idempotency-key", &"k".repeat(201));
    assert_eq!(key.json(&json!({})).send().await.problem(400), "malformed");
}

#[tokio::test]
async fn navigation_gets_problems_as_html() {
    let app = TestApp::new().await;
    // an expired link in a message, and an unknown social provider
    for (path, status, title) in
        [("/patients/export/x", 404, "사용할 수 없는 링크"), ("/patients/social/none/start", 404, "찾을 수 없음")]
    {
        let shown = app.get(path).header("sec-fetch-mode", "navigate").send().await;
        assert_eq!(
            (shown.status.as_u16(), shown.header("content-type")),
            (status, Some("text/html; charset=utf-8")),
            "{path}"
        );
        assert_eq!(shown.header("content-language"), Some("ko"));
        assert!(shown.header("content-security-policy").is_some_and(|policy| !policy.contains("script")), "{path}");
        let page = &shown.text;
        assert!(
            page.contains(&format!("<h1>{title}</h1>")) && page.contains("<a href=\"/\">처음 화면으로</a>"),
            "{page}"
        );
        assert!(!["{lang}", "{title}", "{detail}", "{home}"].iter().any(|place| page.contains(place)), "{page}");
        let fetched = app.get(path).header("sec-fetch-mode", "cors").send().await;
        assert_eq!(fetched.header("content-type"), Some("application/problem+json"), "{path}");
    }
    let english = app.get("/patients/export/x").header("sec-fetch-mode", "navigate").header("accept-language", "en");
    assert!(english.send().await.text.contains("Go to the start"));
}

#[tokio::test]
async fn every_response_has_security_headers() {
    let app = TestApp::new().await;
    for path in ["/tenant", "/nowhere", "/patients/me"] {
        let response = app.get(path).send().await;
        assert!(response.header("x-request-id").is_some_and(|id| id.len() >= 8), "{path}");
        assert_eq!(response.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(response.header("cache-control"), Some("no-store"));
        assert_eq!(response.header("content-security-policy"), Some("default-src 'none'; frame-ancestors 'none'"));
        assert_eq!(response.header("referrer-policy"), Some("no-referrer"));
        assert_eq!(response.header("permissions-policy"), Some("camera=(), microphone=(), geolocation=()"));
        assert_eq!(response.header("cross-origin-opener-policy"), Some("same-origin-allow-popups"));
        assert_eq!(response.header("strict-transport-security"), Some("max-age=63072000; includeSubDomains"));
    }
    let paying = app.get("/payments/nowhere").send().await;
    assert_eq!(paying.header("cross-origin-opener-policy"), Some("unsafe-none"));
    let own = app.get("/tenant").header("x-request-id", "3f2a-0000-7e").send().await;
    assert_eq!(own.header("x-request-id"), Some("3f2a-0000-7e"));
    let bad = app.get("/tenant").header("x-request-id", "<script>alert()").send().await;
    assert_ne!(bad.header("x-request-id"), Some("<script>alert()"));
    let local = app.call_host("localhost", Method::GET, "/nowhere").send().await;
    assert_eq!(local.header("strict-transport-security"), None);
}

#[tokio::test]
async fn cors_allows_only_the_tenants_origins() {
    let app = TestApp::new().await;
    let from = |origin: &str| app.get("/tenant").header("origin", origin);
    let own = from(&format!("https://{HOST}")).send().await;
    assert_eq!(own.header("access-control-allow-origin"), Some(format!("https://{HOST}").as_str()));
    assert_eq!(own.header("access-control-allow-credentials"), Some("true"));
    assert!(own.header("access-control-expose-headers").is_some_and(|names| names.contains("retry-after")));
    for foreign in
        ["https://evil.example", "http://one.example", "http://localhost:5173", "null", "https://two.example"]
    {
        assert_eq!(from(foreign).send().await.header("access-control-allow-origin"), None, "{foreign}");
    }
    let local =
        app.call_host("localhost:8080", Method::GET, "/tenant?host=one").header("origin", "http://localhost:5173");
    assert_eq!(local.send().await.header("access-control-allow-origin"), Some("http://localhost:5173"));

    let ask = |origin: &str| {
        let call = app.call(Method::OPTIONS, "/patients/uploads").header("origin", origin);
        call.header("access-control-request-method", "POST")
    };
    let allowed = ask(&format!("https://{HOST}")).send().await;
    assert_eq!(allowed.status.as_u16(), 204);
    assert!(allowed.header("access-control-allow-headers").is_some_and(|names| names.contains("idempotency-key")));
    let refused = ask("https://evil.example").send().await;
    assert_eq!(refused.header("access-control-allow-origin"), None);
    assert_eq!(refused.header("access-control-allow-methods"), None);
}

#[tokio::test]
async fn host_query_selects_tenant_on_local_hosts_only() {
    let app = TestApp::new().await;
    let key = |host: &'static str, path: &'static str| {
        let call = app.call_host(host, Method::GET, path);
        async move { call.send().await.expect(200)["tenant"]["key"].clone() }
    };
    assert_eq!(key(HOST, "/tenant").await, "one");
    assert_eq!(key("ONE.Example:443", "/tenant").await, "one");
    assert_eq!(key("two.example", "/tenant").await, "two");
    // ignored on public hosts
    assert_eq!(key(HOST, "/tenant?host=two.example").await, "one");
    for path in ["/tenant?host=two", "/tenant?host=two.example", "/tenant?host=two.example%3A8080"] {
        assert_eq!(key("localhost:8080", path).await, "two", "{path}");
        assert_eq!(key("any.localhost", path).await, "two", "{path}");
        assert_eq!(key("127.0.0.1:8080", path).await, "two", "{path}");
    }
    for (host, path) in [("three.example", "/tenant"), ("localhost", "/tenant?host=three"), ("", "/tenant")] {
        assert_eq!(app.call_host(host, Method::GET, path).send().await.problem(404), "unknown_tenant", "{host}{path}");
    }
    assert_eq!(app.call_host("three.example", Method::GET, "/patients/me").send().await.problem(404), "unknown_tenant");
}

#[tokio::test]
async fn new_tenant_is_served_without_restart() {
    let app = TestApp::new().await;
    seed_tenant(&app.url, ("three", "three.example", "새치과"), false).await;
    let response = app.call_host("three.example", Method::GET, "/tenant").send().await;
    assert_eq!(response.expect(200)["tenant"]["key"], "three");
}

#[tokio::test]
async fn tenant_endpoint_returns_the_tenant() {
    let app = TestApp::new().await;
    let mut response = app.get("/tenant").send().await.expect(200);
    response["tenant"]["assetHost"] = "[asset host]".into();
    assert_json_snapshot!(response);
}
