//! `GET /ops/access-log`

use axum::extract::State;
use axum::response::Json;
use chrono::{DateTime, Utc};
use db::access_log::{self, InstallationFilter};
use db::operator_actions::Action;
use domain::{InvalidCode, Tenant, TenantId};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::shape::OpsAccessLogRow;
use crate::App;
use crate::extract::OperatorWith;
use crate::extract::operator::{Audit, Operator, ReadAccessLog};
use crate::http::{Query, days, parse_search_text};
use crate::problem::{Code, MalformedProblem, OperatorProblems, Problem, ValidationProblem};

/// The number of rows on a page.
const PAGE_ROWS: usize = 100;

/// Which rows of the access logs.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub struct AccessLogQuery {
    /// Only this tenant.
    tenant_id: Option<i64>,
    /// The sign-in name of a member of staff or an operator.
    account: Option<String>,
    /// A patient's id or sign-in name, or a part of a name or a number.
    person: Option<String>,
    /// The action, such as `application_read`.
    action: Option<String>,
    /// From this day in Korea, YYYY-MM-DD.
    from: Option<String>,
    /// Until the end of this day in Korea, YYYY-MM-DD.
    to: Option<String>,
    /// The `nextCursor` of the previous page.
    cursor: Option<String>,
}

/// A page of rows.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OpsAccessLogResponse {
    /// The rows, newest first.
    items: Vec<OpsAccessLogRow>,
    /// The cursor of the next page. Null on the last one.
    #[schema(required)]
    next_cursor: Option<String>,
    /// All possible actions, for the filter.
    actions: Vec<&'static str>,
}

/// The position of a row in the order of all tenants' rows: by time, then tenant, then sequence number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RowPosition {
    /// The time.
    pub at: DateTime<Utc>,
    /// The tenant's id.
    pub tenant: i64,
    /// The sequence number in the tenant's log.
    pub seq: i64,
}

impl RowPosition {
    /// Parses a cursor. Returns `None` for an invalid one.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split('.').map(str::parse::<i64>);
        let mut next = || parts.next()?.ok();
        let position = Self { at: DateTime::from_timestamp_micros(next()?)?, tenant: next()?, seq: next()? };
        next().is_none().then_some(position)
    }

    /// Returns the cursor of the page after this row.
    #[must_use]
    pub fn to_cursor(self) -> String {
        format!("{}.{}.{}", self.at.timestamp_micros(), self.tenant, self.seq)
    }

    /// Returns the time and the sequence number before which a tenant's rows follow this position.
    #[must_use]
    pub fn bounds_for_tenant(self, tenant: TenantId) -> (DateTime<Utc>, i64) {
        let seq = match tenant.get().cmp(&self.tenant) {
            std::cmp::Ordering::Less => i64::MAX,
            std::cmp::Ordering::Equal => self.seq,
            std::cmp::Ordering::Greater => 0,
        };
        (self.at, seq)
    }
}

