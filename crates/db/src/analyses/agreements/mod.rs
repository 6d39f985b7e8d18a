//! Agreement of the model with the clinics' experts, and shadow runs of candidate models.

mod shadow;

use chrono::{DateTime, NaiveDate, Utc};
use domain::{ApplicationId, InstitutionId};
use serde::Serialize;

pub use shadow::{
    ShadowComparison, ShadowReading, ShadowScored, ShadowSummary, insert_shadow, list_shadows, list_shadows_scored,
};

use crate::connection::error::Column;
use crate::{Result, TenantConn, column};

/// The scores of the model and of the expert for a released analysis.
#[derive(Clone, Debug)]
pub struct ScoredPicture {
    /// The application. Its analyses before and after the cleaning show the same tongue.
    pub application_id: ApplicationId,
    /// The clinic.
    pub institution_id: InstitutionId,
    /// The version of the model.
    pub model_version: String,
    /// The model's scores.
    pub model: [u8; 9],
    /// The expert's scores.
    pub expert: [u8; 9],
    /// Whether the expert started from the model's scores.
    pub from_ai: bool,
    /// Mean confidence of the model's scores.
    pub confidence: f64,
    /// Area of the tongue's bounding box as a share of the photo.
    pub tongue_share: f64,
    /// Pixels of the photo's shorter side.
    pub shorter_side: f64,
    /// Mean luma of the tongue, 0 to 255. None for results from before it was stored.
    pub brightness: Option<f64>,
    /// Variance of the Laplacian inside the tongue. None for results from before it was stored.
    pub sharpness: Option<f64>,
}

/// Agreement of one clinic's experts with one version.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Agreement {
    /// The clinic.
    pub institution_id: InstitutionId,
    /// The version of the model.
    pub model_version: String,
    /// The last day of the period.
    pub day: NaiveDate,
    /// Released analyses.
    pub photos: i32,
    /// Share of cells with the same score.
    pub exact: f32,
    /// Quadratic-weighted kappa.
    pub kappa: f32,
    /// Its 95 % interval.
    pub kappa_interval: [f32; 2],
    /// The number of analyses whose expert started from the model's scores, which raises the agreement.
    pub from_ai: i32,
    /// Quadratic-weighted kappa of the other analyses, if there are any.
    pub kappa_unaided: Option<f32>,
    /// Mean absolute difference of the index, in points of 100.
    pub index_error: f32,
    /// The numbers of cells that the model scored 0, 1 and 2.
    pub model_cells: [i32; 3],
    /// The numbers of cells that the experts scored 0, 1 and 2.
    pub expert_cells: [i32; 3],
    /// Mean confidence of the model.
    pub confidence: f32,
    /// Mean area of the tongue's bounding box as a share of the photo.
    pub tongue_share: f32,
    /// Mean pixels of the photo's shorter side.
    pub shorter_side: f32,
    /// Mean luma of the tongue, 0 to 255, over the photos whose luma is known.
    pub brightness: Option<f32>,
    /// Mean variance of the Laplacian inside the tongue, over the photos for which it is known.
    pub sharpness: Option<f32>,
}

fn nine_scores(column: Column<i64>, scores: &[i16]) -> Result<[u8; 9]> {
    let numbers: Vec<u8> = scores.iter().filter_map(|score| u8::try_from(*score).ok()).collect();
    column.require(numbers.try_into().ok())
}

