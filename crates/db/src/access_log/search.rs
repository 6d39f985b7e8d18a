//! A clinic's rows of the log: what its staff did, and what was tried in their names.

use chrono::{DateTime, Utc};
use domain::{ApplicationId, ClaimId, InstitutionId, PatientId, StaffId};

use super::{Action, Kind};
use crate::{Error, Result, TenantConn};

/// Which rows.
#[derive(Clone, Debug)]
pub struct Filter {
    /// From this moment on.
    pub from: DateTime<Utc>,
    /// Before this moment.
    pub to: DateTime<Utc>,
    /// Of these kinds.
    pub kinds: Vec<Kind>,
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
    /// Whose account: id, sign-in name and the person's name; none for a patient's own download.
    pub staff: Option<(StaffId, String, String)>,
    /// From where.
    pub client_address: Option<String>,
    /// Whose data: patients with an account.
    pub patients: Vec<PatientId>,
    /// About which applications, with the names in those that there still are.
    pub applications: Vec<(ApplicationId, Option<String>)>,
    /// About which claims, the same.
    pub claims: Vec<(ClaimId, Option<String>)>,
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
    patient_ids: Vec<i64>,
    application_ids: Vec<i64>,
    application_names: Vec<Option<String>>,
    claim_ids: Vec<i64>,
    claim_names: Vec<Option<String>>,
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
            patients: row.patient_ids.into_iter().map(PatientId::new).collect(),
            applications: ids(row.application_ids, row.application_names)
                .map(|(id, name)| (ApplicationId::new(id), name))
                .collect(),
            claims: ids(row.claim_ids, row.claim_names).map(|(id, name)| (ClaimId::new(id), name)).collect(),
            reason: row.reason,
        })
    }
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
    let rows = sqlx::query_as!(
        Row,
        r#"select l.seq as "seq!", l.at as "at!", l.action as "action!", s.id as "staff_id?", s.login_id as "login_id?",
                  s.name as "name?", host(l.client_address) as client_address, l.patient_ids as "patient_ids!",
                  l.application_ids as "application_ids!", l.claim_ids as "claim_ids!", l.reason,
                  array(select a.name from unnest(l.application_ids) with ordinality as about (id, place)
                             left join applications a on a.id = about.id and a.institution_id = $1
                        order by place) as "application_names!: Vec<Option<String>>",
                  array(select c.insured_name from unnest(l.claim_ids) with ordinality as about (id, place)
                             left join claims c on c.id = about.id and c.institution_id = $1
                        order by place) as "claim_names!: Vec<Option<String>>"
           from clinic_access_log l left join staff s on s.id = l.staff_id
           where l.institution_id = $1 and l.at >= $2 and l.at < $3 and l.seq < $4 and l.action = any($5)
                 and ($6::bigint is null or l.staff_id = $6)
                 and ($7 = ''
                      or l.application_ids && array(select a.id from applications a where a.institution_id = $1
                             and (strpos(lower(a.name), $7) > 0 or strpos(a.phone_number, $7) > 0))
                      or l.claim_ids && array(select c.id from claims c where c.institution_id = $1
                             and (strpos(lower(c.insured_name), $7) > 0 or strpos(c.mobile, $7) > 0)))
           order by l.seq desc limit $8"#,
        clinic.get(),
        filter.from,
        filter.to,
        before.unwrap_or(i64::MAX),
        &Kind::actions(&filter.kinds),
        filter.staff.map(StaffId::get),
        filter.text.as_str(),
        limit
    )
    .fetch_all(conn.connection())
    .await?;
    conn.settle();
    rows.into_iter().map(Found::try_from).collect()
}
