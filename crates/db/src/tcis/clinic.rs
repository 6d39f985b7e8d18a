//! Analyses of applications: pictures, scores and releases by a clinic's staff.
//!
//! Every writer locks the application, then the analysis, then its pictures, so that none waits for another in a circle.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use domain::{
    ApplicationId, InstitutionId, Outline, PatientId, Phase, PictureId, Scores, Square, StaffId, Tci, TciId, TciNumber,
};

use sqlx::types::Json;

use super::row::{Row, select_tcis};
use super::{PictureChange, next_of_day};
use crate::uploads::Upload;
use crate::{Error, Result, TenantConn, TenantTx, pictures};

/// Both analyses of an application, as far as there are pictures.
pub type Pair = (Option<Tci>, Option<Tci>);

/// The analyses of applications, by application.
///
/// # Errors
/// Only [`Error`].
pub async fn list(conn: &mut TenantConn, applications: &[ApplicationId]) -> Result<HashMap<ApplicationId, Pair>> {
    let ids: Vec<i64> = applications.iter().map(|id| id.get()).collect();
    let rows = select_tcis!("where t.application_id = any($1)", &ids).fetch_all(conn.connection()).await?;
    conn.settle();
    let mut pairs: HashMap<ApplicationId, Pair> = HashMap::new();
    for row in rows {
        let application = row.application_id.map(ApplicationId::new).ok_or(Error::Stored("tcis.application_id"))?;
        let pair = pairs.entry(application).or_default();
        let phase = row.phase.as_deref().and_then(Phase::from_code).ok_or(Error::Stored("tcis.phase"))?;
        let place = match phase {
            Phase::Before => &mut pair.0,
            Phase::After => &mut pair.1,
        };
        *place = Some(Row::try_into(row)?);
    }
    Ok(pairs)
}

/// One analysis of an application.
///
/// # Errors
/// Only [`Error`].
pub async fn find(conn: &mut TenantConn, application: ApplicationId, id: TciId) -> Result<Option<Tci>> {
    let row = select_tcis!("where t.id = $1 and t.application_id = $2", id.get(), application.get())
        .fetch_optional(conn.connection())
        .await?;
    conn.settle();
    row.map(Tci::try_from).transpose()
}

/// A clinic's picture for one of an application's analyses.
#[derive(Clone, Debug)]
pub struct NewPicture {
    /// Of which application, which is locked and received.
    pub application_id: ApplicationId,
    /// Whose account.
    pub patient_id: Option<PatientId>,
    /// The clinic.
    pub institution_id: InstitutionId,
    /// Which of its two.
    pub phase: Phase,
    /// The object, taken by [`crate::uploads::claim`] in the same transaction.
    pub upload: Upload,
    /// Who took it.
    pub staff_id: StaffId,
}

/// Makes the analysis of a phase with its first picture, or gives it another: it waits to be read again, and scores and
/// release of the earlier picture are gone. Answers the picture that is to be read.
///
/// # Errors
/// Only [`Error`].
pub async fn put_picture(tx: &mut TenantTx, new: &NewPicture, now: DateTime<Utc>) -> Result<(TciId, PictureId)> {
    let known = sqlx::query_scalar!(
        "select id from tcis where application_id = $1 and phase = $2 for update",
        new.application_id.get(),
        new.phase.as_str()
    )
    .fetch_optional(tx.connection())
    .await?;
    let id = if let Some(id) = known {
        sqlx::query!(
            "update tcis set status = 0, failure_code = null, version = version + 1, shooting_at = $2, updated_at = $2
             where id = $1",
            id,
            now
        )
        .execute(tx.connection())
        .await?;
        id
    } else {
        insert(tx, new, now).await?
    };
    let change = PictureChange::Upload { upload: new.upload.clone(), crop: None };
    let picture = pictures::replace(tx, TciId::new(id), &change, now).await?.ok_or(Error::Stored("pictures"))?;
    Ok((TciId::new(id), picture))
}