/// Lists the released analyses that an expert scored from `from` until before `to`.
pub async fn list_scored(conn: &mut TenantConn, from: DateTime<Utc>, to: DateTime<Utc>) -> Result<Vec<ScoredPicture>> {
    let rows = sqlx::query!(
        r#"select p.id as picture_id, t.institution_id as "institution_id!", t.application_id as "application_id!", r.model_version,
                  r.scores, p.expert_scores as "expert_scores!", p.scored_from_ai,
                  (select avg(c) from unnest(r.confidences) c)::float8 as "confidence!",
                  least(1, r.grid_width::float8 * r.grid_height / (p.width::float8 * p.height)) as "tongue_share!",
                  least(p.width, p.height)::float8 as "shorter_side!", r.brightness::float8 as brightness,
                  r.sharpness::float8 as sharpness
           from tcis t
           join pictures p on p.tci_id = t.id and p.current
           join results r on r.picture_id = p.id
           where t.status = 2 and t.institution_id is not null and p.expert_scores is not null
             and p.scored_at >= $1 and p.scored_at < $2
           order by t.institution_id, r.model_version, p.id"#,
        from,
        to
    )
    .fetch_all(conn.connection())
    .await?;
    rows.into_iter()
        .map(|r| {
            Ok(ScoredPicture {
                application_id: ApplicationId::new(r.application_id),
                institution_id: InstitutionId::new(r.institution_id),
                model_version: r.model_version,
                model: nine_scores(column("results", "scores", r.picture_id), &r.scores)?,
                expert: nine_scores(column("pictures", "expert_scores", r.picture_id), &r.expert_scores)?,
                from_ai: r.scored_from_ai,
                confidence: r.confidence,
                tongue_share: r.tongue_share,
                shorter_side: r.shorter_side,
                brightness: r.brightness,
                sharpness: r.sharpness,
            })
        })
        .collect()
}

/// Upserts an agreement. It replaces one of the same day.
pub async fn upsert(conn: &mut TenantConn, a: &Agreement, now: DateTime<Utc>) -> Result<()> {
    sqlx::query!(
        "insert into model_agreements (institution_id, model_version, day, photos, exact, kappa, kappa_low, kappa_high,
                                       index_error, model_cells, expert_cells, confidence, tongue_share, shorter_side, brightness,
                                       sharpness, from_ai, kappa_unaided, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)
         on conflict (institution_id, model_version, day) do update
         set photos = excluded.photos, exact = excluded.exact, kappa = excluded.kappa, kappa_low = excluded.kappa_low,
             kappa_high = excluded.kappa_high, index_error = excluded.index_error, model_cells = excluded.model_cells,
             expert_cells = excluded.expert_cells, confidence = excluded.confidence,
             tongue_share = excluded.tongue_share, shorter_side = excluded.shorter_side, brightness = excluded.brightness,
             sharpness = excluded.sharpness, from_ai = excluded.from_ai, kappa_unaided = excluded.kappa_unaided, created_at = excluded.created_at",
        a.institution_id.get(),
        a.model_version,
        a.day,
        a.photos,
        a.exact,
        a.kappa,
        a.kappa_interval[0],
        a.kappa_interval[1],
        a.index_error,
        &a.model_cells,
        &a.expert_cells,
        a.confidence,
        a.tongue_share,
        a.shorter_side,
        a.brightness,
        a.sharpness,
        a.from_ai,
        a.kappa_unaided,
        now
    )
    .execute(conn.connection())
    .await?;
    Ok(())
}

/// Lists the newest agreement of each clinic and version.
pub async fn list_newest(conn: &mut TenantConn) -> Result<Vec<Agreement>> {
    let rows = sqlx::query!(
        "select distinct on (institution_id, model_version) institution_id, model_version, day, photos, exact, kappa,
                kappa_low, kappa_high, index_error, model_cells, expert_cells, confidence, tongue_share, shorter_side,
                brightness, sharpness, from_ai, kappa_unaided
         from model_agreements
         order by institution_id, model_version, day desc"
    )
    .fetch_all(conn.connection())
    .await?;
    rows.into_iter()
        .map(|r| {
            Ok(Agreement {
                institution_id: InstitutionId::new(r.institution_id),
                model_version: r.model_version,
                day: r.day,
                photos: r.photos,
                exact: r.exact,
                kappa: r.kappa,
                kappa_interval: [r.kappa_low, r.kappa_high],
                from_ai: r.from_ai,
                kappa_unaided: r.kappa_unaided,
                index_error: r.index_error,
                model_cells: column("model_agreements", "model_cells", r.day).require(r.model_cells.try_into().ok())?,
                expert_cells: column("model_agreements", "expert_cells", r.day)
                    .require(r.expert_cells.try_into().ok())?,
                confidence: r.confidence,
                tongue_share: r.tongue_share,
                shorter_side: r.shorter_side,
                brightness: r.brightness,
                sharpness: r.sharpness,
            })
        })
        .collect()
}
