//! `GET /institutions/payments/settlements`

use axum::extract::State;
use axum::response::Json;
use chrono::NaiveDate;
use db::settlements::{self, SettledDay};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::App;
use crate::extract::StaffWith;
use crate::extract::permission::ReconcilePayments;
use crate::http::{Query, days};
use crate::problem::{MalformedProblem, Problem, StaffProblems, ValidationProblem};

/// Which month.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SettlementsQuery {
    /// YYYY-MM in Korea; by default, the current month.
    #[param(example = "2026-10")]
    month: Option<String>,
}

/// The payout of a payment provider on a day.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Settlement {
    /// The day of the payout, in Korea.
    day: NaiveDate,
    /// The number of payments and refunds in it.
    count: i64,
    /// Payments less refunds, in won.
    amount: i64,
    /// The provider's fee with its VAT, in won.
    fee: i64,
    /// The amount paid out, in won.
    paid_out: i64,
}

/// The settlements of a month, newest first. They name no person.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SettlementsResponse {
    /// The month.
    #[schema(example = "2026-10")]
    month: String,
    /// The days with a payout.
    settlements: Vec<Settlement>,
}

impl From<SettledDay> for Settlement {
    fn from(row: SettledDay) -> Self {
        Self { day: row.day, count: row.count, amount: row.amount, fee: row.fee, paid_out: row.paid_out }
    }
}

/// The payouts of the payment providers for the clinic's claims in a month, by day. Payments by KG Inicis are missing,
/// because it has no list of payouts.
#[utoipa::path(
    get, path = "/institutions/payments/settlements", tag = "clinic-payments", operation_id = "listClinicSettlements",
    security(("staff" = [])), params(SettlementsQuery),
    responses(
        (status = 200, body = SettlementsResponse),
        StaffProblems, MalformedProblem, ValidationProblem,
    )
)]
pub async fn handle(
    State(app): State<App>,
    StaffWith(staff, _): StaffWith<ReconcilePayments>,
    Query(query): Query<SettlementsQuery>,
) -> Result<Json<SettlementsResponse>, Problem> {
    let month = match query.month {
        Some(text) => days::parse_month(&text).ok_or_else(|| Problem::field("month", domain::InvalidCode::Format))?,
        None => days::current_month(app.clock.now()),
    };
    let mut conn = staff.tenant.db.acquire().await?;
    let found = settlements::list_days(&mut conn, Some(staff.clinic()), days::days_of_month(month)).await?;
    Ok(Json(SettlementsResponse {
        month: month.format("%Y-%m").to_string(),
        settlements: found.into_iter().map(Settlement::from).collect(),
    }))
}
