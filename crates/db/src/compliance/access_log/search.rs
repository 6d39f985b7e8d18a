//! Search in a clinic's rows of the log: its staff's actions, and failed sign-ins with their names.

use std::ops::Range;

use chrono::{DateTime, Utc};
use domain::{ApplicationId, ClaimId, InstitutionId, PatientId, StaffId};

use super::{Action, Kind};
use crate::{Error, Result, TenantConn, column};

/// The maximum number of applications, and of claims, that a row lists. A row about a list may have a hundred.
const MAX_NAMED_RECORDS: i32 = 3;

/// Which rows to search for.
#[derive(Clone, Debug)]
pub struct Filter {
    /// In this time range.
    pub time: Range<DateTime<Utc>>,
    /// Of this kind. None means every kind except lists.
    pub kind: Option<Kind>,
    /// Of this member of staff, including failed sign-ins with the member's sign-in name.
    pub staff: Option<StaffId>,
    /// About a person whose name or number contains this text, in lower case. Empty means everybody.
    pub text: String,
}

/// The member of staff of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Actor {
    /// The account.
    pub id: StaffId,
    /// The sign-in name.
    pub login_id: String,
    /// The person's name.
    pub name: String,
}

/// A row as the clinic sees it.
#[derive(Clone, Debug)]
pub struct ClinicRow {
    /// The position in the tenant's log.
    pub seq: i64,
    /// When it happened.
    pub at: DateTime<Utc>,
    /// The action.
    pub action: Action,
    /// The member of staff. None for a patient's own download and an account that operators created.
    pub staff: Option<Actor>,
    /// The client's address.
    pub client_address: Option<String>,
    /// The first applications, with the names of those that still exist. None for a search in this log, which concerns
    /// other rows.
    pub applications: Vec<(ApplicationId, Option<String>)>,
    /// The number of applications.
    pub application_count: i32,
    /// The first claims, likewise.
    pub claims: Vec<(ClaimId, Option<String>)>,
    /// The number of claims.
    pub claim_count: i32,
    /// The patients of the listed records, if they have an account.
    pub patients: Vec<PatientId>,
    /// The reason for a copy.
    pub reason: Option<String>,
}

struct Row {
    seq: i64,
    at: DateTime<Utc>,
    action: String,
    staff_id: Option<i64>,
    login_id: Option<String>,
    name: Option<String>,
    client_address: Option<String>,
    application_ids: Vec<i64>,
    application_names: Vec<Option<String>>,
    application_count: i32,
    claim_ids: Vec<i64>,
    claim_names: Vec<Option<String>>,
    claim_count: i32,
    patient_ids: Vec<i64>,
    reason: Option<String>,
}

impl TryFrom<Row> for ClinicRow {
    type Error = Error;

    fn try_from(row: Row) -> Result<Self> {
        let staff = row.staff_id.zip(row.login_id).zip(row.name);
        let ids = |ids: Vec<i64>, names: Vec<Option<String>>| ids.into_iter().zip(names);
        Ok(Self {
            seq: row.seq,
            at: row.at,
            action: column("access_log", "action", row.seq).require(Action::from_code(&row.action))?,
            staff: staff.map(|((id, login_id), name)| Actor { id: StaffId::new(id), login_id, name }),
            client_address: row.client_address,
            applications: ids(row.application_ids, row.application_names)
                .map(|(id, name)| (ApplicationId::new(id), name))
                .collect(),
            application_count: row.application_count,
            claims: ids(row.claim_ids, row.claim_names).map(|(id, name)| (ClaimId::new(id), name)).collect(),
            claim_count: row.claim_count,
            patients: row.patient_ids.into_iter().map(PatientId::new).collect(),
            reason: row.reason,
        })
    }
}

