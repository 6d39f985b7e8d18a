//! Rows of access logs in responses, and months in requests.

use chrono::{DateTime, Months, NaiveDate, Utc};
use db::access_log::InstallationRow;
use domain::InvalidCode;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::App;
use crate::http::days;
use crate::problem::Problem;

/// A person of a row.
#[derive(Debug, Serialize, ToSchema)]
pub struct OpsAccessLogPatient {
    /// The account's id.
    id: i64,
    /// The name in it. Null when it was erased.
    #[schema(required)]
    name: Option<String>,
}

/// An action: who, what, when, from where, and whose data.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OpsAccessLogRow {
    /// The tenant's id.
    tenant_id: i64,
    /// The tenant's key.
    tenant: String,
    /// The row's number in the tenant's log.
    seq: i64,
    /// The time.
    at: DateTime<Utc>,
    /// The action, such as `application_read`.
    #[schema(example = "application_read")]
    action: &'static str,
    /// `account`, `list`, `read`, `change` or `download`.
    kind: &'static str,
    /// The sign-in name of the member of staff or the operator, or the one that was tried.
    #[schema(required)]
    login_id: Option<String>,
    /// The name of the member of staff.
    #[schema(required)]
    staff_name: Option<String>,
    /// The clinic's name.
    #[schema(required)]
    institution: Option<String>,
    /// The client's address.
    #[schema(required)]
    client_address: Option<String>,
    /// The first three patients with an account.
    patients: Vec<OpsAccessLogPatient>,
    /// The number of patients.
    patient_count: i32,
    /// The first three applications.
    applications: Vec<i64>,
    /// The number of applications.
    application_count: i32,
    /// The first three claims.
    claims: Vec<i64>,
    /// The number of claims.
    claim_count: i32,
    /// The reason of a download, or an operator's action and reason.
    #[schema(required)]
    reason: Option<String>,
    /// The request's id.
    #[schema(required)]
    request_id: Option<String>,
}

impl OpsAccessLogRow {
    /// Creates the body of a tenant's row.
    #[must_use]
    pub fn new(tenant: &domain::Tenant, row: InstallationRow) -> Self {
        let patients = row.patients.into_iter();
        Self {
            tenant_id: tenant.id.get(),
            tenant: tenant.key.clone(),
            seq: row.seq,
            at: row.at,
            action: row.action.as_str(),
            kind: row.action.kind().as_str(),
            login_id: row.login_id,
            staff_name: row.staff_name,
            institution: row.institution,
            client_address: row.client_address,
            patients: patients.map(|one| OpsAccessLogPatient { id: one.id.get(), name: one.name }).collect(),
            patient_count: row.patient_count,
            applications: row.applications,
            application_count: row.application_count,
            claims: row.claims,
            claim_count: row.claim_count,
            reason: row.reason,
            request_id: row.request_id,
        }
    }
}

/// A month, by default the last one that is over.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct MonthQuery {
    /// The month in Korea, YYYY-MM.
    #[param(example = "2026-10")]
    month: Option<String>,
}

impl MonthQuery {
    /// Returns the first day of the month.
    ///
    /// # Errors
    /// On `month`, when it is invalid.
    pub fn first_day(&self, app: &App) -> Result<NaiveDate, Problem> {
        if let Some(month) = self.month.as_deref().filter(|month| !month.is_empty()) {
            return days::parse_month(month).ok_or_else(|| Problem::field("month", InvalidCode::Format));
        }
        let current = days::current_month(app.clock.now());
        Ok(current.checked_sub_months(Months::new(1)).unwrap_or(current))
    }
}
