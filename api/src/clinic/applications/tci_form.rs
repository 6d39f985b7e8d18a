//! The expert's form for an analysis.

use domain::{Invalid, Scores, Square, StaffId, application};
use serde::Deserialize;
use serde_json::Value;
use serde_with::rust::double_option;
use utoipa::ToSchema;

use crate::problem::{FieldErrors, Problem};
use crate::self_checks::put_picture::SquareRequest;
use crate::self_checks::shape::Coordinates;

/// An expert's changes of an analysis.
#[derive(Debug, Deserialize, ToSchema)]
pub struct PutTciRequest {
    /// The version that the expert edited.
    #[schema(required, value_type = i64)]
    pub(super) version: Option<i64>,
    /// The changes.
    #[schema(required, value_type = AttributesRequest)]
    pub(super) attributes: Option<AttributesRequest>,
}

/// An expert's changes; omitted fields stay as they are.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::option_option, reason = "left out and null ask for different things")]
pub struct AttributesRequest {
    /// The expert who took the picture; null for none.
    #[serde(default, deserialize_with = "double_option::deserialize")]
    #[schema(value_type = Option<i64>)]
    shooting_expert_id: Option<Option<i64>>,
    /// The expert who scored it; null for none.
    #[serde(default, deserialize_with = "double_option::deserialize")]
    #[schema(value_type = Option<i64>)]
    analysis_expert_id: Option<Option<i64>>,
    /// Nine scores 0..2, row by row from the tongue's root.
    #[schema(value_type = Option<Vec<u8>>, min_items = 9, max_items = 9)]
    expert_scores: Option<Value>,
    /// Whether the expert started from the AI's scores. It is stored with the scores.
    #[serde(default)]
    scores_from_ai: bool,
    /// The tongue's outline as the expert corrected it: 8 to 128 points [x, y] in pixels of the upright picture, inside it, the
    /// first not repeated, without a crossing (`mismatch`). Null restores the AI's.
    #[serde(default, deserialize_with = "double_option::deserialize")]
    #[schema(value_type = Option<Vec<Vec<f32>>>, min_items = 8, max_items = 128)]
    expert_outline: Option<Option<Value>>,
    /// The square that is read; null for the whole picture. A picture that the AI could not read is read again.
    #[serde(default, deserialize_with = "double_option::deserialize")]
    #[schema(value_type = Option<Coordinates>)]
    coordinates: Option<Option<SquareRequest>>,
    /// At most 10,000 characters.
    #[schema(max_length = 10_000)]
    comment: Option<String>,
    /// True releases the analysis to the patient.
    #[serde(default)]
    pub(super) release: bool,
}

/// A form whose fields are valid, as far as that can be checked without the row.
#[expect(clippy::option_option, reason = "as the request's fields")]
pub(super) struct ParsedForm {
    pub(super) version: i64,
    pub(super) scores: Option<Scores>,
    pub(super) from_ai: bool,
    pub(super) outline: Option<Option<Vec<[f32; 2]>>>,
    pub(super) square: Option<Option<Square>>,
    pub(super) comment: Option<String>,
    pub(super) experts: [Option<Option<StaffId>>; 2],
    pub(super) release: bool,
}

impl PutTciRequest {
    pub(super) fn parse(self) -> Result<ParsedForm, Problem> {
        let required = |field| Err(Invalid::new(field, domain::InvalidCode::Required));
        let mut errors = FieldErrors::default();
        let version = errors.check(self.version.map_or_else(|| required("version").map(|()| 0), Ok));
        let form = errors
            .check(self.attributes.map_or_else(|| required("attributes").map(|()| AttributesRequest::default()), Ok));
        let form = form.unwrap_or_default();
        let scores = errors.check(form.expert_scores.as_ref().map(parse_scores).transpose());
        let outline =
            errors.check(form.expert_outline.map(|value| value.as_ref().map(parse_points).transpose()).transpose());
        let square =
            errors.check(form.coordinates.map(|value| value.map(SquareRequest::parse).transpose()).transpose());
        let comment = errors.check(form.comment.as_deref().map(application::parse_comment).transpose());
        let comment = comment.flatten();
        errors.finish()?;
        Ok(ParsedForm {
            version: version.unwrap_or_default(),
            scores: scores.flatten(),
            from_ai: form.scores_from_ai,
            outline: outline.flatten(),
            square: square.flatten(),
            comment,
            experts: [form.shooting_expert_id, form.analysis_expert_id].map(|id| id.map(|id| id.map(StaffId::new))),
            release: form.release,
        })
    }
}

/// Parses nine integers of 0, 1 or 2.
fn parse_scores(value: &Value) -> Result<Scores, Invalid> {
    let invalid = |code| Invalid::new("expertScores", code);
    let numbers: Option<Vec<i64>> = value.as_array().and_then(|list| list.iter().map(Value::as_i64).collect());
    let numbers = numbers.filter(|numbers| numbers.len() == 9).ok_or(invalid(domain::InvalidCode::Format))?;
    Scores::from_numbers(&numbers).ok_or(invalid(domain::InvalidCode::Range))
}

/// Parses pairs of numbers. Whether they are a valid outline depends on the picture.
fn parse_points(value: &Value) -> Result<Vec<[f32; 2]>, Invalid> {
    let points =
        Vec::<[f32; 2]>::deserialize(value).map_err(|_| Invalid::new("expertOutline", domain::InvalidCode::Format))?;
    // hand-drawn points are no more precise than a tenth of a pixel
    Ok(points.into_iter().map(|point| point.map(|part| (part * 10.).round() / 10.)).collect())
}
