//! `GET /ops/payments`

use axum::extract::State;
use axum::response::Json;
use chrono::{DateTime, Utc};
use db::operator_actions::Action;
use db::payment_discrepancies::{self, Discrepancy};
use domain::Tenant;
use serde::Serialize;
use utoipa::ToSchema;

use crate::App;
use crate::extract::OperatorWith;
use crate::extract::operator::{Audit, ReadPayments};
use crate::problem::{OperatorProblems, Problem};

/// The maximum number of listed discrepancies of a tenant.
const MAX_FINDINGS: i64 = 200;

/// A difference between our order and the provider's payment, or a stuck order. It names no person.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OpsFinding)]
pub struct Finding {
    /// The id.
    id: i64,
    /// The tenant's id.
    tenant_id: i64,
    /// The tenant's key.
    tenant: String,
    /// `stuck`, `unrecorded` (paid there alone), `unpaid` (paid here alone), `amount_mismatch`, `duplicate` or
    /// `settlement_mismatch`.
    #[schema(example = "stuck")]
    kind: &'static str,
    /// The order's number; null when we have none.
    #[schema(required)]
    oid: Option<String>,
    /// The provider's number of the movement; empty when it is about the whole order.
    transaction_key: String,
    /// Our amount in won.
    #[schema(required)]
    our_amount: Option<i64>,
    /// The provider's amount in won.
    #[schema(required)]
    their_amount: Option<i64>,
    /// When it was found.
    found_at: DateTime<Utc>,
    /// Whether a person must resolve it.
    needs_person: bool,
}

/// The open discrepancies.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OpsFindingsResponse)]
pub struct FindingsResponse {
    /// By tenant, newest first.
    findings: Vec<Finding>,
    /// The orders that have been unsettled for more than fifteen minutes.
    unsettled: i64,
}

impl Finding {
    fn new(tenant: &Tenant, row: Discrepancy) -> Self {
        Self {
            id: row.id,
            tenant_id: tenant.id.get(),
            tenant: tenant.key.clone(),
            kind: row.kind.as_str(),
            oid: row.oid,
            transaction_key: row.transaction_key,
            our_amount: row.our_amount,
            their_amount: row.provider_amount,
            found_at: row.found_at,
            needs_person: row.needs_person,
        }
    }
}

/// The open discrepancies of all tenants.
#[utoipa::path(
    get, path = "/ops/payments", tag = "ops-payments", operation_id = "listFindings", security(("operator" = [])),
    responses((status = 200, body = FindingsResponse), OperatorProblems)
)]
pub async fn handle(
    State(app): State<App>,
    OperatorWith(operator, _): OperatorWith<ReadPayments>,
) -> Result<Json<FindingsResponse>, Problem> {
    let audit = Audit::new(Action::PaymentsRead, "");
    operator.log(&app, &mut app.databases.system().acquire().await?, &audit).await?;
    let before = app.clock.now() - db::orders::SWEEP_AGE;
    let mut response = FindingsResponse { findings: Vec::new(), unsettled: 0 };
    let tenants = db::tenants::list(&mut app.databases.system().acquire().await?).await?;
    for tenant in tenants {
        let mut conn = app.databases.tenant(tenant.id).acquire().await?;
        let open = payment_discrepancies::list_open(&mut conn, MAX_FINDINGS).await?;
        operator.log_in_tenant(&app, &mut conn, &audit, &[]).await?;
        response.findings.extend(open.into_iter().map(|row| Finding::new(&tenant, row)));
        response.unsettled += db::orders::count_unsettled(&mut conn, before).await?;
    }
    Ok(Json(response))
}
