//! Lists of applications, paged by time and id.

use chrono::{DateTime, Utc};
use domain::{
    Application, ApplicationId, ApplicationStatus, InstitutionId, InviteCode, PatientId, PersonId, PersonSearch,
    StaffId,
};

use super::{Party, Row, select_applications, with_analyses};
use crate::{Result, TenantConn};

/// A page of a list of applications.
#[derive(Clone, Copy, Debug)]
pub struct PageRequest {
    /// Created at this time or later.
    pub from: DateTime<Utc>,
    /// Created before this time.
    pub to: DateTime<Utc>,
    /// The last application of the previous page.
    pub before: Option<ApplicationId>,
    /// The maximum number of applications.
    pub limit: i64,
}

impl PageRequest {
    /// Returns where the page starts. Returns none when the last application of the previous page is not one of the
    /// party's.
    pub(super) async fn start(&self, conn: &mut TenantConn, party: Party) -> Result<Option<Start<'_>>> {
        let Some(before) = self.before else { return Ok(Some(Start { page: self, at: self.to, id: 0 })) };
        let (patient, clinic) = party.columns();
        let at = sqlx::query_scalar!(
            "select created_at from applications where id = $1 and (patient_id = $2 or institution_id = $3)",
            before.get(),
            patient,
            clinic
        )
        .fetch_optional(conn.connection())
        .await?;
        Ok(at.map(|at| {
            let (at, id) = if at < self.to { (at, before.get()) } else { (self.to, 0) };
            Start { page: self, at, id }
        }))
    }
}

/// A page with the time and the id that all of its applications precede.
pub(super) struct Start<'a> {
    page: &'a PageRequest,
    pub(super) at: DateTime<Utc>,
    pub(super) id: i64,
}

/// Lists the applications of one person of an account, the newest first; of the holder when `person` is none.
pub async fn list_own(
    conn: &mut TenantConn,
    patient: PatientId,
    person: Option<PersonId>,
    page: &PageRequest,
) -> Result<Vec<Application>> {
    let Some(start) = page.start(conn, Party::Patient(patient)).await? else { return Ok(Vec::new()) };
    let rows = select_applications!(
        "where a.person_id = (select id from people where patient_id = $1 and removed_at is null
                                     and case when $6::bigint is null then relation = 'self' else id = $6 end)
               and a.created_at >= $2 and (a.created_at, a.id) < ($3, $4)
         order by a.created_at desc, a.id desc limit $5",
        patient.get(),
        page.from,
        start.at,
        start.id,
        page.limit,
        person.map(PersonId::get)
    )
    .fetch_all(conn.connection())
    .await?;
    with_analyses(conn, rows).await
}

/// The one person whose applications to list.
#[derive(Clone, Copy, Debug)]
pub enum Subject {
    /// The holder of this account.
    Holder(PatientId),
    /// This person of an account.
    Person(PersonId),
}

impl Subject {
    fn columns(self) -> (Option<i64>, Option<i64>) {
        match self {
            Self::Holder(patient) => (Some(patient.get()), None),
            Self::Person(person) => (None, Some(person.get())),
        }
    }
}

/// A subset of the applications that need work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorkFilter {
    /// All of them.
    All,
    /// Not opened by the clinic yet.
    Unopened,
    /// Assigned to one analyst.
    AssignedTo(StaffId),
}

/// Which applications of a clinic to list.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// With this status.
    pub status: Option<ApplicationStatus>,
    /// The subset of those that need work. None includes the others too.
    pub work: Option<WorkFilter>,
    /// Of a person that this search finds.
    pub search: PersonSearch,
    /// Of one person.
    pub subject: Option<Subject>,
}

/// Lists a clinic's applications, the newest first.
pub async fn list_at(
    conn: &mut TenantConn,
    clinic: InstitutionId,
    filter: &Filter,
    page: &PageRequest,
) -> Result<Vec<Application>> {
    let Some(start) = page.start(conn, Party::Clinic(clinic)).await? else { return Ok(Vec::new()) };
    // one statement per index; the text search filters the rows that the index finds
    let rows = match (filter.subject, filter.work, filter.status) {
        (Some(subject), _, _) => list_of_person(conn, clinic, subject, &start).await?,
        (None, Some(work), _) => list_work(conn, clinic, work, filter, &start).await?,
        (None, None, Some(status)) => list_with_status(conn, clinic, status, &filter.search, &start).await?,
        (None, None, None) => list_found(conn, clinic, &filter.search, &start).await?,
    };
    with_analyses(conn, rows).await
}

