//! Changes of an analysis by an expert.

use chrono::{DateTime, Utc};
use domain::{Outline, Scores, Square, StaffId, TciId};
use sqlx::types::Json;

use crate::tcis::PictureChange;
use crate::{Result, TenantTx, pictures};

/// An expert's changes. None leaves a value unchanged.
#[derive(Clone, Debug, Default)]
pub struct Attributes {
    /// The expert who took the picture. An inner none removes the name.
    pub shooting_expert: Option<Option<StaffId>>,
    /// The expert who scored it. An inner none removes the name.
    pub analysis_expert: Option<Option<StaffId>>,
    /// The nine scores.
    pub scores: Option<Scores>,
    /// Whether the expert started from the AI's scores.
    pub from_ai: bool,
    /// The comment.
    pub comment: Option<String>,
    /// The corrected outline. An inner none restores the AI's.
    pub outline: Option<Option<Outline>>,
    /// The part of the picture that is shown.
    pub view: Option<Option<Square>>,
    /// The part of the picture that the AI should read instead. Takes precedence over `view`.
    pub reread_crop: Option<Option<Square>>,
}

/// The version of an analysis that the expert saw.
#[derive(Clone, Copy, Debug)]
pub struct TciVersion {
    /// The analysis.
    pub id: TciId,
    /// The version.
    pub version: i32,
}

/// Saves an expert's changes if the version is still the expected one. Returns false when it is not.
///
/// The application must be locked and received, the experts must be staff of the clinic, and the analysis must not be
/// released, unless the same transaction inserted a correction.
pub async fn save(
    tx: &mut TenantTx,
    expected: TciVersion,
    staff: StaffId,
    attributes: &Attributes,
    now: DateTime<Utc>,
) -> Result<bool> {
    if !set_experts_and_comment(tx, expected, staff, attributes, now).await? {
        return Ok(false);
    }
    let id = expected.id;
    if let Some(crop) = attributes.reread_crop {
        requeue_reading(tx, id, crop, now).await?;
    } else if let Some(view) = attributes.view {
        set_view(tx, id, view).await?;
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

/// Returns false when the version is not the expected one.
async fn set_experts_and_comment(
    tx: &mut TenantTx,
    expected: TciVersion,
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
             comment = coalesce($7, comment), version = version + 1, updated_at = $8, saved_by = $9
         where id = $1 and version = $2 and application_id is not null",
        expected.id.get(),
        expected.version,
        keep_shooting,
        shooting,
        keep_analysis,
        analysis,
        attributes.comment,
        now,
        staff.get()
    )
    .execute(tx.connection())
    .await?;
    Ok(saved.rows_affected() == 1)
}

async fn set_view(tx: &mut TenantTx, id: TciId, view: Option<Square>) -> Result<()> {
    let [left, top, side] = pictures::pixels(view);
    sqlx::query!(
        "update pictures set view_left = $2, view_top = $3, view_size = $4 where tci_id = $1 and current",
        id.get(),
        left,
        top,
        side
    )
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// Sets or removes a corrected outline. The AI's outline stays.
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

/// Makes another crop of the same photo the current picture, which must be read again. Saved scores and outline are
/// kept.
async fn requeue_reading(tx: &mut TenantTx, id: TciId, crop: Option<Square>, now: DateTime<Utc>) -> Result<()> {
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
