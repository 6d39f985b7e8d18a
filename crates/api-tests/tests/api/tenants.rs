//! The appearance of a tenant: its color and its logo.

use axum::http::Method;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::json;

use crate::test_app::{OTHER_HOST, TestApp};

const LOGO: &[u8] = include_bytes!("../../../../fixtures/data/haneul.png");

#[tokio::test]
async fn logo_is_served_under_its_version() {
    let app = TestApp::new().await;
    assert_eq!(app.get("/tenant/logo").send().await.problem(404), "not_found");
    let set = "update tenants set brand_color = '#1f4e8c', logo = $1 where key = 'one'";
    sqlx::query(set).bind(LOGO).execute(&mut app.superuser().await).await.expect("the tenant is changed");
    app.state.directory.refresh().await;
    let tenant = app.get("/tenant").send().await.expect(200)["tenant"].clone();
    assert_eq!(tenant["brandColor"], "#1f4e8c");
    let version = tenant["logo"]["version"].as_str().expect("a version");
    assert_eq!(tenant["logo"], json!({"version": version, "width": 314, "height": 96}));
    let file = app.get(&format!("/tenant/logo?v={version}")).send().await;
    assert_eq!((file.status.as_u16(), file.header("content-type")), (200, Some("image/png")));
    assert_eq!(file.header("cache-control"), Some("public, max-age=31536000, immutable"));
    assert_eq!(file.bytes, LOGO);
    let other = app.call_host(OTHER_HOST, Method::GET, "/tenant/logo").send().await;
    assert_eq!(other.problem(404), "not_found");
}

#[tokio::test]
async fn unreadable_color_leaves_the_products_own() {
    let app = TestApp::new().await;
    let set = "update tenants set brand_color = '#7cf0c4' where key = 'one'";
    sqlx::query(set).execute(&mut app.superuser().await).await.expect("the tenant is changed");
    app.state.directory.refresh().await;
    assert_eq!(app.get("/tenant").send().await.expect(200)["tenant"]["brandColor"], json!(null));
}

#[tokio::test]
async fn malformed_looks_are_refused() {
    let app = TestApp::new().await;
    for set in
        ["brand_color = 'red'", "brand_color = '#FFF'", "logo = '\\x00'", "logo = decode(repeat('89', 40), 'hex')"]
    {
        let statement = format!("update tenants set {set}");
        let done = sqlx::query(sqlx::AssertSqlSafe(statement)).execute(&mut app.superuser().await).await;
        assert!(done.is_err(), "{set}");
    }
}

#[tokio::test]
async fn app_is_installed_with_its_tenants_look() {
    let app = TestApp::new().await;
    let set = "update tenants set name = 'Clinic A', brand_color = '#1f4e8c' where key = 'one'";
    sqlx::query(set).execute(&mut app.superuser().await).await.expect("the tenant is changed");
    app.state.directory.refresh().await;
    let response = app.get("/tenant/manifest").send().await;
    assert_eq!(response.header("content-type"), Some("application/manifest+json"));
    let manifest = response.expect(200);
    assert_eq!((&manifest["name"], &manifest["theme_color"]), (&json!("Clinic A"), &json!("#1f4e8c")));
    assert_eq!((&manifest["start_url"], &manifest["scope"]), (&json!("/"), &json!("/")));
    let icon = json!({"src": "icon?v=1f4e8c", "sizes": "any", "type": "image/svg+xml", "purpose": "any"});
    assert_eq!(manifest["icons"][0], icon);
    assert_eq!(manifest["icons"][1]["purpose"], "maskable");
    let file = app.get("/tenant/icon?v=1f4e8c").send().await;
    assert_eq!((file.status.as_u16(), file.header("content-type")), (200, Some("image/svg+xml")));
    assert!(String::from_utf8_lossy(&file.bytes).contains(r##"fill="#1f4e8c""##), "the tenant's color");
    let other = app.call_host(OTHER_HOST, Method::GET, "/tenant/manifest").send().await.expect(200);
    assert_eq!((&other["theme_color"], &other["icons"][0]["src"]), (&json!("#12463a"), &json!("icon?v=own")));
}

#[tokio::test]
async fn logo_about_as_high_as_wide_is_the_icon() {
    let app = TestApp::new().await;
    for (width, height, is_icon) in
        [(314_u32, 96_u32, false), (96, 96, true), (72, 96, true), (71, 96, false), (128, 96, true), (129, 96, false)]
    {
        // the position of the size in a PNG file
        let logo = [&LOGO[..16], &width.to_be_bytes(), &height.to_be_bytes(), &LOGO[24..]].concat();
        let set = "update tenants set logo = $1 where key = 'one'";
        sqlx::query(set).bind(&logo).execute(&mut app.superuser().await).await.expect("the tenant is changed");
        app.state.directory.refresh().await;
        let icon = app.get("/tenant/icon").send().await;
        let file = STANDARD.encode(&logo);
        assert_eq!(String::from_utf8_lossy(&icon.bytes).contains(&file), is_icon, "{width} x {height}");
    }
    let other = app.call_host(OTHER_HOST, Method::GET, "/tenant/icon").send().await;
    assert!(!String::from_utf8_lossy(&other.bytes).contains("<image"), "another tenant's");
}
