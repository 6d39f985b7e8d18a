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
    /// YYYY-MM in Korea; the present month without it.
    month: Option<String>,
}

/// What the providers paid out to a tenant on a day, in won.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OpsSettlement)]
pub struct Settlement {
    /// The tenant's id.
    tenant_id: i64,
    /// The tenant's key.
    tenant: String,
    /// The day of the pay-out.
    day: NaiveDate,
    /// The number of movements.
    count: i64,
    /// What was taken, less what was refunded.
    amount: i64,
    /// What the provider kept, with its VAT.
    fee: i64,
    /// What was paid out.
    paid_out: i64,
}

/// The settlements of a month.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OpsSettlementsAnswer)]
pub struct SettlementsAnswer {
    /// The month, YYYY-MM.
    month: String,
    /// By tenant, the newest day first.
    settlements: Vec<Settlement>,
}

/// What the providers paid out in a month, by tenant and day.
#[utoipa::path(
    get, path = "/ops/settlements", tag = "ops-payments", operation_id = "listOpsSettlements",
    security(("operator" = [])), params(SettlementsQuery),
    responses((status = 200, body = SettlementsAnswer), OperatorProblems, ValidationProblem)
)]
pub async fn handle(
    State(app): State<App>,
    OperatorWith(operator, _): OperatorWith<ReadPayments>,
    Query(query): Query<SettlementsQuery>,
) -> Result<Json<SettlementsAnswer>, Problem> {
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
    Ok(Json(SettlementsAnswer { month: name, settlements }))
}
