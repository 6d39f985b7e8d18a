//! `GET /tenant/manifest`

use axum::response::{IntoResponse as _, Json, Response};
use domain::{Tenant, TenantKind};
use http::{HeaderName, HeaderValue, header};
use serde::Serialize;
use utoipa::ToSchema;

use super::icon;
use crate::extract::AnyTenant;
use crate::problem::PublicProblems;

/// The background color of the pages, which an app shows while it starts.
const BACKGROUND: &str = "#fbfcfb";
const PRODUCT_BAR: &str = "#12463a";

const HEADERS: [(HeaderName, HeaderValue); 2] = [
    (header::CONTENT_TYPE, HeaderValue::from_static("application/manifest+json")),
    (header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=300")),
];

/// The app's manifest (W3C Web Application Manifest).
#[derive(Debug, Serialize, ToSchema)]
pub struct Manifest {
    /// Names the installed app.
    id: &'static str,
    /// The product's name.
    name: String,
    /// The name under the icon.
    short_name: String,
    /// The language of the names.
    #[schema(example = "ko")]
    lang: String,
    /// The page that the icon opens.
    start_url: &'static str,
    /// The pages that belong to the app.
    scope: &'static str,
    /// How the window looks.
    display: &'static str,
    /// The color while the app starts.
    background_color: &'static str,
    /// The color of the system's bar.
    theme_color: String,
    /// The icon, twice: as it is, and for systems that cut it to their own form.
    icons: Vec<ManifestIcon>,
}

/// An icon of the app.
#[derive(Debug, Serialize, ToSchema)]
pub struct ManifestIcon {
    /// Its address, relative to the manifest's.
    src: String,
    /// Its sizes.
    sizes: &'static str,
    /// Its media type.
    #[serde(rename = "type")]
    media_type: &'static str,
    /// Its name.
    purpose: &'static str,
}

/// The manifest of the tenant's app: an app that is installed from a tenant's host has its name, color and icon.
#[utoipa::path(
    get, path = "/tenant/manifest", tag = "tenant", operation_id = "getTenantManifest",
    params(
        ("host" = Option<String>, Query, description = "As for `/tenant`"),
    ),
    responses(
        (status = 200, body = Manifest, content_type = "application/manifest+json"),
        PublicProblems,
    )
)]
pub async fn handle(AnyTenant(tenant): AnyTenant) -> Response {
    let row = &tenant.row;
    let manifest = Manifest {
        id: "/",
        name: row.name.clone(),
        short_name: row.name.clone(),
        lang: row.default_locale.as_str().to_owned(),
        start_url: match row.kind {
            TenantKind::Dental => "/",
            TenantKind::Hotel => "/hotel",
        },
        scope: "/",
        display: "standalone",
        background_color: BACKGROUND,
        theme_color: row.brand_color.map_or_else(|| PRODUCT_BAR.to_owned(), |color| color.to_string()),
        icons: ["any", "maskable"].map(|purpose| icon_of(row, purpose)).into(),
    };
    (HEADERS, Json(manifest)).into_response()
}

fn icon_of(row: &Tenant, purpose: &'static str) -> ManifestIcon {
    let version = match (&row.logo, row.brand_color) {
        (Some(logo), _) if icon::has_logo_icon(row) => logo.version.clone(),
        (_, Some(color)) => color.to_string().trim_start_matches('#').to_owned(),
        (_, None) => "own".to_owned(),
    };
    ManifestIcon { src: format!("icon?v={version}"), sizes: "any", media_type: "image/svg+xml", purpose }
}
