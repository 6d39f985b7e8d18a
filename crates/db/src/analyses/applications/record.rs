//! A clinic's applications by person, whether the person has an account or not.

use chrono::{DateTime, NaiveDate, Utc};
use domain::{Application, ApplicationId, BirthDate, Gender, InstitutionId, Name, Person, PersonSearch, Phone};

use super::{PageRequest, Party, select_applications, with_analyses};
use crate::{Result, TenantConn, column};

/// A person that a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordPerson {
    /// The newest application.
    pub application: ApplicationId,
    /// The person, as entered there.
    pub person: Person,
    /// The number of applications for this person.
    pub applications: i64,
    /// When the newest was created.
    pub last_at: DateTime<Utc>,
    /// Whether one of them was created with an account.
    pub has_account: bool,
}

struct PersonRow {
    id: i64,
    name: String,
    birth: NaiveDate,
    gender: Option<i16>,
    phone_number: String,
    applications: i64,
    last_at: DateTime<Utc>,
    has_account: bool,
}

/// Lists the people in a clinic's applications that a search finds, the most recent first.
pub async fn list_people(
    conn: &mut TenantConn,
    clinic: InstitutionId,
    search: &PersonSearch,
    limit: i64,
) -> Result<Vec<RecordPerson>> {
    let rows = sqlx::query_as!(
        PersonRow,
        r#"select newest.id as "id!", newest.name as "name!", newest.birth as "birth!", newest.gender,
                  newest.phone_number as "phone_number!", newest.applications as "applications!",
                  newest.created_at as "last_at!", newest.has_account as "has_account!"
           from (select distinct on (search_form(a.name), a.birth, a.phone_number)
                        a.id, a.name, a.birth, a.gender, a.phone_number, a.created_at,
                        count(*) over same as applications, bool_or(a.patient_id is not null) over same as has_account
                 from applications a
                 where a.institution_id = $1 and a.hidden_at is null
                       and matches_person($2, $3, $4, a.name, a.phone_number, a.birth)
                 window same as (partition by search_form(a.name), a.birth, a.phone_number)
                 order by search_form(a.name), a.birth, a.phone_number, a.created_at desc, a.id desc) newest
           order by newest.created_at desc, newest.id desc limit $5"#,
        clinic.get(),
        search.name,
        search.phone.as_deref(),
        search.birth.as_deref(),
        limit
    )
    .fetch_all(conn.connection())
    .await?;
    rows.into_iter()
        .map(|row| {
            let gender = column("applications", "gender", row.id);
            Ok(RecordPerson {
                application: ApplicationId::new(row.id),
                person: Person {
                    name: Name::from_stored(row.name),
                    birth: BirthDate::from_date(row.birth),
                    gender: gender.check(row.gender.map(Gender::from_number).transpose())?,
                    phone_number: Phone::from_stored(row.phone_number),
                },
                applications: row.applications,
                last_at: row.last_at,
                has_account: row.has_account,
            })
        })
        .collect()
}

/// Lists a clinic's applications for the same person as one of them, the newest first. Returns an empty list when the
/// application does not belong to the clinic.
pub async fn list_same_person(
    conn: &mut TenantConn,
    clinic: InstitutionId,
    id: ApplicationId,
    page: &PageRequest,
) -> Result<Vec<Application>> {
    let Some(start) = page.start(conn, Party::Clinic(clinic)).await? else { return Ok(Vec::new()) };
    let rows = select_applications!(
        "where a.id in (select applications_of_same_person($1, $2)) and (a.created_at, a.id) < ($3, $4)
         order by a.created_at desc, a.id desc limit $5",
        clinic.get(),
        id.get(),
        start.at,
        start.id,
        page.limit
    )
    .fetch_all(conn.connection())
    .await?;
    with_analyses(conn, rows).await
}
