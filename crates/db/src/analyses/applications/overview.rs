//! Data of the start pages: the amount of work, and the clinics that a patient used.

use chrono::{DateTime, Utc};
use domain::{Institution, InstitutionId, PatientId, StaffId};

use crate::{Result, TenantConn};

/// How many applications of a clinic need work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WorkCounts {
    /// Created since the start of the day, with any status.
    pub today: i64,
    /// Applications that need work.
    pub to_do: i64,
    /// Those of `to_do` that nobody opened yet.
    pub unopened: i64,
    /// Those of `to_do` that are assigned to the requesting analyst.
    pub mine: i64,
}

/// Counts a clinic's applications for its worklist. `today` is the start of the day.
pub async fn count_work(
    conn: &mut TenantConn,
    clinic: InstitutionId,
    staff: StaffId,
    today: DateTime<Utc>,
) -> Result<WorkCounts> {
    let counts = sqlx::query_as!(
        WorkCounts,
        r#"select (select count(*) from applications
                   where institution_id = $1 and hidden_at is null and created_at >= $3) as "today!",
                  count(*) as "to_do!", count(*) filter (where opened_at is null) as "unopened!",
                  count(*) filter (where assignee_id = $2) as "mine!"
           from applications where institution_id = $1 and status in (0, 1) and hidden_at is null"#,
        clinic.get(),
        staff.get(),
        today
    )
    .fetch_one(conn.connection())
    .await?;
    Ok(counts)
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

/// Lists the active clinics of a patient's applications and claims, the most recently used first.
pub async fn list_previous_clinics(conn: &mut TenantConn, patient: PatientId, limit: i64) -> Result<Vec<Institution>> {
    let found = sqlx::query_as!(
        Institution,
        "select i.id, i.name, i.representative_name, i.address, i.phone_number
         from (select institution_id, max(created_at) as last_at from (
                   select institution_id, created_at from applications where patient_id = $1 and hidden_at is null
                   union all
                   select institution_id, created_at from claims where patient_id = $1 and hidden_at is null
               ) uses group by institution_id) used
         join institutions i on i.id = used.institution_id
         where i.active
         order by used.last_at desc, i.id desc limit $2",
        patient.get(),
        limit
    )
    .fetch_all(conn.connection())
    .await?;
    Ok(found)
}
