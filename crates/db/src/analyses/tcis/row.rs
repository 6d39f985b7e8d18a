//! The columns of an analysis.

use chrono::{DateTime, Utc};
use domain::correction::Correction;
use domain::tci::{AiResult, AnalysisPlace, ExpertScore, Picture};
use domain::{
    Confidences, Expert, FailureCode, Grid, ObjectKey, Outline, Phase, PictureId, Scores, StaffId, Tci, TciId,
    TciNumber, TciStatus,
};
use sqlx::types::Json;

use crate::{Error, Result, column, people, pictures};

/// An analysis with its current picture and the result of reading it.
pub(crate) struct Row {
    pub(crate) id: i64,
    pub(crate) tci_number: String,
    pub(crate) status: i16,
    pub(crate) shooting_at: DateTime<Utc>,
    pub(crate) created_at: DateTime<Utc>,
    pub(crate) updated_at: DateTime<Utc>,
    pub(crate) comment: String,
    pub(crate) failure_code: Option<String>,
    pub(crate) version: i32,
    pub(crate) picture_id: Option<i64>,
    pub(crate) object_key: Option<String>,
    pub(crate) width: Option<i32>,
    pub(crate) height: Option<i32>,
    pub(crate) crop_left: Option<i32>,
    pub(crate) crop_top: Option<i32>,
    pub(crate) crop_size: Option<i32>,
    pub(crate) scores: Option<Vec<i16>>,
    pub(crate) confidences: Option<Vec<f32>>,
    pub(crate) outline: Option<Json<Vec<[f32; 2]>>>,
    pub(crate) grid: Option<Vec<f32>>,
    pub(crate) unfamiliar: Option<bool>,
    pub(crate) model_version: Option<String>,
    pub(crate) read_at: Option<DateTime<Utc>>,
    pub(crate) expert_scores: Option<Vec<i16>>,
    pub(crate) scored_at: Option<DateTime<Utc>>,
    pub(crate) expert_outline: Option<Json<Vec<[f32; 2]>>>,
    pub(crate) view_left: Option<i32>,
    pub(crate) view_top: Option<i32>,
    pub(crate) view_size: Option<i32>,
    pub(crate) application_id: Option<i64>,
    pub(crate) phase: Option<String>,
    pub(crate) shooting_expert_id: Option<i64>,
    pub(crate) shooting_expert: Option<String>,
    pub(crate) analysis_expert_id: Option<i64>,
    pub(crate) analysis_expert: Option<String>,
    pub(crate) person_id: Option<i64>,
    pub(crate) person_name: Option<String>,
    pub(crate) person_relation: Option<String>,
    pub(crate) clinic: Option<String>,
    pub(crate) corrected_at: Option<DateTime<Utc>>,
    pub(crate) correction_reason: Option<String>,
}

macro_rules! select_tcis {
    ($which:tt, $($argument:expr),+) => {
        sqlx::query_as!(
            $crate::tcis::row::Row,
            r#"select t.id as "id!", t.tci_number as "tci_number!", t.status as "status!", t.shooting_at as "shooting_at!",
                      t.created_at as "created_at!", t.updated_at as "updated_at!", t.comment as "comment!", t.failure_code,
                      t.version as "version!", p.id as "picture_id?", p.object_key as "object_key?",
                      p.width as "width?", p.height as "height?", p.crop_left as "crop_left?", p.crop_top as "crop_top?",
                      p.crop_size as "crop_size?", r.scores as "scores?", r.confidences as "confidences?",
                      r.outline as "outline?: sqlx::types::Json<Vec<[f32; 2]>>",
                      case when r.picture_id is not null
                           then array[r.grid_left, r.grid_top, r.grid_width, r.grid_height, r.grid_angle] end as "grid?",
                      r.unfamiliar as "unfamiliar?", r.model_version as "model_version?", r.created_at as "read_at?",
                      p.expert_scores as "expert_scores?", p.scored_at as "scored_at?",
                      p.expert_outline as "expert_outline?: sqlx::types::Json<Vec<[f32; 2]>>", p.view_left as "view_left?",
                      p.view_top as "view_top?", p.view_size as "view_size?", t.application_id as "application_id?",
                      t.phase as "phase?", t.shooting_expert_id as "shooting_expert_id?", se.name as "shooting_expert?",
                      t.analysis_expert_id as "analysis_expert_id?", ae.name as "analysis_expert?",
                      t.person_id as "person_id?", h.name as "person_name?", h.relation as "person_relation?",
                      i.name as "clinic?", k.created_at as "corrected_at?", k.reason as "correction_reason?"
               from tcis t
               left join pictures p on p.tci_id = t.id and p.current
               left join results r on r.picture_id = p.id
               left join staff se on se.id = t.shooting_expert_id
               left join staff ae on ae.id = t.analysis_expert_id
               left join people h on h.id = t.person_id
               left join institutions i on i.id = t.institution_id
               left join lateral (select created_at, reason from tci_corrections where tci_id = t.id order by id desc limit 1) k
                         on true
               "# + $which,
            $($argument),+
        )
    };
}

