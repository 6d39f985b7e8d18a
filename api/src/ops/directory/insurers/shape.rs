//! Insurers in responses.

use db::edit::{Record, insurers};
use domain::TenantId;
use domain::directory::InsurerSettings;
use serde::Serialize;
use utoipa::ToSchema;

use crate::App;
use crate::ops::directory::read;
use crate::problem::{Code, Problem};

/// An insurer.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OpsInsurer)]
pub struct Insurer {
    /// The id.
    id: i64,
    /// The name.
    name: String,
    /// The position in the list.
    position: i16,
    /// Whether new claims can choose it.
    active: bool,
    /// The version; send it back with a change.
    version: i32,
}

/// One insurer.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OpsInsurerResponse)]
pub struct InsurerResponse {
    /// The insurer.
    pub insurer: Insurer,
}

impl From<Record<InsurerSettings>> for Insurer {
    fn from(row: Record<InsurerSettings>) -> Self {
        let InsurerSettings { name, position, active } = row.settings;
        Self { id: row.id, name, position, active, version: row.version }
    }
}

/// Lists a tenant's insurers.
pub(super) async fn list(app: &App, tenant: TenantId) -> Result<Vec<Insurer>, Problem> {
    let mut tx = read(app, tenant).await?;
    Ok(insurers::list(&mut tx, tenant).await?.into_iter().map(Into::into).collect())
}

/// Returns an insurer as it is now.
pub(super) async fn load_response(app: &App, tenant: TenantId, id: i64) -> Result<InsurerResponse, Problem> {
    let insurer = list(app, tenant).await?.into_iter().find(|insurer| insurer.id == id).ok_or(Code::NotFound)?;
    Ok(InsurerResponse { insurer })
}