async fn insert(tx: &mut TenantTx, new: &NewPicture, now: DateTime<Utc>) -> Result<i64> {
    let (day, count) = next_of_day(tx, now).await?;
    let number = TciNumber::clinic(day, count);
    Ok(sqlx::query_scalar!(
        "insert into tcis (patient_id, application_id, institution_id, phase, tci_number, shooting_expert_id, shooting_at,
                           created_at, updated_at)
         values ($1, $2, $3, $4, $5, $6, $7, $7, $7)
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

/// What an expert saves of an analysis; none leaves a thing as it is.
#[derive(Clone, Debug, Default)]
pub struct Attributes {
    /// Who took the picture; none within takes the name away.
    pub shooting_expert: Option<Option<StaffId>>,
    /// Who scored it.
    pub analysis_expert: Option<Option<StaffId>>,
    /// The nine scores.
    pub scores: Option<Scores>,
    /// Whether they were begun with the AI's.
    pub from_ai: bool,
    /// What is written about it.
    pub comment: Option<String>,
    /// The outline as the expert corrected it; none within brings the AI's back.
    pub outline: Option<Option<Outline>>,
    /// The part that is looked at.
    pub view: Option<Option<Square>>,
    /// Have the AI read this part of the picture instead; goes before `view`.
    pub read_again: Option<Option<Square>>,
}

/// Saves what an expert made of an analysis, if its version is still the expected one; false when it is not. The
/// application is locked and received, the analysis not released, experts are staff of the clinic.
///
/// # Errors
/// Only [`Error`].
pub async fn save(
    tx: &mut TenantTx,
    (id, version): (TciId, i32),
    staff: StaffId,
    attributes: &Attributes,
    now: DateTime<Utc>,
) -> Result<bool> {
    let keep = |expert: Option<Option<StaffId>>| (expert.is_none(), expert.flatten().map(StaffId::get));
    let (keep_shooting, shooting) = keep(attributes.shooting_expert);
    let (keep_analysis, analysis) = keep(attributes.analysis_expert);
    let saved = sqlx::query!(
        "update tcis
         set shooting_expert_id = case when $3 then shooting_expert_id else $4 end,
             analysis_expert_id = case when $5 then analysis_expert_id else $6 end,
             comment = coalesce($7, comment), version = version + 1, updated_at = $8
         where id = $1 and version = $2 and application_id is not null",
        id.get(),
        version,
        keep_shooting,
        shooting,
        keep_analysis,
        analysis,
        attributes.comment,
        now
    )
    .execute(tx.connection())
    .await?;
    if saved.rows_affected() == 0 {
        return Ok(false);
    }
    if let Some(crop) = attributes.read_again {
        read_again(tx, id, crop, now).await?;
    } else if let Some(view) = attributes.view {
        let pixels = |part: fn(Square) -> u32| view.map(|square| i32::try_from(part(square)).unwrap_or(i32::MAX));
        sqlx::query!(
            "update pictures set view_left = $2, view_top = $3, view_size = $4 where tci_id = $1 and current",
            id.get(),
            pixels(Square::left),
            pixels(Square::top),
            pixels(Square::side)
        )
        .execute(tx.connection())
        .await?;
    }
    if let Some(scores) = attributes.scores {
        let scores: Vec<i16> = scores.numbers().into_iter().map(i16::from).collect();
        sqlx::query!(
            "update pictures
             set expert_scores = $2, scored_at = $3, scored_by = $4, scored_from_ai = scored_from_ai or $5
             where tci_id = $1 and current",
            id.get(),
            &scores,
            now,
            staff.get(),
            attributes.from_ai
        )
        .execute(tx.connection())
        .await?;
    }
    if let Some(outline) = &attributes.outline {
        set_outline(tx, id, staff, outline.as_ref(), now).await?;
    }
    Ok(true)
}

/// Lays a corrected outline beside the AI's, or takes it away.
async fn set_outline(
    tx: &mut TenantTx,
    id: TciId,
    staff: StaffId,
    outline: Option<&Outline>,
    now: DateTime<Utc>,
) -> Result<()> {
    sqlx::query!(
        "update pictures
         set expert_outline = $2, outlined_at = case when $2::jsonb is not null then $3::timestamptz end,
             outlined_by = case when $2::jsonb is not null then $4::bigint end
         where tci_id = $1 and current",
        id.get(),
        outline.map(|outline| Json(outline.points())) as _,
        now,
        staff.get()
    )
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// Another part of the same photo becomes the current picture and waits to be read; saved scores and outline go along.
async fn read_again(tx: &mut TenantTx, id: TciId, crop: Option<Square>, now: DateTime<Utc>) -> Result<()> {
    let old = sqlx::query_scalar!("select id from pictures where tci_id = $1 and current", id.get())
        .fetch_optional(tx.connection())
        .await?;
    sqlx::query!("update tcis set status = 0, failure_code = null where id = $1", id.get())
        .execute(tx.connection())
        .await?;
    let picture = pictures::replace(tx, id, &PictureChange::Crop(crop), now).await?;
    if let (Some(old), Some(picture)) = (old, picture) {
        sqlx::query!(
            "update pictures p
             set expert_scores = o.expert_scores, scored_at = o.scored_at, scored_by = o.scored_by, scored_from_ai = o.scored_from_ai,
                 expert_outline = o.expert_outline, outlined_at = o.outlined_at, outlined_by = o.outlined_by
             from pictures o where p.id = $1 and o.id = $2",
            picture.get(),
            old
        )
        .execute(tx.connection())
        .await?;
    }
    Ok(())
}

/// Releases an analysis to the patient, and completes the application if that was the second. The application is locked;
/// the analysis is read and scored. Answers whether the application is complete.
///
/// # Errors
/// Only [`Error`].
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
         where id = $1 and status = 1 and (select count(*) from tcis where application_id = $1 and status = 2) = 2",
        application.get(),
        now
    )
    .execute(tx.connection())
    .await?;
    Ok(completed.rows_affected() == 1)
}
