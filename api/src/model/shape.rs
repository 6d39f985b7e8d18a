//! A version of the model in responses.

use domain::DeployedModel;
use domain::deployed_model::{
    AnnotatorMetrics, Estimate, HeldOutSourceMetrics, ModelMetrics, NoTongueMetrics, OutlineMetrics, RobustnessMetrics,
};
use serde::Serialize;
use utoipa::ToSchema;

/// The deployed version of the model. It is the same for all tenants.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Model)]
pub struct ModelBody {
    /// Its name, as each result has it in `aiResult.modelVersion`.
    #[schema(example = "tongue-1-9a12d14e")]
    pub version: String,
    /// SHA-256, hexadecimal, of the photos that it was tested on; of those that it learned from where no test was recorded.
    pub data_hash: String,
    /// SHA-256, hexadecimal, of the photos that it learned from; null where an earlier worker wrote it down.
    #[schema(required)]
    pub training_data_hash: Option<String>,
    /// The results of its tests.
    pub figures: FiguresBody,
}

/// Metrics on photos that the version was not trained on. What was not recorded for this version is null or empty; metrics of
/// another version are never used instead.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ModelFigures)]
pub struct FiguresBody {
    /// The tongue's outline.
    #[schema(required)]
    pub outline: Option<OutlineBody>,
    /// The scores, compared with each annotator of the same photos.
    pub readers: Vec<ReaderBody>,
    /// Photos that show no tongue.
    #[schema(required)]
    pub without_tongue: Option<WithoutTongueBody>,
    /// Mean difference between a confidence and the share of such scores that was right: a share, 0 to 1.
    #[schema(required, example = 0.0344)]
    pub calibration_error: Option<f64>,
    /// By source, how well networks read it that were trained like this version, but without that source. `all` has all sources
    /// together.
    pub leave_one_source_out: Vec<LeftOutBody>,
    /// How results move when the photo is changed, by change. `all` has all changes together.
    pub repeatability: Vec<ChangeBody>,
}

/// A figure and its 95 % interval, by resampling whole photos, in the figure's own unit.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ModelFigure)]
pub struct FigureBody {
    /// The figure of all photos.
    pub value: f64,
    /// The lower bound of the interval.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}

/// The quality of outlines.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ModelOutline)]
pub struct OutlineBody {
    /// Photos.
    pub photos: u32,
    /// Mean share of both outlines' area that lies in both (intersection over union), 0 to 1.
    pub overlap: FigureBody,
}

/// The agreement of scores with one annotator.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ModelReader)]
pub struct ReaderBody {
    /// Photos, of nine cells each.
    pub photos: u32,
    /// Share of cells with the same score as the annotator, 0 to 1.
    pub same_cells: FigureBody,
    /// Mean absolute difference of the index, in points of 100.
    pub index_difference: FigureBody,
}

/// Results on photos without a tongue.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ModelWithoutTongue)]
pub struct WithoutTongueBody {
    /// Photos.
    pub photos: u32,
    /// How many of them were refused, as all should be.
    pub refused: u32,
}

/// How well networks read the photos of a source that they were trained without. Figures are means over trainings that differ in
/// the seed; null where the source's photos have none.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ModelLeftOutSource)]
pub struct LeftOutBody {
    /// The source.
    #[schema(example = "all")]
    pub source: String,
    /// Photos.
    pub photos: u32,
    /// Trainings.
    pub seeds: u32,
    /// Steps of each training, which may be fewer than the version's; 0 where they are not known.
    pub steps: u32,
    /// Mean overlap of the outlines (intersection over union), 0 to 1.
    #[schema(required)]
    pub overlap: Option<FigureBody>,
    /// Share of the photos with a tongue that were refused, 0 to 1.
    #[schema(required)]
    pub refused: Option<FigureBody>,
    /// Quadratic-weighted kappa with the readers: 1 is full agreement, 0 that of chance.
    #[schema(required)]
    pub kappa: Option<FigureBody>,
    /// Mean absolute difference of the index from the readers' mean index, in points of 100.
    #[schema(required)]
    pub index_difference: Option<FigureBody>,
    /// Correlation of the index with the readers' mean index, -1 to 1.
    #[schema(required)]
    pub index_correlation: Option<FigureBody>,
}

/// How results move under one change of the photo, such as less light.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ModelChange)]
pub struct ChangeBody {
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
    /// Mean difference between a confidence and the share of such scores that was right, 0 to 1; null where nobody scored.
    #[schema(required)]
    pub calibration_error: Option<f64>,
}

impl From<DeployedModel> for ModelBody {
    fn from(model: DeployedModel) -> Self {
        let DeployedModel { version, data_hash, training_data_hash, figures } = model;
        Self { version, data_hash, training_data_hash, figures: figures.into() }
    }
}

impl From<ModelMetrics> for FiguresBody {
    fn from(figures: ModelMetrics) -> Self {
        let outline =
            figures.outline.map(|OutlineMetrics { photos, overlap }| OutlineBody { photos, overlap: overlap.into() });
        let without = figures.without_tongue;
        Self {
            outline,
            readers: figures.readers.into_iter().map(ReaderBody::from).collect(),
            without_tongue: without.map(|NoTongueMetrics { photos, refused }| WithoutTongueBody { photos, refused }),
            calibration_error: figures.calibration_error,
            leave_one_source_out: figures.leave_one_source_out.into_iter().map(LeftOutBody::from).collect(),
            repeatability: figures.repeatability.into_iter().map(ChangeBody::from).collect(),
        }
    }
}

impl From<HeldOutSourceMetrics> for LeftOutBody {
    fn from(found: HeldOutSourceMetrics) -> Self {
        let body = |figure: Option<Estimate>| figure.map(FigureBody::from);
        Self {
            source: found.source,
            photos: found.photos,
            seeds: found.seeds,
            steps: found.steps,
            overlap: body(found.overlap),
            refused: body(found.refused),
            kappa: body(found.kappa),
            index_difference: body(found.index_difference),
            index_correlation: body(found.index_correlation),
        }
    }
}

impl From<RobustnessMetrics> for ChangeBody {
    fn from(found: RobustnessMetrics) -> Self {
        let RobustnessMetrics { change, photos, refused, index_difference, shown_index_difference, calibration_error } =
            found;
        Self { change, photos, refused, index_difference, shown_index_difference, calibration_error }
    }
}

impl From<AnnotatorMetrics> for ReaderBody {
    fn from(reader: AnnotatorMetrics) -> Self {
        let AnnotatorMetrics { photos, same_cells, index_difference } = reader;
        Self { photos, same_cells: same_cells.into(), index_difference: index_difference.into() }
    }
}

impl From<Estimate> for FigureBody {
    fn from(Estimate { value, low, high }: Estimate) -> Self {
        Self { value, low, high }
    }
}