/// Searches the access logs of all tenants, or of one. Each tenant whose rows are shown has a row of the search in its log.
#[utoipa::path(
    get, path = "/ops/access-log", tag = "ops-access-log", operation_id = "searchAccessLogs", params(AccessLogQuery),
    security(("operator" = [])),
    responses(
        (status = 200, body = OpsAccessLogResponse),
        OperatorProblems, MalformedProblem, ValidationProblem,
    )
)]
pub async fn handle(
    State(app): State<App>,
    OperatorWith(operator, _): OperatorWith<ReadAccessLog>,
    Query(query): Query<AccessLogQuery>,
) -> Result<Json<OpsAccessLogResponse>, Problem> {
    let filter = query.filter()?;
    let position = match query.cursor.as_deref() {
        Some(cursor) => RowPosition::parse(cursor).ok_or(Code::Malformed)?,
        None => RowPosition { at: filter.time.end, tenant: i64::MAX, seq: i64::MAX },
    };
    let mut audit = app.databases.system().begin().await?;
    let mut tenants = db::tenants::list(&mut audit).await?;
    tenants.retain(|tenant| query.tenant_id.is_none_or(|id| tenant.id.get() == id));
    if tenants.is_empty() && query.tenant_id.is_some() {
        return Err(Problem::field("tenantId", InvalidCode::Unknown));
    }
    let subject = query.subject();
    let search = Search { app: &app, operator: &operator, query: &query, subject: &subject, filter, position };
    let mut items = Vec::new();
    for tenant in &tenants {
        items.extend(search.find_in(tenant).await?);
    }
    // a further page belongs to the same search, which is logged already
    if query.cursor.is_none() {
        let entry =
            Audit { tenant: query.tenant_id.map(TenantId::new), ..Audit::new(Action::AccessLogSearched, &subject) };
        operator.log(&app, &mut audit, &entry).await?;
    }
    audit.commit().await?;
    items.sort_unstable_by_key(|(position, _)| std::cmp::Reverse(*position));
    let has_more = items.len() > PAGE_ROWS;
    items.truncate(PAGE_ROWS);
    let next_cursor = items.last().filter(|_| has_more).map(|(position, _)| position.to_cursor());
    let actions = access_log::Action::ALL.iter().map(|action| action.as_str()).collect();
    Ok(Json(OpsAccessLogResponse { items: items.into_iter().map(|(_, row)| row).collect(), next_cursor, actions }))
}

impl AccessLogQuery {
    fn filter(&self) -> Result<InstallationFilter, Problem> {
        let (from, to) = days::parse_days(self.from.as_deref(), self.to.as_deref())?;
        let action = self.action.as_deref().filter(|code| !code.is_empty()).map(|code| {
            access_log::Action::from_code(code).ok_or_else(|| Problem::field("action", InvalidCode::Unknown))
        });
        Ok(InstallationFilter {
            time: from..to,
            account: parse_search_text(self.account.as_deref().unwrap_or_default())?.to_lowercase(),
            person: parse_search_text(self.person.as_deref().unwrap_or_default())?.to_lowercase(),
            action: action.transpose()?,
        })
    }

    /// Returns the audit's subject: the names of the fields that were searched, without their values, because the audit
    /// outlives patients' data.
    fn subject(&self) -> String {
        let fields = [
            ("account", &self.account),
            ("person", &self.person),
            ("action", &self.action),
            ("first day", &self.from),
            ("last day", &self.to),
        ];
        let set = fields.iter().filter(|(_, value)| value.as_deref().is_some_and(|text| !text.trim().is_empty()));
        let names: Vec<_> = set.map(|(name, _)| *name).collect();
        if names.is_empty() { "without a filter".to_owned() } else { format!("by {}", names.join(", ")) }
    }
}

/// A search whose fields are parsed.
struct Search<'a> {
    app: &'a App,
    operator: &'a Operator,
    query: &'a AccessLogQuery,
    subject: &'a str,
    filter: InstallationFilter,
    position: RowPosition,
}

impl Search<'_> {
    /// Searches one tenant's rows. If the first page has any, the search is logged in the tenant's access log.
    async fn find_in(&self, tenant: &Tenant) -> Result<Vec<(RowPosition, OpsAccessLogRow)>, Problem> {
        let limit = i64::try_from(PAGE_ROWS + 1).unwrap_or(i64::MAX);
        let mut conn = self.app.databases.tenant(tenant.id).acquire().await?;
        let before = self.position.bounds_for_tenant(tenant.id);
        let rows = access_log::list_installation(&mut conn, &self.filter, before, limit).await?;
        if self.query.cursor.is_none() && !rows.is_empty() {
            let entry = Audit::new(Action::AccessLogSearched, self.subject);
            self.operator.log_in_tenant(self.app, &mut conn, &entry, &[]).await?;
        }
        let rows = rows.into_iter().map(|row| {
            let position = RowPosition { at: row.at, tenant: tenant.id.get(), seq: row.seq };
            (position, OpsAccessLogRow::new(tenant, row))
        });
        Ok(rows.collect())
    }
}
