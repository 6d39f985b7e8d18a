//! `GET /ops/audit`

use axum::extract::State;
use axum::response::Json;
use chrono::{DateTime, Utc};
use db::operator_actions::{self, Action, Filter, OperatorAction};
use domain::{InvalidCode, OperatorId};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::App;
use crate::extract::OperatorWith;
use crate::extract::operator::{Audit, ReadAccessLog};
use crate::http::{Query, days};
use crate::problem::{MalformedProblem, OperatorProblems, Problem, ValidationProblem};

/// The number of rows on a page.
const PAGE_ROWS: i64 = 100;

/// Which rows of the audit.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub struct AuditQuery {
    /// Of this account.
    operator_id: Option<i64>,
    /// Of this action, such as `job_retried`.
    action: Option<String>,
    /// From this day in Korea, YYYY-MM-DD.
    from: Option<String>,
    /// Until the end of this day in Korea, YYYY-MM-DD.
    to: Option<String>,
    /// The `nextCursor` of the previous page.
    cursor: Option<i64>,
}

/// A row of the audit.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuditRow {
    /// Its number.
    seq: i64,
    /// The time.
    at: DateTime<Utc>,
    /// The account. Null for a sign-in with an unknown name and for a command on the server.
    #[schema(required)]
    operator_id: Option<i64>,
    /// The sign-in name of the account, or the one that was tried.
    #[schema(required)]
    login_id: Option<String>,
    /// The person's name.
    #[schema(required)]
    name: Option<String>,
    /// The client's address.
    #[schema(required)]
    client_address: Option<String>,
    /// The action.
    #[schema(example = "job_retried")]
    action: &'static str,
    /// The subject.
    #[schema(required)]
    subject: Option<String>,
    /// Why.
    #[schema(required)]
    reason: Option<String>,
    /// The key of the tenant concerned.
    #[schema(required)]
    tenant: Option<String>,
    /// The request's id.
    #[schema(required)]
    request_id: Option<String>,
}

impl From<OperatorAction> for AuditRow {
    fn from(row: OperatorAction) -> Self {
        Self {
            seq: row.seq,
            at: row.at,
            operator_id: row.operator.map(OperatorId::get),
            login_id: row.login_id,
            name: row.name,
            client_address: row.client_address,
            action: row.action.as_str(),
            subject: row.subject,
            reason: row.reason,
            tenant: row.tenant,
            request_id: row.request_id,
        }
    }
}

/// A page of the audit.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuditResponse {
    /// The rows, newest first.
    items: Vec<AuditRow>,
    /// The cursor of the next page. Null on the last one.
    #[schema(required)]
    next_cursor: Option<i64>,
    /// All possible actions, for the filter.
    actions: Vec<&'static str>,
}

/// The operators' reads and actions, newest first.
#[utoipa::path(
    get, path = "/ops/audit", tag = "ops-operators", operation_id = "listAudit", params(AuditQuery),
    security(("operator" = [])),
    responses(
        (status = 200, body = AuditResponse),
        OperatorProblems, MalformedProblem, ValidationProblem,
    )
)]
pub async fn handle(
    State(app): State<App>,
    OperatorWith(operator, _): OperatorWith<ReadAccessLog>,
    Query(query): Query<AuditQuery>,
) -> Result<Json<AuditResponse>, Problem> {
    let (from, to) = days::parse_days(query.from.as_deref(), query.to.as_deref())?;
    let action = query.action.as_deref().filter(|code| !code.is_empty());
    let action = action.map(|code| Action::from_code(code).ok_or(Problem::field("action", InvalidCode::Unknown)));
    let filter = Filter {
        operator: query.operator_id.map(OperatorId::new),
        action: action.transpose()?,
        time: from..to,
        before: query.cursor,
    };
    let mut tx = app.databases.system().begin().await?;
    let mut rows = operator_actions::list(&mut tx, &filter, PAGE_ROWS + 1).await?;
    // a further page belongs to the same read, which is logged already
    if query.cursor.is_none() {
        operator.log(&app, &mut tx, &Audit::new(Action::AuditRead, &filter.to_string())).await?;
    }
    tx.commit().await?;
    let page = usize::try_from(PAGE_ROWS).unwrap_or(usize::MAX);
    let has_more = rows.len() > page;
    rows.truncate(page);
    let next_cursor = rows.last().filter(|_| has_more).map(|row| row.seq);
    let actions = Action::ALL.iter().map(|action| action.as_str()).collect();
    Ok(Json(AuditResponse { items: rows.into_iter().map(AuditRow::from).collect(), next_cursor, actions }))
}
