//! Lists of applications, paged by time and id.

use chrono::{DateTime, Utc};
use domain::{Application, ApplicationId, ApplicationStatus, Institution, InstitutionId, PatientId};

use super::{Row, select_applications, with_analyses};
use crate::{Result, TenantConn};

/// A page of a list of applications.
#[derive(Clone, Copy, Debug)]
pub struct PageRequest {
    /// Made at this time or later.
    pub from: DateTime<Utc>,
    /// Made before this time.
    pub to: DateTime<Utc>,
    /// The last application of the page before.
    pub before: Option<ApplicationId>,
    /// The maximum number of applications.
    pub limit: i64,
}

impl PageRequest {
    /// Returns the time and the id that everything on the page comes before. Returns none when the last application of the page
    /// before does not exist.
    async fn start(&self, conn: &mut TenantConn) -> Result<Option<(DateTime<Utc>, i64)>> {
        let Some(before) = self.before else { return Ok(Some((self.to, 0))) };
        let at = sqlx::query_scalar!("select created_at from applications where id = $1", before.get())
            .fetch_optional(conn.connection())
            .await?;
        Ok(at.map(|at| if at < self.to { (at, before.get()) } else { (self.to, 0) }))
    }
}

/// Lists a patient's own applications, the newest first.
pub async fn list_own(conn: &mut TenantConn, patient: PatientId, page: &PageRequest) -> Result<Vec<Application>> {
    let Some((at, id)) = page.start(conn).await? else { return Ok(Vec::new()) };
    let rows = select_applications!(
        "where a.patient_id = $1 and a.created_at >= $2 and (a.created_at, a.id) < ($3, $4)
         order by a.created_at desc, a.id desc limit $5",
        patient.get(),
        page.from,
        at,
        id,
        page.limit
    )
    .fetch_all(conn.connection())
    .await?;
    with_analyses(conn, rows).await
}

/// Which applications of a clinic to list.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// With this status.
    pub status: Option<ApplicationStatus>,
    /// Not opened by the clinic yet.
    pub unopened: bool,
    /// Contained in the name or the number, in lower case.
    pub text: String,
    /// Of this patient.
    pub patient: Option<PatientId>,
}

/// Lists a clinic's applications, the newest first.
pub async fn list_at(
    conn: &mut TenantConn,
    clinic: InstitutionId,
    filter: &Filter,
    page: &PageRequest,
) -> Result<Vec<Application>> {
    let Some((at, id)) = page.start(conn).await? else { return Ok(Vec::new()) };
    // one statement for each index; the text is searched for in what the index finds
    let rows = match (filter.patient, filter.unopened, filter.status) {
        (Some(patient), _, _) => {
            select_applications!(
                "where a.institution_id = $1 and a.patient_id = $6 and a.created_at >= $2 and (a.created_at, a.id) < ($3, $4)
                 order by a.created_at desc, a.id desc limit $5",
                clinic.get(),
                page.from,
                at,
                id,
                page.limit,
                patient.get()
            )
            .fetch_all(conn.connection())
            .await?
        }
        (None, true, status) => list_unopened(conn, clinic, status, &filter.text, &Start { page, at, id }).await?,
        (None, false, Some(status)) => {
            select_applications!(
                "where a.institution_id = $1 and a.status = $6 and a.created_at >= $2 and (a.created_at, a.id) < ($3, $4)
                       and ($7 = '' or strpos(lower(a.name), $7) > 0 or strpos(a.phone_number, $7) > 0)
                 order by a.created_at desc, a.id desc limit $5",
                clinic.get(),
                page.from,
                at,
                id,
                page.limit,
                status.number(),
                filter.text.as_str()
            )
            .fetch_all(conn.connection())
            .await?
        }
        (None, false, None) => {
            select_applications!(
                "where a.institution_id = $1 and a.created_at >= $2 and (a.created_at, a.id) < ($3, $4)
                       and ($6 = '' or strpos(lower(a.name), $6) > 0 or strpos(a.phone_number, $6) > 0)
                 order by a.created_at desc, a.id desc limit $5",
                clinic.get(),
                page.from,
                at,
                id,
                page.limit,
                filter.text.as_str()
            )
            .fetch_all(conn.connection())
            .await?
        }
    };
    with_analyses(conn, rows).await
}

/// A page with the time and the id that everything on it comes before.
struct Start<'a> {
    page: &'a PageRequest,
    at: DateTime<Utc>,
    id: i64,
}

async fn list_unopened(
    conn: &mut TenantConn,
    clinic: InstitutionId,
    status: Option<ApplicationStatus>,
    text: &str,
    start: &Start<'_>,
) -> Result<Vec<Row>> {
    let rows = select_applications!(
        "where a.institution_id = $1 and a.opened_at is null and a.created_at >= $2 and (a.created_at, a.id) < ($3, $4)
                       and ($6::smallint is null or a.status = $6)
                       and ($7 = '' or strpos(lower(a.name), $7) > 0 or strpos(a.phone_number, $7) > 0)
                 order by a.created_at desc, a.id desc limit $5",
        clinic.get(),
        start.page.from,
        start.at,
        start.id,
        start.page.limit,
        status.map(ApplicationStatus::number),
        text
    )
    .fetch_all(conn.connection())
    .await?;
    Ok(rows)
}

/// Finds the clinic of a patient's most recent application since a time, if the clinic is active.
pub async fn find_recent_clinic(
    conn: &mut TenantConn,
    patient: PatientId,
    since: DateTime<Utc>,
) -> Result<Option<Institution>> {
    let found = sqlx::query_as!(
        Institution,
        "select i.id, i.name, i.representative_name, i.address, i.phone_number
         from (select institution_id from applications where patient_id = $1 and created_at >= $2
               order by created_at desc, id desc limit 1) a
         join institutions i on i.id = a.institution_id
         where i.active",
        patient.get(),
        since
    )
    .fetch_optional(conn.connection())
    .await?;
    Ok(found)
}
