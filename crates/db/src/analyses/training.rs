//! Photos for training and testing later versions of the model: released by an expert, with the patient's consent.

use domain::{ObjectKey, Square};
use sqlx::types::Json;

use crate::{Result, TenantConn, column};

/// A photo for training. Its ids are only for joins and must not be stored anywhere.
#[derive(Clone, Debug)]
pub struct TrainingPhoto {
    /// The picture.
    pub picture: i64,
    /// The patient. All photos of a patient belong to the same part of the split.
    pub patient: i64,
    /// The object of the photo.
    pub object_key: ObjectKey,
    /// SHA-256 of the photo. None for photos that were accepted before it was kept.
    pub hash: Option<[u8; 32]>,
    /// The part that was read. None for the whole photo.
    pub crop: Option<Square>,
    /// The outline in pixels of the upright photo: the corrected one, otherwise the model's.
    pub outline: Vec<[f32; 2]>,
    /// Whether an expert corrected the outline.
    pub corrected: bool,
    /// The expert's scores.
    pub expert: [u8; 9],
    /// Whether the expert started from the model's scores.
    pub from_ai: bool,
}

/// Lists the photos after the picture `after`, the oldest first, at most `limit`: those released by an expert whose
/// account holder currently consents to training and to the processing of health data.
pub async fn list(conn: &mut TenantConn, after: i64, limit: i64) -> Result<Vec<TrainingPhoto>> {
    let rows = sqlx::query!(
        r#"select p.id, a.id as patient, p.object_key, u.hash, p.crop_left, p.crop_top, p.crop_size,
                  coalesce(p.expert_outline, r.outline) as "outline!: Json<Vec<[f32; 2]>>",
                  p.expert_outline is not null as "corrected!", p.expert_scores as "expert_scores!", p.scored_from_ai
           from pictures p
           join tcis t on t.id = p.tci_id
           join patients a on a.id = t.patient_id
           join results r on r.picture_id = p.id
           join uploads u on u.id = p.upload_id
           where p.id > $1 and p.current and t.status = 2 and t.application_id is not null and p.expert_scores is not null
             and a.left_at is null
             -- the consent is the holder's own: nobody gave one for the other people of the account
             and exists (select from people h where h.id = t.person_id and h.relation = 'self')
             and exists (select from consents c where c.patient_id = a.id and c.kind = 'training' and c.withdrawn_at is null)
             and exists (select from consents c where c.patient_id = a.id and c.kind = 'health' and c.withdrawn_at is null)
           order by p.id limit $2"#,
        after,
        limit
    )
    .fetch_all(conn.connection())
    .await?;
    rows.into_iter()
        .map(|r| {
            let expert: Vec<u8> = r.expert_scores.iter().filter_map(|score| u8::try_from(*score).ok()).collect();
            Ok(TrainingPhoto {
                picture: r.id,
                patient: r.patient,
                object_key: ObjectKey::from_stored(r.object_key),
                hash: crate::pictures::hash(r.id, r.hash)?,
                crop: crate::pictures::crop(r.id, r.crop_left, r.crop_top, r.crop_size)?,
                outline: r.outline.0,
                corrected: r.corrected,
                from_ai: r.scored_from_ai,
                expert: column("pictures", "expert_scores", r.id).require(expert.try_into().ok())?,
            })
        })
        .collect()
}
