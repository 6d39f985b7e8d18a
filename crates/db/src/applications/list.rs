//! Lists of applications, paged by moment and id.

use chrono::{DateTime, Utc};
use domain::{Application, ApplicationId, ApplicationStatus, Institution, InstitutionId, PatientId};

use super::{complete, select_applications};
use crate::{Result, TenantConn};

/// Which part of a list of applications: made from a moment on and before another, before one of them in the list.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// From this moment on.
    pub from: DateTime<Utc>,
    /// Before this moment.
    pub to: DateTime<Utc>,
    /// The last of the page before.
    pub before: Option<ApplicationId>,
    /// At most so many.
    pub limit: i64,
}

impl Part {
    /// Where the page begins: moment and id that everything on it comes after; none when the page before ended with
    /// what is not there.
    async fn begin(&self, conn: &mut TenantConn) -> Result<Option<(DateTime<Utc>, i64)>> {
        let Some(before) = self.before else { return Ok(Some((self.to, 0))) };
        let at = sqlx::query_scalar!("select created_at from applications where id = $1", before.get())
            .fetch_optional(conn.connection())
            .await?;
        Ok(at.map(|at| if at < self.to { (at, before.get()) } else { (self.to, 0) }))
    }
}

/// A patient's own applications, the newest first.
///
/// # Errors
/// Only [`Error`].
pub async fn list_own(conn: &mut TenantConn, patient: PatientId, part: &Part) -> Result<Vec<Application>> {
    let Some((at, id)) = part.begin(conn).await? else { return Ok(Vec::new()) };
    let rows = select_applications!(
        "where a.patient_id = $1 and a.created_at >= $2 and (a.created_at, a.id) < ($3, $4)
         order by a.created_at desc, a.id desc limit $5",
        patient.get(),
        part.from,
        at,
        id,
        part.limit
    )
    .fetch_all(conn.connection())
    .await?;
    conn.settle();
    complete(conn, rows).await
}

/// What a clinic looks for.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// In this state.
    pub status: Option<ApplicationStatus>,
    /// Opened by nobody.
    pub unopened: bool,
    /// Part of the name or the number.
    pub text: String,
    /// Of this account.
    pub patient: Option<PatientId>,
}

/// A clinic's applications, the newest first.
///
/// # Errors
/// Only [`Error`].
pub async fn list_at(
    conn: &mut TenantConn,
    clinic: InstitutionId,
    filter: &Filter,
    part: &Part,
) -> Result<Vec<Application>> {
    let Some((at, id)) = part.begin(conn).await? else { return Ok(Vec::new()) };
    // a statement for each index; the text is looked for in what they find
    let rows = match (filter.patient, filter.unopened, filter.status) {
        (Some(patient), _, _) => {
            select_applications!(
                "where a.institution_id = $1 and a.patient_id = $6 and a.created_at >= $2 and (a.created_at, a.id) < ($3, $4)
                 order by a.created_at desc, a.id desc limit $5",
                clinic.get(),
                part.from,
                at,
                id,
                part.limit,
                patient.get()
            )
            .fetch_all(conn.connection())
            .await?
        }
        (None, true, status) => {
            select_applications!(
                "where a.institution_id = $1 and a.opened_at is null and a.created_at >= $2 and (a.created_at, a.id) < ($3, $4)
                       and ($6::smallint is null or a.status = $6)
                       and ($7 = '' or strpos(lower(a.name), $7) > 0 or strpos(a.phone_number, $7) > 0)
                 order by a.created_at desc, a.id desc limit $5",
                clinic.get(),
                part.from,
                at,
                id,
                part.limit,
                status.map(ApplicationStatus::number),
                filter.text.as_str()
            )
            .fetch_all(conn.connection())
            .await?
        }
        (None, false, Some(status)) => {
            select_applications!(
                "where a.institution_id = $1 and a.status = $6 and a.created_at >= $2 and (a.created_at, a.id) < ($3, $4)
                       and ($7 = '' or strpos(lower(a.name), $7) > 0 or strpos(a.phone_number, $7) > 0)
                 order by a.created_at desc, a.id desc limit $5",
                clinic.get(),
                part.from,
                at,
                id,
                part.limit,
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
                part.from,
                at,
                id,
                part.limit,
                filter.text.as_str()
            )
            .fetch_all(conn.connection())
            .await?
        }
    };
    conn.settle();
    complete(conn, rows).await
}

/// The clinic of a patient's most recent application since a moment, if it can still be chosen.
///
/// # Errors
/// Only [`Error`].
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
    conn.settle();
    Ok(found)
}
