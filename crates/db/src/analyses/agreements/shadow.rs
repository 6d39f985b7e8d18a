//! Shadow runs: results of candidate models for pictures that the deployed version reads.

use chrono::{DateTime, Utc};
use domain::{ApplicationId, PictureId};
use serde::Serialize;

use super::nine_scores;
use crate::{Result, TenantConn, column};

/// The result of a candidate model, compared with the deployed version.
#[derive(Clone, Debug)]
pub struct ShadowReading<'a> {
    /// The picture.
    pub picture_id: PictureId,
    /// The candidate.
    pub candidate: &'a str,
    /// The deployed version.
    pub deployed: &'a str,
    /// Whether both read it, or both failed for the same reason.
    pub same_outcome: bool,
    /// The comparison of the results. None when one of them failed.
    pub comparison: Option<ShadowComparison>,
}

/// The results of a candidate and of the deployed version that both read a picture.
#[derive(Clone, Copy, Debug)]
pub struct ShadowComparison {
    /// The candidate's scores.
    pub scores: [u8; 9],
    /// The number of cells with the same score.
    pub same_cells: u8,
    /// Intersection over union of the outlines.
    pub overlap: f64,
}

/// The scores of a candidate, of the deployed version and of the expert for one picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShadowScored {
    /// The application.
    pub application_id: ApplicationId,
    /// The candidate.
    pub candidate: String,
    /// The deployed version.
    pub deployed: String,
    /// The candidate's scores.
    pub candidate_scores: [u8; 9],
    /// The deployed version's scores.
    pub deployed_scores: [u8; 9],
    /// The expert's scores.
    pub expert: [u8; 9],
}

/// The comparison of a candidate with the deployed version, over all pictures.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ShadowSummary {
    /// The candidate.
    pub candidate: String,
    /// The deployed version.
    pub deployed: String,
    /// The number of pictures that both models processed.
    pub pictures: i64,
    /// The number of pictures with different outcomes: one failed, or both for different reasons.
    pub other_outcomes: i64,
    /// Mean share of cells with the same score.
    pub same_cells: Option<f64>,
    /// Mean intersection over union of the outlines.
    pub overlap: Option<f64>,
}

/// Inserts the result of a candidate. A second result, or one of a picture that is gone, changes nothing.
pub async fn insert_shadow(conn: &mut TenantConn, new: &ShadowReading<'_>, now: DateTime<Utc>) -> Result<()> {
    let scores = new.comparison.map(|both| both.scores.map(i16::from).to_vec());
    sqlx::query!(
        "insert into shadow_readings (picture_id, candidate, deployed, same_outcome, scores, same_cells, overlap, created_at)
         select p.id, $2, $3, $4, $5, $6, $7::float8::real, $8 from pictures p where p.id = $1
         on conflict (picture_id, candidate) do nothing",
        new.picture_id.get(),
        new.candidate,
        new.deployed,
        new.same_outcome,
        scores.as_deref(),
        new.comparison.map(|both| i16::from(both.same_cells)),
        new.comparison.map(|both| both.overlap),
        now
    )
    .execute(conn.connection())
    .await?;
    Ok(())
}

/// Lists the comparisons of candidates with the deployed version.
pub async fn list_shadows(conn: &mut TenantConn) -> Result<Vec<ShadowSummary>> {
    let rows = sqlx::query!(
        r#"select candidate, deployed, count(*) as "pictures!", count(*) filter (where not same_outcome) as "other!",
                  (avg(same_cells) / 9)::float8 as same_cells, avg(overlap)::float8 as overlap
           from shadow_readings group by candidate, deployed order by max(created_at) desc"#
    )
    .fetch_all(conn.connection())
    .await?;
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

/// Lists the released analyses whose picture a candidate read too, candidate by candidate.
///
/// Leaves out the analyses whose expert started from the deployed version's scores, because they favor that version.
pub async fn list_shadows_scored(conn: &mut TenantConn) -> Result<Vec<ShadowScored>> {
    let rows = sqlx::query!(
        r#"select p.id as picture_id, t.application_id as "application_id!", s.candidate, s.deployed, s.scores as "of_candidate!",
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
    rows.into_iter()
        .map(|r| {
            Ok(ShadowScored {
                application_id: ApplicationId::new(r.application_id),
                candidate: r.candidate,
                deployed: r.deployed,
                candidate_scores: nine_scores(column("shadow_readings", "scores", r.picture_id), &r.of_candidate)?,
                deployed_scores: nine_scores(column("results", "scores", r.picture_id), &r.of_deployed)?,
                expert: nine_scores(column("pictures", "expert_scores", r.picture_id), &r.expert)?,
            })
        })
        .collect()
}
