//! `GET /ops/settlements`

use axum::extract::State;
use axum::response::Json;
use chrono::NaiveDate;
use db::operator_actions::Action;
use domain::InvalidCode;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::App;
use crate::extract::OperatorWith;
use crate::extract::operator::{Audit, ReadPayments};
use crate::http::{Query, days};
use crate::problem::{OperatorProblems, Problem, ValidationProblem};

/// Which month.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct SettlementsQuery {
    /// YYYY-MM in Korea; by default, the current month.
    month: Option<String>,
}

/// The payout of a provider to a tenant on a day, in won.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OpsSettlement)]
pub struct Settlement {
    /// The tenant's id.
    tenant_id: i64,
    /// The tenant's key.
    tenant: String,
    /// The day of the payout.
    day: NaiveDate,
    /// The number of movements.
    count: i64,
    /// Payments less refunds.
    amount: i64,
    /// The provider's fee with its VAT.
    fee: i64,
    /// The amount paid out.
    paid_out: i64,
}

/// The settlements of a month.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OpsSettlementsResponse)]
pub struct SettlementsResponse {
    /// The month, YYYY-MM.
    month: String,
    /// By tenant, newest day first.
    settlements: Vec<Settlement>,
}

/// The payouts of the providers in a month, by tenant and day.
#[utoipa::path(
    get, path = "/ops/settlements", tag = "ops-payments", operation_id = "listOpsSettlements",
    security(("operator" = [])), params(SettlementsQuery),
    responses((status = 200, body = SettlementsResponse), OperatorProblems, ValidationProblem)
)]
pub async fn handle(
    State(app): State<App>,
    OperatorWith(operator, _): OperatorWith<ReadPayments>,
    Query(query): Query<SettlementsQuery>,
) -> Result<Json<SettlementsResponse>, Problem> {
    let current = || Some(days::current_month(app.clock.now()));
    let month = query.month.map_or_else(current, |text| days::parse_month(&text));
    let month = month.ok_or_else(|| Problem::field("month", InvalidCode::Format))?;
    let name = month.format("%Y-%m").to_string();
    let audit = Audit::new(Action::SettlementsRead, &name);
    operator.log(&app, &mut app.databases.system().acquire().await?, &audit).await?;
    let mut settlements = Vec::new();
    for tenant in db::tenants::list(&mut app.databases.system().acquire().await?).await? {
        let mut conn = app.databases.tenant(tenant.id).acquire().await?;
        let rows = db::settlements::list_days(&mut conn, None, days::days_of_month(month)).await?;
        operator.log_in_tenant(&app, &mut conn, &audit, &[]).await?;
        settlements.extend(rows.into_iter().map(|row| Settlement {
            tenant_id: tenant.id.get(),
            tenant: tenant.key.clone(),
            day: row.day,
            count: row.count,
            amount: row.amount,
            fee: row.fee,
            paid_out: row.paid_out,
        }));
    }
    Ok(Json(SettlementsResponse { month: name, settlements }))
}
