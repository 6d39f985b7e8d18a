//! Applications for a TCI analysis at a clinic.

mod assignees;
pub mod health_consents;
mod list;
mod overview;
mod record;

use chrono::{DateTime, NaiveDate, Utc};
use domain::{
    Application, ApplicationId, ApplicationKind, ApplicationStatus, BirthDate, Gender, Institution, InstitutionId,
    InviteCode, Name, PatientId, Person, PersonId, Phone,
};

pub use assignees::{LockedApplication, assign_if_free, lock_all, receive, set_assignee};
pub use list::{Filter, PageRequest, Subject, WorkFilter, list_at, list_by_invite, list_own};
pub use overview::{WorkCounts, count_work, find_recent_clinic, list_previous_clinics};
pub use record::{RecordPerson, list_people, list_same_person};

use crate::tcis::clinic;
use crate::tcis::row::expert;
use crate::{Error, Result, TenantConn, TenantTx, column, people};

pub(crate) struct Row {
    id: i64,
    kind: String,
    status: i16,
    created_at: DateTime<Utc>,
    claim_at: Option<DateTime<Utc>>,
    opened: bool,
    patient_id: Option<i64>,
    name: String,
    birth: NaiveDate,
    gender: Option<i16>,
    phone_number: String,
    institution_id: i64,
    institution_name: String,
    representative_name: String,
    address: String,
    institution_phone: String,
    person_id: Option<i64>,
    person_name: Option<String>,
    person_relation: Option<String>,
    before_only: bool,
    invite_code: Option<String>,
    assignee_id: Option<i64>,
    assignee: Option<String>,
}

macro_rules! select_applications {
    ($which:tt, $($argument:expr),+) => {
        sqlx::query_as!(
            $crate::applications::Row,
            r#"select a.id as "id!", a.kind as "kind!", a.status as "status!", a.created_at as "created_at!", a.claim_at,
                      a.opened_at is not null as "opened!", a.patient_id, a.name as "name!", a.birth as "birth!", a.gender,
                      a.phone_number as "phone_number!", i.id as "institution_id!", i.name as "institution_name!",
                      i.representative_name as "representative_name!", i.address as "address!",
                      i.phone_number as "institution_phone!", a.person_id, h.name as "person_name?",
                      h.relation as "person_relation?", a.before_only as "before_only!",
                      v.code as "invite_code?", a.assignee_id, s.name as "assignee?"
               from applications a
               join institutions i on i.id = a.institution_id
               left join people h on h.id = a.person_id
               left join invites v on v.id = a.invite_id
               left join staff s on s.id = a.assignee_id
               "# + $which,
            $($argument),+
        )
    };
}

pub(crate) use select_applications;

impl TryFrom<Row> for Application {
    type Error = Error;

    fn try_from(row: Row) -> Result<Self> {
        Ok(Self {
            id: ApplicationId::new(row.id),
            kind: column("applications", "kind", row.id).check(row.kind.parse::<ApplicationKind>())?,
            status: column("applications", "status", row.id).require(ApplicationStatus::from_repr(row.status))?,
            created_at: row.created_at,
            received_at: row.claim_at,
            opened: row.opened,
            assignee: expert(row.assignee_id, row.assignee),
            patient_id: row.patient_id.map(PatientId::new),
            institution: Institution {
                id: InstitutionId::new(row.institution_id),
                name: row.institution_name,
                representative_name: row.representative_name,
                address: row.address,
                phone_number: row.institution_phone,
            },
            person: Person {
                name: Name::from_stored(row.name),
                birth: BirthDate::from_date(row.birth),
                gender: column("applications", "gender", row.id)
                    .check(row.gender.map(Gender::from_number).transpose())?,
                phone_number: Phone::from_stored(row.phone_number),
            },
            account_person: people::label_if_any(row.person_id, row.person_name, row.person_relation.as_deref())?,
            before_only: row.before_only,
            invite: row.invite_code.map(InviteCode::from_stored),
            before: None,
            after: None,
        })
    }
}

/// Returns the applications of these rows with their analyses.
async fn with_analyses(conn: &mut TenantConn, rows: Vec<Row>) -> Result<Vec<Application>> {
    let mut applications = rows.into_iter().map(Application::try_from).collect::<Result<Vec<_>>>()?;
    if applications.is_empty() {
        return Ok(applications);
    }
    let ids: Vec<_> = applications.iter().map(|application| application.id).collect();
    let mut pairs = clinic::list(conn, &ids).await?;
    for application in &mut applications {
        let pair = pairs.remove(&application.id).unwrap_or_default();
        (application.before, application.after) = (pair.before, pair.after);
    }
    Ok(applications)
}

async fn with_analyses_if_any(conn: &mut TenantConn, row: Option<Row>) -> Result<Option<Application>> {
    Ok(with_analyses(conn, row.into_iter().collect()).await?.pop())
}

/// A new application.
#[derive(Clone, Debug)]
pub struct NewApplication {
    /// The kind. A walk-in has the status received from the start.
    pub kind: ApplicationKind,
    /// The account, if the person has one.
    pub patient_id: Option<PatientId>,
    /// The person of the account. None for its holder.
    pub person_id: Option<PersonId>,
    /// The clinic.
    pub institution_id: InstitutionId,
    /// The person's data.
    pub person: Person,
    /// Whether it counts as already opened by the clinic.
    pub opened: bool,
}