/// Lists a clinic's applications that were created through one of its invitations, the newest first.
pub async fn list_by_invite(
    conn: &mut TenantConn,
    clinic: InstitutionId,
    code: &InviteCode,
    page: &PageRequest,
) -> Result<Vec<Application>> {
    let rows = select_applications!(
        "where a.institution_id = $1 and a.hidden_at is null and a.id < $3
               and a.invite_id = (select id from invites
                                  where tenant_id = current_tenant() and code = $2 and institution_id = $1)
         order by a.id desc limit $4",
        clinic.get(),
        code.as_str(),
        page.before.map_or(i64::MAX, ApplicationId::get),
        page.limit
    )
    .fetch_all(conn.connection())
    .await?;
    with_analyses(conn, rows).await
}

async fn list_work(
    conn: &mut TenantConn,
    clinic: InstitutionId,
    work: WorkFilter,
    filter: &Filter,
    start: &Start<'_>,
) -> Result<Vec<Row>> {
    let assignee = if let WorkFilter::AssignedTo(staff) = work { Some(staff.get()) } else { None };
    let rows = select_applications!(
        "where a.institution_id = $1 and a.status in (0, 1) and a.hidden_at is null
               and a.created_at >= $2 and (a.created_at, a.id) < ($3, $4)
               and ($6::smallint is null or a.status = $6)
               and matches_person($7, $8, $9, a.name, a.phone_number, a.birth)
               and (not $10::boolean or a.opened_at is null)
               and ($11::bigint is null or a.assignee_id = $11)
         order by a.created_at desc, a.id desc limit $5",
        clinic.get(),
        start.page.from,
        start.at,
        start.id,
        start.page.limit,
        filter.status.map(ApplicationStatus::number),
        filter.search.name,
        filter.search.phone.as_deref(),
        filter.search.birth.as_deref(),
        work == WorkFilter::Unopened,
        assignee
    )
    .fetch_all(conn.connection())
    .await?;
    Ok(rows)
}

async fn list_of_person(
    conn: &mut TenantConn,
    clinic: InstitutionId,
    subject: Subject,
    start: &Start<'_>,
) -> Result<Vec<Row>> {
    let (patient, person) = subject.columns();
    let rows = select_applications!(
        "where a.institution_id = $1 and a.hidden_at is null
               and a.created_at >= $2 and (a.created_at, a.id) < ($3, $4)
               and a.person_id = coalesce($7, (select id from people where patient_id = $6 and relation = 'self'))
         order by a.created_at desc, a.id desc limit $5",
        clinic.get(),
        start.page.from,
        start.at,
        start.id,
        start.page.limit,
        patient,
        person as _
    )
    .fetch_all(conn.connection())
    .await?;
    Ok(rows)
}

async fn list_with_status(
    conn: &mut TenantConn,
    clinic: InstitutionId,
    status: ApplicationStatus,
    search: &PersonSearch,
    start: &Start<'_>,
) -> Result<Vec<Row>> {
    let rows = select_applications!(
        "where a.institution_id = $1 and a.status = $6 and a.hidden_at is null
               and a.created_at >= $2 and (a.created_at, a.id) < ($3, $4)
               and matches_person($7, $8, $9, a.name, a.phone_number, a.birth)
         order by a.created_at desc, a.id desc limit $5",
        clinic.get(),
        start.page.from,
        start.at,
        start.id,
        start.page.limit,
        status.number(),
        search.name,
        search.phone.as_deref(),
        search.birth.as_deref()
    )
    .fetch_all(conn.connection())
    .await?;
    Ok(rows)
}

async fn list_found(
    conn: &mut TenantConn,
    clinic: InstitutionId,
    search: &PersonSearch,
    start: &Start<'_>,
) -> Result<Vec<Row>> {
    let rows = select_applications!(
        "where a.institution_id = $1 and a.hidden_at is null and a.created_at >= $2 and (a.created_at, a.id) < ($3, $4)
               and matches_person($6, $7, $8, a.name, a.phone_number, a.birth)
         order by a.created_at desc, a.id desc limit $5",
        clinic.get(),
        start.page.from,
        start.at,
        start.id,
        start.page.limit,
        search.name,
        search.phone.as_deref(),
        search.birth.as_deref()
    )
    .fetch_all(conn.connection())
    .await?;
    Ok(rows)
}
