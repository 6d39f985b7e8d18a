//! A clinic's rows of the log: what its staff did, and what was tried in their names.

use chrono::{DateTime, Utc};
use domain::{ApplicationId, ClaimId, InstitutionId, PatientId, StaffId};

use super::{Action, Kind};
use crate::{Error, Result, TenantConn};

/// How many applications, and how many claims, a row names: a list's row is about a hundred.
const NAMED: i32 = 3;

/// Which rows.
#[derive(Clone, Debug)]
pub struct Filter {
    /// From this moment on.
    pub from: DateTime<Utc>,
    /// Before this moment.
    pub to: DateTime<Utc>,
    /// Of this kind; none for all but lists.
    pub kind: Option<Kind>,
    /// What these staff did, or was tried in their name.
    pub staff: Option<StaffId>,
    /// About somebody whose name or number has this part, in small letters; empty for everybody.
    pub text: String,
}

/// A row as its clinic reads it.
#[derive(Clone, Debug)]
pub struct Found {
    /// Its place in the tenant's log.
    pub seq: i64,
    /// When.
    pub at: DateTime<Utc>,
    /// What.
    pub action: Action,
    /// Whose account: id, sign-in name and the person's name; none for a patient's own download and an account that operators
    /// made.
    pub staff: Option<(StaffId, String, String)>,
    /// From where.
    pub client_address: Option<String>,
    /// About which applications, with the names in those that there still are: the first ones, and none for a reading of this
    /// log, which is about what other rows are about.
    pub applications: Vec<(ApplicationId, Option<String>)>,
    /// About how many in all.
    pub application_count: i32,
    /// About which claims, the same.
    pub claims: Vec<(ClaimId, Option<String>)>,
    /// About how many in all.
    pub claim_count: i32,
    /// Whose data those are that are named: patients with an account.
    pub patients: Vec<PatientId>,
    /// Why a copy was taken.
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

impl TryFrom<Row> for Found {
    type Error = Error;

    fn try_from(row: Row) -> Result<Self> {
        let action = Action::ALL.iter().find(|action| action.as_str() == row.action);
        let staff = row.staff_id.zip(row.login_id).zip(row.name);
        let ids = |ids: Vec<i64>, names: Vec<Option<String>>| ids.into_iter().zip(names);
        Ok(Self {
            seq: row.seq,
            at: row.at,
            action: *action.ok_or(Error::Stored("access_log.action"))?,
            staff: staff.map(|((id, login), name)| (StaffId::new(id), login, name)),
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
                                 left join applications a on a.id = about.id and a.institution_id = $1
                            order by place) as "application_names!: Vec<Option<String>>",
                      array(select c.insured_name from unnest(named.claims) with ordinality as about (id, place)
                                 left join claims c on c.id = about.id and c.institution_id = $1
                            order by place) as "claim_names!: Vec<Option<String>>",
                      array(select a.patient_id from applications a
                            where a.id = any(named.applications) and a.institution_id = $1 and a.patient_id is not null
                            union select c.patient_id from claims c
                            where c.id = any(named.claims) and c.institution_id = $1) as "patient_ids!"
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

/// A clinic's rows, the newest first; those before `before`, at most `limit`.
///
/// # Errors
/// Only [`Error`].
pub async fn list_at(
    conn: &mut TenantConn,
    clinic: InstitutionId,
    filter: &Filter,
    (before, limit): (Option<i64>, i64),
) -> Result<Vec<Found>> {
    let kinds = Kind::ALL.into_iter().filter(|kind| filter.kind.map_or(*kind != Kind::List, |asked| *kind == asked));
    // the older rows are looked through one by one: they end with their two years
    let rows = query_rows!(
        "institution_id = $1 and at >= $2 and at < $3 and seq < $4 and action = any($5)
         and ($6::bigint is null or staff_id = $6)
         and ($7 = ''
              or application_ids && array(select a.id from applications a where a.institution_id = $1
                     and (strpos(lower(a.name), $7) > 0 or strpos(a.phone_number, $7) > 0))
              or claim_ids && array(select c.id from claims c where c.institution_id = $1
                     and (strpos(lower(c.insured_name), $7) > 0 or strpos(c.mobile, $7) > 0)))",
        clinic.get(),
        filter.from,
        filter.to,
        before.unwrap_or(i64::MAX),
        &Kind::actions(&kinds.collect::<Vec<_>>()),
        filter.staff.map(StaffId::get),
        filter.text.as_str(),
        limit,
        i32::from(filter.kind == Some(Kind::List)),
        Action::AccessLogRead.as_str(),
        NAMED
    )
    .fetch_all(conn.connection())
    .await?;
    conn.settle();
    rows.into_iter().map(Found::try_from).collect()
}
