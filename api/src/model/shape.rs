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
    /// SHA-256, hexadecimal, of its test photos; of its training photos if no test was recorded.
    pub data_hash: String,
    /// SHA-256, hexadecimal, of its training photos; null if an earlier worker recorded it.
    #[schema(required)]
    pub training_data_hash: Option<String>,
    /// Its test results.
    pub figures: FiguresBody,
}

/// Metrics on photos that the version was not trained on. Metrics that were not recorded for this version are null or
/// empty.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ModelFigures)]
pub struct FiguresBody {
    /// The tongue's outline.
    #[schema(required)]
    pub outline: Option<OutlineBody>,
    /// The scores, compared with each annotator of the same photos.
    pub readers: Vec<AnnotatorMetricsBody>,
    /// Photos that show no tongue.
    #[schema(required)]
    pub without_tongue: Option<WithoutTongueBody>,
    /// Mean difference between a confidence and the share of such scores that was right: a share, 0 to 1.
    #[schema(required, example = 0.0344)]
    pub calibration_error: Option<f64>,
    /// By source, the metrics of networks that were trained like this version, but without that source. `all` combines
    /// all sources.
    pub leave_one_source_out: Vec<HeldOutSourceBody>,
    /// How results change when the photo is modified, by modification. `all` combines all of them.
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
#[schema(as = ModelAnnotator)]
pub struct AnnotatorMetricsBody {
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
    /// How many of them were rejected, as all should be.
    pub refused: u32,
}

/// Metrics of networks on a source that they were not trained on: means over trainings with different seeds; null if
/// the source has no such labels.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ModelHeldOutSource)]
pub struct HeldOutSourceBody {
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
    /// Share of the photos with a tongue that were rejected, 0 to 1.
    #[schema(required)]
    pub refused: Option<FigureBody>,
    /// Quadratic-weighted kappa with the annotators: 1 is full agreement, 0 is chance.
    #[schema(required)]
    pub kappa: Option<FigureBody>,
    /// Mean absolute difference of the index from the annotators' mean index, in points of 100.
    #[schema(required)]
    pub index_difference: Option<FigureBody>,
    /// Correlation of the index with the annotators' mean index, -1 to 1.
    #[schema(required)]
    pub index_correlation: Option<FigureBody>,
}

/// How results change with one modification of the photo, such as less light.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ModelChange)]
pub struct ChangeBody {
    /// The change: `darker`, `brighter`, `warmer`, `cooler`, `cropped`, `smaller`, `compressed`, or `all`.
    pub change: String,
    /// Photos that were scored both ways.
    pub photos: u32,
    /// Photos that were scored unmodified and rejected when modified.
    pub refused: u32,
    /// Mean absolute difference of the expected index, in points of 100.
    pub index_difference: f64,
    /// The same for the displayed index.
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
            readers: figures.annotators.into_iter().map(AnnotatorMetricsBody::from).collect(),
            without_tongue: without.map(|NoTongueMetrics { photos, refused }| WithoutTongueBody { photos, refused }),
            calibration_error: figures.calibration_error,
            leave_one_source_out: figures.leave_one_source_out.into_iter().map(HeldOutSourceBody::from).collect(),
            repeatability: figures.repeatability.into_iter().map(ChangeBody::from).collect(),
        }
    }
}

impl From<HeldOutSourceMetrics> for HeldOutSourceBody {
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

impl From<AnnotatorMetrics> for AnnotatorMetricsBody {
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
