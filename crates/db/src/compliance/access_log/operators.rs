//! Operators' actions on a tenant's data: in the console, with the token of the operations port, and with commands.

use std::ops::Range;

use chrono::{DateTime, Utc};
use domain::PatientId;

use super::{Action, Entry, insert};
use crate::{Error, Result, TenantConn, column};

/// The actions of operators.
const ACTIONS: [Action; 3] = [Action::OperatorRead, Action::OperatorChanged, Action::TrainingExported];

/// Inserts a row about an operator. `what` names the call or the command, without personal data, in at most 200
/// characters.
pub async fn insert_operator(
    conn: &mut TenantConn,
    action: Action,
    what: &str,
    patients: &[PatientId],
    now: DateTime<Utc>,
) -> Result<()> {
    insert(conn, &Entry { reason: Some(what), patient_ids: patients, ..Entry::new(action) }, now).await
}

/// A row about an operator.
#[derive(Clone, Debug)]
pub struct OperatorAction {
    /// When it happened.
    pub at: DateTime<Utc>,
    /// The sign-in name of the operator. None for calls with the token and for commands.
    pub login_id: Option<String>,
    /// The action.
    pub action: Action,
    /// The name of the call or the command.
    pub what: String,
    /// The number of affected patients, if the row names them.
    pub patients: i32,
}

/// Lists operators' actions in a time range, the newest first, at most `limit`.
pub async fn list_operators(
    conn: &mut TenantConn,
    time: Range<DateTime<Utc>>,
    limit: i64,
) -> Result<Vec<OperatorAction>> {
    let rows = sqlx::query!(
        r#"select seq, at, login_id, action, coalesce(reason, '') as "what!", cardinality(patient_ids) as "patients!"
           from access_log
           where tenant_id = current_tenant() and at >= $1 and at < $2 and action = any($3)
           order by seq desc limit $4"#,
        time.start,
        time.end,
        &ACTIONS.map(|action| action.as_str().to_owned()),
        limit
    )
    .fetch_all(conn.connection())
    .await?;
    rows.into_iter()
        .map(|row| {
            let action = ACTIONS.into_iter().find(|action| action.as_str() == row.action);
            let action = column("access_log", "action", row.seq).require(action)?;
            Ok::<_, Error>(OperatorAction {
                at: row.at,
                login_id: row.login_id,
                action,
                what: row.what,
                patients: row.patients,
            })
        })
        .collect()
}
