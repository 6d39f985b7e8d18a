//! `GET /ops/retention`

use axum::extract::State;
use axum::response::Json;
use chrono::{DateTime, Utc};
use db::operator_actions::Action;
use db::retention::{self, Class};
use serde::Serialize;
use utoipa::ToSchema;

use super::shape::TenantDueBody;
use crate::App;
use crate::extract::OperatorWith;
use crate::extract::operator::{Audit, ReadRetention};
use crate::problem::{OperatorProblems, Problem};

/// The rows that the retention rules would erase now.
#[derive(Debug, Serialize, ToSchema)]
pub struct RetentionResponse {
    /// When it was computed.
    at: DateTime<Utc>,
    /// The tenants.
    tenants: Vec<TenantDueBody>,
    /// All classes.
    classes: Vec<&'static str>,
}

/// The rows that the retention rules would erase now, by tenant and class. Nothing is erased.
#[utoipa::path(
    get, path = "/ops/retention", tag = "ops-retention", operation_id = "getRetention", security(("operator" = [])),
    responses(
        (status = 200, body = RetentionResponse),
        OperatorProblems,
    )
)]
pub async fn handle(
    State(app): State<App>,
    OperatorWith(operator, _): OperatorWith<ReadRetention>,
) -> Result<Json<RetentionResponse>, Problem> {
    let at = app.clock.now();
    let mut audit = app.databases.system().begin().await?;
    let mut tenants = Vec::new();
    for tenant in db::tenants::list(&mut audit).await? {
        let due = retention::list_due(&app.databases.tenant(tenant.id), at).await?;
        tenants.push(TenantDueBody::new(tenant, due));
    }
    operator.log(&app, &mut audit, &Audit::new(Action::RetentionRead, "")).await?;
    audit.commit().await?;
    let classes = Class::ALL.iter().map(|class| class.as_str()).collect();
    Ok(Json(RetentionResponse { at, tenants, classes }))
}
