//! How far the model and the clinics' experts agree, and what candidates would have read.

use chrono::{DateTime, NaiveDate, Utc};
use domain::{ApplicationId, InstitutionId, PictureId};
use serde::Serialize;

use crate::{Error, Result, TenantConn};

/// A released analysis: what the model said and what the expert said.
#[derive(Clone, Debug)]
pub struct ScoredPicture {
    /// In which application; before and after cleaning are of one tongue.
    pub application_id: ApplicationId,
    /// Where it was scored.
    pub institution_id: InstitutionId,
    /// Which version read it.
    pub model_version: String,
    /// The model's scores.
    pub model: [u8; 9],
    /// The expert's.
    pub expert: [u8; 9],
    /// Whether the expert began with the model's.
    pub from_ai: bool,
    /// Mean confidence of the model's scores.
    pub confidence: f64,
    /// Share of the photo that the tongue's frame takes.
    pub tongue_share: f64,
    /// Pixels of the photo's shorter side.
    pub shorter_side: f64,
    /// Mean luma of the tongue, 0 to 255; none of what was read before it was kept.
    pub brightness: Option<f64>,
    /// Variance of the Laplacian inside the tongue, as [`domain::Reading`] has it; none like the brightness.
    pub sharpness: Option<f64>,
}

/// Agreement of one clinic's experts with one version.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Agreement {
    /// Which clinic.
    pub institution_id: InstitutionId,
    /// Which version.
    pub model_version: String,
    /// The last day that is counted.
    pub day: NaiveDate,
    /// Released analyses.
    pub photos: i32,
    /// Share of cells with the very score.
    pub exact: f32,
    /// Quadratic-weighted kappa.
    pub kappa: f32,
    /// Its 95 % interval.
    pub kappa_interval: [f32; 2],
    /// Of the analyses, those whose expert began with the model's scores: they agree more easily.
    pub from_ai: i32,
    /// Quadratic-weighted kappa of the others; none when there are none.
    pub kappa_unaided: Option<f32>,
    /// Mean absolute difference of the index, in points of 100.
    pub index_error: f32,
    /// Cells that the model gave 0, 1 and 2.
    pub model_cells: [i32; 3],
    /// Cells that the experts gave 0, 1 and 2.
    pub expert_cells: [i32; 3],
    /// Mean confidence of the model.
    pub confidence: f32,
    /// Mean share of the photo that the tongue's frame takes.
    pub tongue_share: f32,
    /// Mean pixels of the photo's shorter side.
    pub shorter_side: f32,
    /// Mean luma of the tongue, 0 to 255, over the photos of which it is known; none when it is of none.
    pub brightness: Option<f32>,
    /// Mean variance of the Laplacian inside the tongue; none like the brightness.
    pub sharpness: Option<f32>,
}

/// What a candidate read beside the deployed version.
#[derive(Clone, Debug)]
pub struct ShadowReading<'a> {
    /// Which picture.
    pub picture_id: PictureId,
    /// The candidate.
    pub candidate: &'a str,
    /// The deployed version.
    pub deployed: &'a str,
    /// Both read it, or both refused it for the same reason.
    pub same_outcome: bool,
    /// The candidate's scores, cells with the same score, overlap of the outlines; none when either refused it.
    pub both_read: Option<([u8; 9], u8, f64)>,
}

/// What a candidate, the deployed version and an expert said of one picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShadowScored {
    /// In which application.
    pub application_id: ApplicationId,
    /// The candidate.
    pub candidate: String,
    /// The deployed version.
    pub deployed: String,
    /// The candidate's scores.
    pub of_candidate: [u8; 9],
    /// The deployed version's.
    pub of_deployed: [u8; 9],
    /// The expert's.
    pub expert: [u8; 9],
}

/// How a candidate compares with the deployed version.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ShadowSummary {
    /// The candidate.
    pub candidate: String,
    /// The deployed version.
    pub deployed: String,
    /// Pictures that both looked at.
    pub pictures: i64,
    /// Of them, those with another outcome: one read it, or for another reason not.
    pub other_outcomes: i64,
    /// Mean share of cells with the same score.
    pub same_cells: Option<f64>,
    /// Mean overlap of the outlines.
    pub overlap: Option<f64>,
}

fn nine(scores: &[i16], what: &'static str) -> Result<[u8; 9]> {
    let numbers: Vec<u8> = scores.iter().filter_map(|score| u8::try_from(*score).ok()).collect();
    <[u8; 9]>::try_from(numbers).map_err(|_| Error::Stored(what))
}

fn three(counts: &[i32], what: &'static str) -> Result<[i32; 3]> {
    <[i32; 3]>::try_from(counts).map_err(|_| Error::Stored(what))
}

