//! The tenant that a request is for.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use db::TenantDb;
use http::request::Parts;

use crate::App;
use crate::http::host;
use crate::problem::{Code, Problem};

/// The request's tenant and the database as that tenant sees it.
#[derive(Clone, Debug)]
pub struct Tenant {
    /// What is known of the tenant.
    pub row: Arc<domain::Tenant>,
    /// Its rows, and no others.
    pub db: TenantDb,
}

impl FromRequestParts<App> for Tenant {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let host = host::of(&parts.uri, &parts.headers).unwrap_or_default();
        let known = app.directory.of_request(host, &parts.uri);
        let row = if let Some(row) = known {
            row
        } else {
            app.directory.refresh_if_unsure().await;
            app.directory.of_request(host, &parts.uri).ok_or(Code::UnknownTenant)?
        };
        let db = app.databases.tenant(row.id);
        Ok(Self { row, db })
    }
}
