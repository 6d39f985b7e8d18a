//! An analysis in responses.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::people::shape::PersonLabelBody;

/// One analysis of one tongue.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Tci {
    /// The analysis's id.
    pub id: i64,
    /// Its number: kind, local date, the day's count, check digit.
    #[schema(example = "S-20260102-0001-7")]
    pub tci_number: String,
    /// The person; null for a visitor without an account.
    #[schema(required)]
    pub person: Option<PersonLabelBody>,
    /// 0 requested, 1 the AI has read it, 2 complete.
    #[schema(minimum = 0, maximum = 2)]
    pub status: i16,
    /// When the photo was submitted.
    pub shooting_at: DateTime<Utc>,
    /// When it last changed.
    pub updated_at: DateTime<Utc>,
    /// The expert who took the photo; null for a self-check.
    #[schema(required)]
    pub shooting_expert_id: Option<i64>,
    /// The expert who scored it; null for a self-check.
    #[schema(required)]
    pub analysis_expert_id: Option<i64>,
    /// The expert who took the photo; null for a self-check.
    #[schema(required)]
    pub shooting_expert: Option<Expert>,
    /// The expert who scored it; null for a self-check.
    #[schema(required)]
    pub analysis_expert: Option<Expert>,
    /// The expert's comment; empty, for the patient, until it is released.
    pub comment: String,
    /// The current picture.
    #[schema(required)]
    pub tci_picture: Option<TciPicture>,
    /// Why the current picture could not be read; null when it was, or is not yet.
    #[schema(required)]
    pub failure: Option<Failure>,
    /// Before or after cleaning; null for a self-check.
    #[schema(required, example = "before")]
    pub phase: Option<String>,
    /// The clinic's name; null for a self-check.
    #[schema(required)]
    pub clinic_name: Option<String>,
    /// The newest correction after the release; null where there was none.
    #[schema(required)]
    pub correction: Option<Correction>,
    /// The version; every change increments it.
    pub version: i32,
}

/// A correction of a released analysis.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Correction {
    /// The time.
    pub at: DateTime<Utc>,
    /// Why.
    pub reason: String,
}

/// A clinic's expert.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Expert {
    /// The expert's id.
    pub id: i64,
    /// The expert's name.
    pub name: String,
}

impl From<domain::Expert> for Expert {
    fn from(row: domain::Expert) -> Self {
        Self { id: row.id.get(), name: row.name }
    }
}

/// Why a picture could not be read.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Failure {
    /// The reason, stable.
    #[schema(example = "no_tongue")]
    pub code: String,
    /// The reason in the reader's language, with what to do.
    pub message: String,
}

/// A picture and what was read from it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TciPicture {
    /// The URL: path and query relative to the tenant's asset host, valid for at least five minutes.
    pub picture_url: String,
    /// Width of the upright picture in pixels; null until it has been read.
    #[schema(required)]
    pub width: Option<u32>,
    /// Height of the upright picture in pixels; null until it has been read.
    #[schema(required)]
    pub height: Option<u32>,
    /// The square that is read, in pixels of the upright picture; null for the whole picture.
    #[schema(required)]
    pub coordinates: Option<Coordinates>,
    /// The expert's scores; null for a self-check and, for the patient, until they are released.
    #[schema(required)]
    pub score: Option<ExpertScore>,
    /// The outline that an expert corrected: 8 to 128 points [x, y] in order, clockwise, in pixels of the upright
    /// picture. Null without a correction and, for the patient, until the release.
    #[schema(required, min_items = 8, max_items = 128)]
    pub expert_outline: Option<Vec<[f32; 2]>>,
    /// What the AI read; null until it has.
    #[schema(required)]
    pub ai_result: Option<AiResult>,
}

/// A square of a picture, in pixels.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize, ToSchema)]
pub struct Coordinates {
    /// From the picture's left edge.
    #[schema(minimum = 0)]
    pub left: u32,
    /// From the picture's top edge.
    #[schema(minimum = 0)]
    pub top: u32,
    /// Width; equal to the height.
    #[schema(minimum = 1)]
    pub width: u32,
    /// Height; equal to the width.
    #[schema(minimum = 1)]
    pub height: u32,
}

/// An expert's scores.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExpertScore {
    /// Nine scores 0..2, row by row from the tongue's root, left to right as seen.
    #[schema(min_items = 9, max_items = 9)]
    pub scores: Vec<u8>,
    /// When they were saved.
    pub created_at: DateTime<Utc>,
}

/// What the AI read from a picture.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AiResult {
    /// Nine scores 0..2, row by row from the tongue's root, left to right as seen.
    #[schema(min_items = 9, max_items = 9)]
    pub scores: Vec<u8>,
    /// How sure the model is of each score, 0..1.
    #[schema(min_items = 9, max_items = 9)]
    pub confidences: Vec<f32>,
    /// Whether the tongue differs from those of every source in the training data: the scores are then less certain
    /// than their confidences.
    pub unfamiliar: bool,
    /// When it was read.
    pub created_at: DateTime<Utc>,
    /// The model that read it.
    pub model_version: String,
    /// The frame on which the 3x3 cells lie.
    pub grid: Grid,
    /// The tongue's outline: index to [x, y], clockwise, 8 to 128 points, pixels of the upright picture.
    #[schema(value_type = BTreeMap<String, [f32; 2]>, example = json!({"0": [412.0, 210.5], "1": [455.0, 218.0]}))]
    pub splition: BTreeMap<u32, [f32; 2]>,
}

/// The frame on which the 3x3 cells lie: a box in pixels of the upright picture, turned about its center.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, ToSchema)]
pub struct Grid {
    /// From the picture's left edge.
    pub left: f32,
    /// From the picture's top edge.
    pub top: f32,
    /// Width.
    pub width: f32,
    /// Height.
    pub height: f32,
    /// Degrees clockwise.
    pub angle: f32,
}

/// One analysis.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TciResponse {
    /// The analysis.
    pub tci: Tci,
}

/// A page of analyses, newest first.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TcisResponse {
    /// The analyses.
    pub tcis: Vec<Tci>,
    /// The `before` of the next page; null on the last one.
    #[schema(required)]
    pub next: Option<i64>,
}
