//! The version of the model that photos are read with, and what its tests found.

use serde::{Deserialize, Serialize};

/// The version that workers read photos with.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DeployedModel {
    /// Its name, as each result has it.
    pub version: String,
    /// SHA-256, hexadecimal, of the photos that it was tested on, or of those that it learned from where no test was recorded: it says
    /// which photos the figures are about.
    pub data_hash: String,
    /// SHA-256, hexadecimal, of the photos that it learned from; none where an earlier program wrote it down.
    pub training_data_hash: Option<String>,
    /// What its tests found.
    pub figures: Figures,
}

/// What was measured on photos that the version had not learned from. What nobody recorded is none, never another version's.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Figures {
    /// The tongue's outline.
    pub outline: Option<OutlineFigures>,
    /// The scores, against each reader of the same photos.
    pub readers: Vec<ReaderFigures>,
    /// Photos that show no tongue.
    pub without_tongue: Option<WithoutTongue>,
    /// Mean difference between a confidence and the share of such scores that was right, 0 to 1.
    pub calibration_error: Option<f64>,
    /// By source, how well networks read it that were trained like the version, but without that source. `all` has all sources together.
    pub leave_one_source_out: Vec<LeftOutFigures>,
    /// How results move when the photo is changed, by change. `all` has all changes together.
    pub repeatability: Vec<ChangeFigures>,
}

/// A figure and its 95 % interval over photos.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Figure {
    /// The figure of all photos.
    pub value: f64,
    /// Where the interval begins.
    pub low: f64,
    /// Where it ends.
    pub high: f64,
}

/// How well outlines are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct OutlineFigures {
    /// Photos.
    pub photos: u32,
    /// Mean share of both outlines' area that lies in both (intersection over union), 0 to 1.
    pub overlap: Figure,
}

/// How well scores agree with one reader's.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ReaderFigures {
    /// Photos, of nine cells each.
    pub photos: u32,
    /// Share of cells with the reader's very score, 0 to 1.
    pub same_cells: Figure,
    /// Mean absolute difference of the index, in points of 100.
    pub index_difference: Figure,
}

/// How well networks read the photos of a source that they were trained without. Figures are means over trainings that differ in the
/// seed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LeftOutFigures {
    /// The source.
    pub source: String,
    /// Photos.
    pub photos: u32,
    /// Trainings.
    pub seeds: u32,
    /// Steps of each training, which may be fewer than the version's.
    #[serde(default)]
    pub steps: u32,
    /// Mean overlap of the outlines (intersection over union), 0 to 1.
    pub overlap: Option<Figure>,
    /// Share of the photos with a tongue that were refused, 0 to 1.
    pub refused: Option<Figure>,
    /// Quadratic-weighted kappa with the readers.
    pub kappa: Option<Figure>,
    /// Mean absolute difference of the index from the readers' mean index, in points of 100.
    pub index_difference: Option<Figure>,
    /// Correlation of the index with the readers' mean index.
    pub index_correlation: Option<Figure>,
}

/// How results move under one change of the photo, such as less light.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ChangeFigures {
    /// The change: `darker`, `brighter`, `warmer`, `cooler`, `cropped`, `smaller`, `compressed`, or `all`.
    pub change: String,
    /// Photos that were scored both ways.
    pub photos: u32,
    /// Photos that were scored as they are and refused when changed.
    pub refused: u32,
    /// Mean absolute difference of the expected index, in points of 100.
    pub index_difference: f64,
    /// The same of the index that is shown.
    pub shown_index_difference: f64,
    /// Mean difference between a confidence and the share of such scores that was right, 0 to 1; none where nobody scored.
    pub calibration_error: Option<f64>,
}

/// How photos without a tongue fare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WithoutTongue {
    /// Photos.
    pub photos: u32,
    /// How many of them were refused, as all should be.
    pub refused: u32,
}