/// The analyses that clinics released, of those that an expert scored from `from` until before `to`.
///
/// # Errors
/// Only [`Error`].
pub async fn list_scored(conn: &mut TenantConn, from: DateTime<Utc>, to: DateTime<Utc>) -> Result<Vec<ScoredPicture>> {
    let rows = sqlx::query!(
        r#"select t.institution_id as "institution_id!", t.application_id as "application_id!", r.model_version, r.scores, p.expert_scores as "expert_scores!", p.scored_from_ai,
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
    conn.settle();
    rows.into_iter()
        .map(|r| {
            Ok(ScoredPicture {
                application_id: ApplicationId::new(r.application_id),
                institution_id: InstitutionId::new(r.institution_id),
                model_version: r.model_version,
                model: nine(&r.scores, "results.scores")?,
                expert: nine(&r.expert_scores, "pictures.expert_scores")?,
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

/// Writes an agreement, in the place of one of the same day.
///
/// # Errors
/// Only [`Error`].
pub async fn put(conn: &mut TenantConn, a: &Agreement, now: DateTime<Utc>) -> Result<()> {
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
    conn.settle();
    Ok(())
}

/// The newest agreement of each clinic and version, the newest version of a clinic first.
///
/// # Errors
/// Only [`Error`].
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
    conn.settle();
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
                model_cells: three(&r.model_cells, "model_agreements.model_cells")?,
                expert_cells: three(&r.expert_cells, "model_agreements.expert_cells")?,
                confidence: r.confidence,
                tongue_share: r.tongue_share,
                shorter_side: r.shorter_side,
                brightness: r.brightness,
                sharpness: r.sharpness,
            })
        })
        .collect()
}

/// Writes what a candidate read; a second time, or of a picture that is gone, changes nothing.
///
/// # Errors
/// Only [`Error`].
pub async fn insert_shadow(conn: &mut TenantConn, new: &ShadowReading<'_>, now: DateTime<Utc>) -> Result<()> {
    let scores = new.both_read.map(|(scores, ..)| scores.map(i16::from).to_vec());
    let overlap = new.both_read.map(|(.., overlap)| overlap);
    sqlx::query!(
        "insert into shadow_readings (picture_id, candidate, deployed, same_outcome, scores, same_cells, overlap, created_at)
         select p.id, $2, $3, $4, $5, $6, $7::float8::real, $8 from pictures p where p.id = $1
         on conflict (picture_id, candidate) do nothing",
        new.picture_id.get(),
        new.candidate,
        new.deployed,
        new.same_outcome,
        scores.as_deref(),
        new.both_read.map(|(_, same, _)| i16::from(same)),
        overlap,
        now
    )
    .execute(conn.connection())
    .await?;
    conn.settle();
    Ok(())
}

/// How candidates compared with the deployed version.
///
/// # Errors
/// Only [`Error`].
pub async fn list_shadows(conn: &mut TenantConn) -> Result<Vec<ShadowSummary>> {
    let rows = sqlx::query!(
        r#"select candidate, deployed, count(*) as "pictures!", count(*) filter (where not same_outcome) as "other!",
                  (avg(same_cells) / 9)::float8 as same_cells, avg(overlap)::float8 as overlap
           from shadow_readings group by candidate, deployed order by max(created_at) desc"#
    )
    .fetch_all(conn.connection())
    .await?;
    conn.settle();
    Ok(rows
        .into_iter()
        .map(|r| ShadowSummary {
            candidate: r.candidate,
            deployed: r.deployed,
            pictures: r.pictures,
            other_outcomes: r.other,
            same_cells: r.same_cells,
            overlap: r.overlap,
        })
        .collect())
}

/// The released analyses whose picture a candidate had read, too, candidate by candidate; without those whose expert began with
/// the deployed version's scores, which it would win by.
///
/// # Errors
/// Only [`Error`].
pub async fn list_shadows_scored(conn: &mut TenantConn) -> Result<Vec<ShadowScored>> {
    let rows = sqlx::query!(
        r#"select t.application_id as "application_id!", s.candidate, s.deployed, s.scores as "of_candidate!",
                  r.scores as of_deployed, p.expert_scores as "expert!"
           from shadow_readings s
           join pictures p on p.id = s.picture_id and p.current
           join tcis t on t.id = p.tci_id
           join results r on r.picture_id = p.id and r.model_version = s.deployed
           where s.scores is not null and t.status = 2 and t.application_id is not null and p.expert_scores is not null
             and not p.scored_from_ai
           order by s.candidate, s.deployed, p.id"#
    )
    .fetch_all(conn.connection())
    .await?;
    conn.settle();
    rows.into_iter()
        .map(|r| {
            Ok(ShadowScored {
                application_id: ApplicationId::new(r.application_id),
                candidate: r.candidate,
                deployed: r.deployed,
                of_candidate: nine(&r.of_candidate, "shadow_readings.scores")?,
                of_deployed: nine(&r.of_deployed, "results.scores")?,
                expert: nine(&r.expert, "pictures.expert_scores")?,
            })
        })
        .collect()
}
