//! Due rows in responses.

use chrono::{DateTime, Utc};
use db::retention::{Due, DueClass};
use domain::Tenant;
use serde::Serialize;
use utoipa::ToSchema;

/// The due rows of one class.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DueClassBody {
    /// The class, such as `walk_ins`.
    #[schema(example = "walk_ins")]
    pub class: &'static str,
    /// The number of rows that would be erased, at most 10,000.
    pub count: u64,
    /// Whether there are more rows than counted.
    pub has_more: bool,
    /// The time of the oldest row. Null for the ledger and discrepancies, which are erased with their orders.
    #[schema(required)]
    pub oldest: Option<DateTime<Utc>>,
}

impl From<DueClass> for DueClassBody {
    fn from(due: DueClass) -> Self {
        Self { class: due.class.as_str(), count: due.count, has_more: due.has_more, oldest: due.oldest }
    }
}

/// The due rows of a tenant.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TenantDueBody {
    /// The tenant's id.
    pub tenant_id: i64,
    /// The tenant's key.
    pub tenant: String,
    /// The classes that have due rows.
    pub classes: Vec<DueClassBody>,
    /// The tampered row that prevents the deletion of a month.
    #[schema(required)]
    pub broken_at: Option<i64>,
}

impl TenantDueBody {
    /// Creates the due rows of a tenant.
    #[must_use]
    pub fn new(tenant: Tenant, due: Due) -> Self {
        Self {
            tenant_id: tenant.id.get(),
            tenant: tenant.key,
            classes: due.classes.into_iter().map(DueClassBody::from).collect(),
            broken_at: due.broken_at,
        }
    }
}
