//! The tenant that a request is for.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use db::TenantDb;
use http::request::Parts;

use crate::App;
use crate::http::host;
use crate::problem::{Code, Problem};

/// The request's tenant and its database handle.
#[derive(Clone, Debug)]
pub struct Tenant {
    /// The tenant's row.
    pub row: Arc<domain::Tenant>,
    /// A database handle that sees this tenant's rows only.
    pub db: TenantDb,
}

impl FromRequestParts<App> for Tenant {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let host = host::from_request(&parts.uri, &parts.headers).unwrap_or_default();
        let cached = app.directory.find_for_request(host, &parts.uri);
        let row = if let Some(row) = cached {
            row
        } else {
            app.directory.refresh_unless_recent().await;
            app.directory.find_for_request(host, &parts.uri).ok_or(Code::UnknownTenant)?
        };
        let db = app.databases.tenant(row.id);
        Ok(Self { row, db })
    }
}