macro_rules! query_rows {
    ($filter:tt, $($argument:expr),+) => {
        sqlx::query_as!(
            Row,
            r#"select l.seq as "seq!", l.at as "at!", l.action as "action!", s.id as "staff_id?", s.login_id as "login_id?",
                      s.name as "name?", host(l.client_address) as client_address,
                      named.applications as "application_ids!", cardinality(l.application_ids) as "application_count!",
                      named.claims as "claim_ids!", cardinality(l.claim_ids) as "claim_count!", l.reason,
                      array(select a.name from unnest(named.applications) with ordinality as about (id, place)
                                 left join applications a on a.id = about.id and a.institution_id = $1 and a.hidden_at is null
                            order by place) as "application_names!: Vec<Option<String>>",
                      array(select c.insured_name from unnest(named.claims) with ordinality as about (id, place)
                                 left join claims c on c.id = about.id and c.institution_id = $1 and c.hidden_at is null
                            order by place) as "claim_names!: Vec<Option<String>>",
                      array(select a.patient_id from applications a
                            where a.id = any(named.applications) and a.institution_id = $1 and a.hidden_at is null and a.patient_id is not null
                            union select c.patient_id from claims c
                            where c.id = any(named.claims) and c.institution_id = $1 and c.hidden_at is null) as "patient_ids!"
               from ((select seq, at, action, client_address, application_ids, claim_ids, reason, staff_id
                      from (select seq, at, action, client_address, application_ids, claim_ids, reason, institution_id,
                                   coalesce(staff_id, tried_id) as staff_id
                            from access_log where tenant_id = current_tenant()) l
                      where case when action in ('applications_listed', 'claims_listed', 'findings_listed', 'access_log_read')
                                 then 1 else 0 end = $9 and "# + $filter + r#"
                      order by seq desc limit $8)
                     union all
                     (select seq, at, action, client_address, application_ids, claim_ids, reason, staff_id
                      from clinic_access_log_before l
                      where "# + $filter + r#"
                      order by seq desc limit $8)) l
                    left join staff s on s.id = l.staff_id
                    cross join lateral (select case when l.action = $10 then 0 else $11::int end as many) few
                    cross join lateral (select l.application_ids[1:few.many] as applications,
                                               l.claim_ids[1:few.many] as claims) named
               order by l.seq desc limit $8"#,
            $($argument),+
        )
    };
}

/// Searches a clinic's rows before the row `before`, the newest first, at most `limit`.
pub async fn list_at(
    conn: &mut TenantConn,
    clinic: InstitutionId,
    filter: &Filter,
    before: Option<i64>,
    limit: i64,
) -> Result<Vec<ClinicRow>> {
    let kinds = Kind::ALL.into_iter().filter(|kind| filter.kind.map_or(*kind != Kind::List, |wanted| *kind == wanted));
    // rows from before the index exists are read one by one, until they are deleted after two years
    let rows = query_rows!(
        "institution_id = $1 and at >= $2 and at < $3 and seq < $4 and action = any($5)
         and ($6::bigint is null or staff_id = $6)
         and ($7 = ''
              or application_ids && array(select a.id from applications a where a.institution_id = $1 and a.hidden_at is null
                     and (strpos(lower(a.name), $7) > 0 or strpos(a.phone_number, $7) > 0))
              or claim_ids && array(select c.id from claims c where c.institution_id = $1 and c.hidden_at is null
                     and (strpos(lower(c.insured_name), $7) > 0 or strpos(c.mobile, $7) > 0)))",
        clinic.get(),
        filter.time.start,
        filter.time.end,
        before.unwrap_or(i64::MAX),
        &Kind::actions(&kinds.collect::<Vec<_>>()),
        filter.staff.map(StaffId::get),
        filter.text.as_str(),
        limit,
        i32::from(filter.kind == Some(Kind::List)),
        Action::AccessLogRead.as_str(),
        MAX_NAMED_RECORDS
    )
    .fetch_all(conn.connection())
    .await?;
    rows.into_iter().map(ClinicRow::try_from).collect()
}