pub(crate) use select_tcis;

impl TryFrom<Row> for Tci {
    type Error = Error;

    fn try_from(mut row: Row) -> Result<Self> {
        let failure = row.failure_code.as_deref();
        let failure_code = column("tcis", "failure_code", row.id);
        Ok(Self {
            id: TciId::new(row.id),
            status: column("tcis", "status", row.id).require(TciStatus::from_repr(row.status))?,
            failure: failure.map(|code| failure_code.check(code.parse::<FailureCode>())).transpose()?,
            picture: row.take_picture()?,
            place: row.take_analysis_place()?,
            correction: row
                .corrected_at
                .zip(row.correction_reason.take())
                .map(|(at, reason)| Correction { at, reason }),
            shooting_expert: expert(row.shooting_expert_id, row.shooting_expert),
            analysis_expert: expert(row.analysis_expert_id, row.analysis_expert),
            number: TciNumber::from_stored(row.tci_number),
            person: people::label_if_any(row.person_id, row.person_name, row.person_relation.as_deref())?,
            shooting_at: row.shooting_at,
            created_at: row.created_at,
            updated_at: row.updated_at,
            comment: row.comment,
            version: row.version,
        })
    }
}

impl Row {
    fn take_analysis_place(&mut self) -> Result<Option<AnalysisPlace>> {
        let (Some(phase), Some(clinic)) = (self.phase.as_deref(), self.clinic.take()) else { return Ok(None) };
        let phase = column("tcis", "phase", self.id).check(phase.parse::<Phase>())?;
        Ok(Some(AnalysisPlace { phase, clinic }))
    }

    fn take_picture(&mut self) -> Result<Option<Picture>> {
        let (Some(id), Some(object_key)) = (self.picture_id, self.object_key.take()) else { return Ok(None) };
        Ok(Some(Picture {
            id: PictureId::new(id),
            object_key: ObjectKey::from_stored(object_key),
            size: pictures::size(id, self.width, self.height)?,
            crop: pictures::crop(id, self.crop_left, self.crop_top, self.crop_size)?,
            view: pictures::crop(id, self.view_left, self.view_top, self.view_size)?,
            read: self.take_result(id)?,
            expert: self.take_expert_score(id)?,
            expert_outline: self
                .expert_outline
                .take()
                .map(|Json(points)| column("pictures", "expert_outline", id).require(Outline::new(points)))
                .transpose()?,
        }))
    }

    fn take_expert_score(&mut self, picture: i64) -> Result<Option<ExpertScore>> {
        let (Some(scores), Some(created_at)) = (self.expert_scores.take(), self.scored_at) else { return Ok(None) };
        let scores = column("pictures", "expert_scores", picture).require(Scores::from_numbers(&scores))?;
        Ok(Some(ExpertScore { scores, created_at }))
    }

    fn take_result(&mut self, picture: i64) -> Result<Option<AiResult>> {
        let (Some(scores), Some(confidences), Some(Json(outline)), Some(grid)) =
            (self.scores.take(), self.confidences.take(), self.outline.take(), self.grid.take())
        else {
            return Ok(None);
        };
        let (Some(unfamiliar), Some(model_version), Some(created_at)) =
            (self.unfamiliar, self.model_version.take(), self.read_at)
        else {
            return Ok(None);
        };
        let grid = <[f32; 5]>::try_from(grid).ok().map(|[left, top, width, height, angle]| Grid {
            left,
            top,
            width,
            height,
            angle,
        });
        let confidences = confidences.try_into().ok().and_then(Confidences::new);
        Ok(Some(AiResult {
            scores: column("results", "scores", picture).require(Scores::from_numbers(&scores))?,
            confidences: column("results", "confidences", picture).require(confidences)?,
            outline: column("results", "outline", picture).require(Outline::new(outline))?,
            grid: column("results", "grid", picture).require(grid)?,
            unfamiliar,
            model_version,
            created_at,
        }))
    }
}

pub(crate) fn expert(id: Option<i64>, name: Option<String>) -> Option<Expert> {
    Some(Expert { id: StaffId::new(id?), name: name? })
}
