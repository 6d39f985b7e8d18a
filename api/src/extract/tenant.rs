//! The tenant that a request is for.

use std::sync::Arc;

use axum::extract::{FromRequestParts, MatchedPath};
use db::TenantDb;
use domain::TenantKind;
use http::request::Parts;

use crate::App;
use crate::http::host;
use crate::problem::{Code, Problem};

/// The request's tenant and its database handle. A disabled tenant is refused: nobody can sign in or continue a
/// session.
#[derive(Clone, Debug)]
pub struct Tenant {
    /// The tenant's row.
    pub row: Arc<domain::Tenant>,
    /// A database handle that sees this tenant's rows only.
    pub db: TenantDb,
}

/// Returns whether the hosts of tenants of this kind serve a route. Each kind has its own routes, and both serve those
/// that the web app calls first.
#[must_use]
pub fn is_served(kind: TenantKind, route: &str) -> bool {
    let route = route.strip_prefix("/api/v1").unwrap_or(route);
    match route {
        "/tenant" | "/tenant/banner" | "/tenant/icon" | "/tenant/logo" | "/tenant/manifest" | "/openapi.json" => true,
        _ => (kind == TenantKind::Hotel) == route.starts_with("/hotel/"),
    }
}

/// The request's tenant, even a disabled one: for the texts and pictures of its pages, and for webhooks of payment
/// providers.
#[derive(Clone, Debug)]
pub struct AnyTenant(pub Tenant);

impl FromRequestParts<App> for Tenant {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let AnyTenant(tenant) = AnyTenant::from_request_parts(parts, app).await?;
        if tenant.row.active { Ok(tenant) } else { Err(Code::TenantDisabled.into()) }
    }
}

impl FromRequestParts<App> for AnyTenant {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let host = host::from_request(&parts.uri, &parts.headers).unwrap_or_default();
        let cached = app.directory.find_for_request(host, &parts.uri);
        let row = if let Some(row) = cached {
            row
        } else {
            app.directory.refresh_unless_recent().await;
            let found = app.directory.find_for_request(host, &parts.uri);
            let missing = if app.directory.is_loaded() { Code::UnknownTenant } else { Code::Unavailable };
            let row = found.ok_or(missing)?;
            // the middleware could not check the route, because the tenant was not cached yet
            let route = parts.extensions.get::<MatchedPath>().map_or("", MatchedPath::as_str);
            if !is_served(row.kind, route) {
                return Err(Code::UnknownTenant.into());
            }
            row
        };
        let db = app.databases.tenant(row.id);
        Ok(Self(Tenant { row, db }))
    }
}
