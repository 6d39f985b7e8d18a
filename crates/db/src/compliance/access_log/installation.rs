//! Search of the log by operators: all rows of a tenant, of every clinic.

use std::ops::Range;

use chrono::{DateTime, Utc};
use domain::PatientId;

use super::Action;
use crate::{Error, Result, TenantConn, column};

/// Which rows to search for.
#[derive(Clone, Debug)]
pub struct InstallationFilter {
    /// In this time range.
    pub time: Range<DateTime<Utc>>,
    /// Of the account of staff or an operator with this sign-in name, in lower case. Empty means every account.
    pub account: String,
    /// About a person with this id or sign-in name, or whose name or number contains this text, in lower case. Empty
    /// means everybody.
    pub person: String,
    /// With this action.
    pub action: Option<Action>,
}

/// A patient of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedPatient {
    /// The account.
    pub id: PatientId,
    /// The name of the account. None after it was erased.
    pub name: Option<String>,
}

/// A row.
#[derive(Clone, Debug)]
pub struct InstallationRow {
    /// The position in the tenant's log.
    pub seq: i64,
    /// When it happened.
    pub at: DateTime<Utc>,
    /// The action.
    pub action: Action,
    /// The sign-in name of the member of staff or the operator, or the one that a failed sign-in used.
    pub login_id: Option<String>,
    /// The name of the member of staff.
    pub staff_name: Option<String>,
    /// The clinic's name.
    pub institution: Option<String>,
    /// The client's address.
    pub client_address: Option<String>,
    /// The first three patients with an account.
    pub patients: Vec<NamedPatient>,
    /// The number of patients.
    pub patient_count: i32,
    /// The first three applications.
    pub applications: Vec<i64>,
    /// The number of applications.
    pub application_count: i32,
    /// The first three claims.
    pub claims: Vec<i64>,
    /// The number of claims.
    pub claim_count: i32,
    /// The reason for a copy, or an operator's action and its reason.
    pub reason: Option<String>,
    /// The id of the request.
    pub request_id: Option<String>,
}

struct Row {
    seq: i64,
    at: DateTime<Utc>,
    action: String,
    login_id: Option<String>,
    staff_name: Option<String>,
    institution: Option<String>,
    client_address: Option<String>,
    patient_ids: Vec<i64>,
    patient_names: Vec<Option<String>>,
    patient_count: i32,
    application_ids: Vec<i64>,
    application_count: i32,
    claim_ids: Vec<i64>,
    claim_count: i32,
    reason: Option<String>,
    request_id: Option<String>,
}

impl TryFrom<Row> for InstallationRow {
    type Error = Error;

    fn try_from(row: Row) -> Result<Self> {
        let patients = row.patient_ids.into_iter().zip(row.patient_names);
        Ok(Self {
            seq: row.seq,
            at: row.at,
            action: column("access_log", "action", row.seq).require(Action::from_code(&row.action))?,
            login_id: row.login_id,
            staff_name: row.staff_name,
            institution: row.institution,
            client_address: row.client_address,
            patients: patients.map(|(id, name)| NamedPatient { id: PatientId::new(id), name }).collect(),
            patient_count: row.patient_count,
            applications: row.application_ids,
            application_count: row.application_count,
            claims: row.claim_ids,
            claim_count: row.claim_count,
            reason: row.reason,
            request_id: row.request_id,
        })
    }
}

/// Searches a tenant's rows before the row `before` (its time and number), the newest first, at most `limit`.
pub async fn list_installation(
    conn: &mut TenantConn,
    filter: &InstallationFilter,
    before: (DateTime<Utc>, i64),
    limit: i64,
) -> Result<Vec<InstallationRow>> {
    let rows = sqlx::query_as!(
        Row,
        r#"select l.seq, l.at, l.action, coalesce(s.login_id, l.login_id) as "login_id?", s.name as "staff_name?",
                  i.name as "institution?", host(l.client_address) as client_address,
                  l.patient_ids[1:3] as "patient_ids!",
                  array(select p.name from unnest(l.patient_ids[1:3]) with ordinality as about (id, place)
                               left join patients p on p.id = about.id order by place)
                      as "patient_names!: Vec<Option<String>>",
                  cardinality(l.patient_ids) as "patient_count!", l.application_ids[1:3] as "application_ids!",
                  cardinality(l.application_ids) as "application_count!", l.claim_ids[1:3] as "claim_ids!",
                  cardinality(l.claim_ids) as "claim_count!", l.reason, l.request_id
           from access_log l
                left join staff s on s.id = coalesce(l.staff_id, l.tried_id)
                left join institutions i on i.id = l.institution_id
           where l.tenant_id = current_tenant() and l.at >= $1 and l.at < $2 and (l.at, l.seq) < ($3, $4)
                 and ($5 = '' or lower(l.login_id) = $5 or s.login_key = $5)
                 and ($6::text is null or l.action = $6)
                 and ($7 = ''
                      or l.patient_ids && array(select p.id from patients p
                             where p.id::text = $7 or p.login_key = $7 or strpos(lower(p.name), $7) > 0
                                   or strpos(p.phone_number, $7) > 0)
                      or l.application_ids && array(select a.id from applications a
                             where strpos(lower(a.name), $7) > 0 or strpos(a.phone_number, $7) > 0)
                      or l.claim_ids && array(select c.id from claims c
                             where strpos(lower(c.insured_name), $7) > 0 or strpos(c.mobile, $7) > 0))
           order by l.at desc, l.seq desc limit $8"#,
        filter.time.start,
        filter.time.end,
        before.0,
        before.1,
        filter.account,
        filter.action.map(Action::as_str),
        filter.person,
        limit
    )
    .fetch_all(conn.connection())
    .await?;
    rows.into_iter().map(InstallationRow::try_from).collect()
}

/// Counts the rows of each action in a range of time, the most frequent first.
pub async fn count_actions(conn: &mut TenantConn, time: Range<DateTime<Utc>>) -> Result<Vec<(Action, i64)>> {
    let rows = sqlx::query!(
        r#"select action, count(*) as "count!", max(seq) as "seq!" from access_log
           where tenant_id = current_tenant() and at >= $1 and at < $2 group by action order by 2 desc, 1"#,
        time.start,
        time.end
    )
    .fetch_all(conn.connection())
    .await?;
    rows.into_iter()
        .map(|row| {
            let action = column("access_log", "action", row.seq).require(Action::from_code(&row.action))?;
            Ok::<_, Error>((action, row.count))
        })
        .collect()
}
