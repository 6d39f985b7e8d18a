//! Analyses of applications: pictures, scores and releases by a clinic's staff.
//!
//! Every writer locks the application, then the analysis, then its pictures, which prevents deadlocks.

mod save;

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use domain::{ApplicationId, Expert, InstitutionId, PatientId, Phase, PictureId, StaffId, Tci, TciId, TciNumber};

pub use save::{Attributes, TciVersion, save};

use super::row::{Row, select_tcis};
use super::{PictureChange, next_of_day};
use crate::uploads::Upload;
use crate::{Result, TenantConn, TenantTx, column, pictures};

/// The two analyses of an application. Each is none without pictures.
#[derive(Debug, Default)]
pub struct TciPair {
    /// Before cleaning.
    pub before: Option<Tci>,
    /// After cleaning.
    pub after: Option<Tci>,
}

/// Lists the analyses of applications, by application.
pub async fn list(conn: &mut TenantConn, applications: &[ApplicationId]) -> Result<HashMap<ApplicationId, TciPair>> {
    let ids: Vec<i64> = applications.iter().map(|id| id.get()).collect();
    let rows = select_tcis!("where t.application_id = any($1)", &ids).fetch_all(conn.connection()).await?;
    let mut pairs: HashMap<ApplicationId, TciPair> = HashMap::new();
    for row in rows {
        let application =
            column("tcis", "application_id", row.id).require(row.application_id.map(ApplicationId::new))?;
        let pair = pairs.entry(application).or_default();
        let phase = column("tcis", "phase", row.id)
            .require(row.phase.as_deref().and_then(|code| code.parse::<Phase>().ok()))?;
        let slot = match phase {
            Phase::Before => &mut pair.before,
            Phase::After => &mut pair.after,
        };
        *slot = Some(Row::try_into(row)?);
    }
    Ok(pairs)
}

/// Finds an analysis of an application.
pub async fn find(conn: &mut TenantConn, application: ApplicationId, id: TciId) -> Result<Option<Tci>> {
    let row = select_tcis!("where t.id = $1 and t.application_id = $2", id.get(), application.get())
        .fetch_optional(conn.connection())
        .await?;
    row.map(Tci::try_from).transpose()
}

/// Finds the member of staff who last saved an analysis or replaced its picture.
pub async fn find_last_editor(conn: &mut TenantConn, id: TciId) -> Result<Option<Expert>> {
    let row =
        sqlx::query!("select s.id, s.name from tcis t join staff s on s.id = t.saved_by where t.id = $1", id.get())
            .fetch_optional(conn.connection())
            .await?;
    Ok(row.map(|row| Expert { id: StaffId::new(row.id), name: row.name }))
}

/// A clinic's picture for one of an application's analyses.
#[derive(Clone, Debug)]
pub struct NewPicture {
    /// The application. It must be locked and received.
    pub application_id: ApplicationId,
    /// The patient's account.
    pub patient_id: Option<PatientId>,
    /// The clinic.
    pub institution_id: InstitutionId,
    /// Which of the two analyses.
    pub phase: Phase,
    /// The object, claimed by [`crate::uploads::claim`] in the same transaction.
    pub upload: Upload,
    /// The member of staff who took it.
    pub staff_id: StaffId,
}

/// Inserts the analysis of a phase with its first picture, or replaces its picture. With a new picture the analysis
/// must be read again, and the scores and the release of the old picture are void. Returns the analysis and the picture
/// to read.
pub async fn upsert_picture(tx: &mut TenantTx, new: &NewPicture, now: DateTime<Utc>) -> Result<(TciId, PictureId)> {
    let known = sqlx::query_scalar!(
        "select id from tcis where application_id = $1 and phase = $2 for update",
        new.application_id.get(),
        new.phase.as_str()
    )
    .fetch_optional(tx.connection())
    .await?;
    let id = if let Some(id) = known {
        sqlx::query!(
            "update tcis set status = 0, failure_code = null, version = version + 1, shooting_at = $2, updated_at = $2,
                 saved_by = $3
             where id = $1",
            id,
            now,
            new.staff_id.get()
        )
        .execute(tx.connection())
        .await?;
        id
    } else {
        insert(tx, new, now).await?
    };
    let change = PictureChange::Upload { upload: new.upload.clone(), crop: None };
    let picture = pictures::replace(tx, TciId::new(id), &change, now).await?;
    let picture = column("pictures", "current", id).require(picture)?;
    Ok((TciId::new(id), picture))
}

async fn insert(tx: &mut TenantTx, new: &NewPicture, now: DateTime<Utc>) -> Result<i64> {
    let (day, count) = next_of_day(tx, now).await?;
    let number = TciNumber::clinic(day, count);
    Ok(sqlx::query_scalar!(
        "insert into tcis (patient_id, application_id, institution_id, phase, tci_number, shooting_expert_id, shooting_at,
                           created_at, updated_at, person_id)
         values ($1, $2, $3, $4, $5, $6, $7, $7, $7, (select person_id from applications where id = $2))
         returning id",
        new.patient_id.map(PatientId::get),
        new.application_id.get(),
        new.institution_id.get(),
        new.phase.as_str(),
        number.as_str(),
        new.staff_id.get(),
        now
    )
    .fetch_one(tx.connection())
    .await?)
}

/// Releases an analysis to the patient, and completes the application when both are released, or the first one if the
/// clinic makes no second. Returns whether the application is complete. The application must be locked, and the
/// analysis scored, and read or failed.
pub async fn release(tx: &mut TenantTx, application: ApplicationId, id: TciId, now: DateTime<Utc>) -> Result<bool> {
    sqlx::query!(
        "update tcis set status = 2, updated_at = $3 where id = $1 and application_id = $2",
        id.get(),
        application.get(),
        now
    )
    .execute(tx.connection())
    .await?;
    let completed = sqlx::query!(
        "update applications set status = 2, updated_at = $2
         where id = $1 and status = 1
           and ((select count(*) from tcis where application_id = $1 and status = 2) = 2
                or (before_only and not exists (select from tcis where application_id = $1 and phase = 'after')))",
        application.get(),
        now
    )
    .execute(tx.connection())
    .await?;
    Ok(completed.rows_affected() == 1)
}
