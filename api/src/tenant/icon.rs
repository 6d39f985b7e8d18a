//! `GET /tenant/icon`

use axum::response::{IntoResponse as _, Response};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use domain::Tenant;
use http::{HeaderName, HeaderValue, header};

use crate::extract::AnyTenant;
use crate::problem::{Problem, PublicProblems};

/// The tongue of the product's own icon, as `web/public/icon.svg` draws it in a square of 64.
const TONGUE: &str = "M18 20c4-3 9-4 14-4s10 1 14 4c1 9 0 18-4 25-2 5-6 7-10 7s-8-2-10-7c-4-7-5-16-4-25z";
const PRODUCT_GROUND: &str = "#12463a";
const PRODUCT_TONGUE: &str = "#e2725f";
/// The aspect ratios of logos that serve as icons. A wider logo would be illegible.
const ICON_RATIOS: std::ops::RangeInclusive<f64> = 0.75..=1.34;

const HEADERS: [(HeaderName, HeaderValue); 2] = [
    (header::CONTENT_TYPE, HeaderValue::from_static("image/svg+xml")),
    // the URL contains the version of the appearance, and the file differs by host alone
    (header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=31536000, immutable")),
];

/// Returns whether the tenant's logo is its icon.
pub(super) fn has_logo_icon(row: &Tenant) -> bool {
    row.logo.as_ref().is_some_and(|logo| ICON_RATIOS.contains(&(f64::from(logo.width) / f64::from(logo.height))))
}

/// The tenant's icon: its logo if that is about square, otherwise the product's mark in the tenant's color. It fills
/// its square; its content stays in the safe circle of maskable icons.
#[utoipa::path(
    get, path = "/tenant/icon", tag = "tenant", operation_id = "getTenantIcon",
    params(
        ("host" = Option<String>, Query, description = "As for `/tenant`"),
        ("v" = Option<String>, Query, description = "The version of the icon, for caches"),
    ),
    responses(
        (status = 200, description = "The file", body = String, content_type = "image/svg+xml"),
        PublicProblems,
    )
)]
pub async fn handle(AnyTenant(tenant): AnyTenant) -> Result<Response, Problem> {
    let logo =
        if has_logo_icon(&tenant.row) { db::tenants::find_logo(&mut tenant.db.acquire().await?).await? } else { None };
    let drawing = logo.map_or_else(|| draw_mark(&tenant.row), |png| draw_logo(&png));
    let svg = format!(r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">{drawing}</svg>"#);
    Ok((HEADERS, svg).into_response())
}

fn draw_logo(png: &[u8]) -> String {
    format!(
        r##"<path d="M0 0h64v64H0z" fill="#fff"/><image x="13" y="13" width="38" height="38" href="data:image/png;base64,{}"/>"##,
        STANDARD.encode(png)
    )
}

/// Draws the product's mark in the tenant's color, or in the product's own. White on a tenant's color has the
/// contrast that [`domain::BrandColor`] guarantees.
fn draw_mark(row: &Tenant) -> String {
    let (ground, tongue) = row
        .brand_color
        .map_or_else(|| (PRODUCT_GROUND.to_owned(), PRODUCT_TONGUE), |color| (color.to_string(), "#fff"));
    format!(
        r#"<path d="M0 0h64v64H0z" fill="{ground}"/><path d="{TONGUE}" fill="{tongue}"/><path d="M32 23v21" stroke="{ground}" stroke-opacity=".5" stroke-width="2" stroke-linecap="round"/>"#
    )
}
