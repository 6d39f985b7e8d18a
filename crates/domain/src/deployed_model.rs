//! The version of the model that photos are read with, and what its tests found.

use serde::{Deserialize, Serialize};

/// The version that workers read photos with.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DeployedModel {
    /// Its name, as each result has it.
    pub version: String,
    /// SHA-256, hexadecimal, of the photos that it learned from and was tested on: whoever knows these photos by it knows what
    /// the figures are about.
    pub data_hash: String,
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

/// How photos without a tongue fare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WithoutTongue {
    /// Photos.
    pub photos: u32,
    /// How many of them were refused, as all should be.
    pub refused: u32,
}
