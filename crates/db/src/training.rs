//! What may teach and test later versions of the model: released by an expert, and let by the patient.

use domain::{ObjectKey, Square};
use sqlx::types::Json;

use crate::{Error, Result, TenantConn};

/// A photo that may be learnt from. Its ids are for joining alone and must not be written anywhere.
#[derive(Clone, Debug)]
pub struct TrainingPhoto {
    /// Which picture.
    pub picture: i64,
    /// Whose: photos of one patient stay in one part of the split.
    pub patient: i64,
    /// Where the file is.
    pub object_key: ObjectKey,
    /// The part that was read; none is all of it.
    pub crop: Option<Square>,
    /// The outline in pixels of the upright photo: the expert's where one was corrected, else the model's.
    pub outline: Vec<[f32; 2]>,
    /// Whether an expert corrected it.
    pub corrected: bool,
    /// The expert's scores.
    pub expert: [u8; 9],
    /// Whether the expert began with the model's.
    pub from_ai: bool,
}

/// The photos after `after`, the oldest first: released by an expert, of patients with an account who consent to the
/// processing of their health data and to training at this moment.
///
/// # Errors
/// Only [`Error`].
pub async fn list(conn: &mut TenantConn, after: i64, limit: i64) -> Result<Vec<TrainingPhoto>> {
    let rows = sqlx::query!(
        r#"select p.id, a.id as patient, p.object_key, p.crop_left, p.crop_top, p.crop_size,
                  coalesce(p.expert_outline, r.outline) as "outline!: Json<Vec<[f32; 2]>>",
                  p.expert_outline is not null as "corrected!", p.expert_scores as "expert_scores!", p.scored_from_ai
           from pictures p
           join tcis t on t.id = p.tci_id
           join patients a on a.id = t.patient_id
           join results r on r.picture_id = p.id
           where p.id > $1 and p.current and t.status = 2 and t.application_id is not null and p.expert_scores is not null
             and a.left_at is null
             and exists (select from consents c where c.patient_id = a.id and c.kind = 'training' and c.withdrawn_at is null)
             and exists (select from consents c where c.patient_id = a.id and c.kind = 'health' and c.withdrawn_at is null)
           order by p.id limit $2"#,
        after,
        limit
    )
    .fetch_all(conn.connection())
    .await?;
    conn.settle();
    rows.into_iter()
        .map(|r| {
            let expert: Vec<u8> = r.expert_scores.iter().filter_map(|score| u8::try_from(*score).ok()).collect();
            Ok(TrainingPhoto {
                picture: r.id,
                patient: r.patient,
                object_key: ObjectKey::from_stored(r.object_key),
                crop: crate::pictures::crop(r.crop_left, r.crop_top, r.crop_size)?,
                outline: r.outline.0,
                corrected: r.corrected,
                from_ai: r.scored_from_ai,
                expert: expert.try_into().map_err(|_| Error::Stored("pictures.expert_scores"))?,
            })
        })
        .collect()
}