/// Inserts an application. Returns none when the clinic is not active. The application is attributed to the clinic's
/// invitation that the patient accepted last, unless an earlier application was.
pub async fn insert(tx: &mut TenantTx, new: &NewApplication, now: DateTime<Utc>) -> Result<Option<ApplicationId>> {
    let received = new.kind == ApplicationKind::WalkIn;
    // the clinic's row is locked, so that it cannot be deactivated before the commit
    let id = sqlx::query_scalar!(
        "with clinic as (select id from institutions where id = $3 and active for share)
         insert into applications (kind, patient_id, institution_id, status, name, birth, gender, phone_number, created_at,
                                   updated_at, claim_at, opened_at, person_id, invite_id)
         select $1, $2, id, $4::smallint, $5, $6, $7, $8, $9::timestamptz, $9, case when $4 = 1 then $9 end,
                case when $10::boolean then $9 end, $11::bigint,
                (select u.invite_id from invite_uses u join invites v on v.id = u.invite_id
                 where u.tenant_id = current_tenant() and u.patient_id = $2 and v.institution_id = $3
                   and not exists (select from applications a where a.patient_id = $2 and a.invite_id = u.invite_id)
                 order by u.created_at desc limit 1)
         from clinic
         returning id",
        new.kind.as_str(),
        new.patient_id.map(PatientId::get),
        new.institution_id.get(),
        i16::from(received),
        new.person.name.as_str(),
        new.person.birth.date(),
        new.person.gender.map(Gender::number),
        new.person.phone_number.as_str(),
        now,
        new.opened,
        new.person_id.map(PersonId::get)
    )
    .fetch_optional(tx.connection())
    .await?;
    Ok(id.map(ApplicationId::new))
}

/// Finds a patient's own application, unless its person was removed.
pub async fn find_own(conn: &mut TenantConn, patient: PatientId, id: ApplicationId) -> Result<Option<Application>> {
    let row =
        select_applications!("where a.id = $1 and a.patient_id = $2 and h.removed_at is null", id.get(), patient.get())
            .fetch_optional(conn.connection())
            .await?;
    with_analyses_if_any(conn, row).await
}

/// Finds a clinic's application.
pub async fn find_at(conn: &mut TenantConn, clinic: InstitutionId, id: ApplicationId) -> Result<Option<Application>> {
    let row = select_applications!(
        "where a.id = $1 and a.institution_id = $2 and a.hidden_at is null",
        id.get(),
        clinic.get()
    )
    .fetch_optional(conn.connection())
    .await?;
    with_analyses_if_any(conn, row).await
}

/// A party of an application.
#[derive(Clone, Copy, Debug)]
pub enum Party {
    /// The patient.
    Patient(PatientId),
    /// The clinic.
    Clinic(InstitutionId),
}

impl Party {
    /// Returns the patient's and the clinic's id to select by; one of them is none.
    fn columns(self) -> (Option<i64>, Option<i64>) {
        match self {
            Self::Patient(patient) => (Some(patient.get()), None),
            Self::Clinic(clinic) => (None, Some(clinic.get())),
        }
    }
}

/// Locks an application of this party until the transaction ends and returns its status.
pub async fn lock(tx: &mut TenantTx, party: Party, id: ApplicationId) -> Result<Option<ApplicationStatus>> {
    let (patient, clinic) = party.columns();
    let status = sqlx::query_scalar!(
        "select status from applications
         where id = $1 and ($2::bigint is null or patient_id = $2)
               and ($3::bigint is null or institution_id = $3 and hidden_at is null)
         for no key update",
        id.get(),
        patient,
        clinic
    )
    .fetch_optional(tx.connection())
    .await?;
    let column = column("applications", "status", id);
    status.map(|number| column.require(ApplicationStatus::from_repr(number))).transpose()
}

/// Sets the status of a locked application to one that `domain::ApplicationStatus::step` allowed.
///
/// # Errors
/// When the trigger `applications_step` rejects the step.
pub async fn set_status(tx: &mut TenantTx, id: ApplicationId, to: ApplicationStatus, now: DateTime<Utc>) -> Result<()> {
    sqlx::query!(
        "update applications set status = $2::smallint, claim_at = case when $2 = 1 then $3 else claim_at end, updated_at = $3
         where id = $1",
        id.get(),
        to.number(),
        now
    )
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// Sets the subject of a locked application without analyses, and the person of the account that is the subject.
pub async fn set_person(
    tx: &mut TenantTx,
    id: ApplicationId,
    person: &Person,
    of_account: PersonId,
    now: DateTime<Utc>,
) -> Result<()> {
    sqlx::query!(
        "update applications
         set name = $2, birth = $3, gender = $4, phone_number = $5, updated_at = $6, person_id = $7 where id = $1",
        id.get(),
        person.name.as_str(),
        person.birth.date(),
        person.gender.map(Gender::number),
        person.phone_number.as_str(),
        now,
        of_account.get()
    )
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// Sets whether the clinic makes no analysis after cleaning, for a locked application that is received.
pub async fn set_before_only(tx: &mut TenantTx, id: ApplicationId, flag: bool, now: DateTime<Utc>) -> Result<()> {
    sqlx::query!("update applications set before_only = $2, updated_at = $3 where id = $1", id.get(), flag, now)
        .execute(tx.connection())
        .await?;
    Ok(())
}

/// Sets when the clinic first opened an application.
pub async fn set_opened(conn: &mut TenantConn, id: ApplicationId, now: DateTime<Utc>) -> Result<()> {
    sqlx::query!("update applications set opened_at = $2 where id = $1 and opened_at is null", id.get(), now)
        .execute(conn.connection())
        .await?;
    Ok(())
}
