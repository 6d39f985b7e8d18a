//! `GET /ops/tenants`

use axum::extract::State;
use axum::response::Json;
use chrono::{DateTime, Utc};
use db::edit::{clinics, tenants};
use serde::Serialize;
use utoipa::ToSchema;

use crate::App;
use crate::extract::OperatorWith;
use crate::extract::operator::ReadDirectory;
use crate::problem::{OperatorProblems, Problem};

/// A tenant in the list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OpsTenantSummary)]
pub struct TenantSummary {
    /// The id.
    id: i64,
    /// The short stable name.
    key: String,
    /// The product's display name.
    name: String,
    /// Which product its hosts serve: `dental` or `hotel`.
    #[schema(example = "dental")]
    kind: &'static str,
    /// The hosts, the main one first.
    hosts: Vec<String>,
    /// The default language of visitors.
    #[schema(example = "ko")]
    locale: &'static str,
    /// Whether people can sign in.
    active: bool,
    /// The number of enabled clinics.
    clinics: i64,
    /// When it was added.
    created_at: DateTime<Utc>,
}

/// The tenants.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OpsTenantsResponse)]
pub struct TenantsResponse {
    /// The oldest first.
    tenants: Vec<TenantSummary>,
}

/// All tenants, including disabled ones.
#[utoipa::path(
    get, path = "/ops/tenants", tag = "ops-directory", operation_id = "listTenants", security(("operator" = [])),
    responses((status = 200, body = TenantsResponse), OperatorProblems)
)]
pub async fn handle(State(app): State<App>, _: OperatorWith<ReadDirectory>) -> Result<Json<TenantsResponse>, Problem> {
    let mut tx = app.databases.directory().await?;
    let mut list = Vec::new();
    for found in tenants::list(&mut tx).await? {
        let tenant = found.tenant;
        list.push(TenantSummary {
            id: tenant.id.get(),
            clinics: clinics::count(&mut tx, tenant.id).await?,
            key: tenant.key,
            name: tenant.name,
            kind: tenant.kind.as_str(),
            hosts: tenant.hosts,
            locale: tenant.default_locale.as_str(),
            active: tenant.active,
            created_at: found.created_at,
        });
    }
    Ok(Json(TenantsResponse { tenants: list }))
}
