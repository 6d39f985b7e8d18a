//! `GET /model`

use axum::response::Json;
use domain::DeployedModel;
use domain::deployed_model::{Figure, OutlineFigures, ReaderFigures, WithoutTongue};
use http::{HeaderName, HeaderValue, header};
use serde::Serialize;
use utoipa::ToSchema;

use crate::guard::Tenant;
use crate::problem::{Problem, ProblemBody};

/// A promotion may be seen a minute late; `vary`, because a page of another origin needs an answer of its own.
const KEPT_FOR_A_MINUTE: [(HeaderName, HeaderValue); 2] = [
    (header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=60")),
    (header::VARY, HeaderValue::from_static("origin")),
];

/// What photos are read with.
#[derive(Debug, Serialize, ToSchema)]
pub struct ModelAnswer {
    /// The deployed version; null when no worker has taken one up yet.
    #[schema(required)]
    model: Option<ModelBody>,
}

/// The deployed version of the model. It is the same for all tenants.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Model)]
pub struct ModelBody {
    /// Its name, as each result has it in `aiResult.modelVersion`.
    #[schema(example = "tongue-1-9a12d14e")]
    version: String,
    /// SHA-256, hexadecimal, of the photos that it learned from and was tested on.
    data_hash: String,
    /// What its tests found.
    figures: FiguresBody,
}

/// What was measured on photos that the version had not learned from. What was not recorded of this very version is null or
/// empty; figures of another one never stand in for it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ModelFigures)]
pub struct FiguresBody {
    /// The tongue's outline.
    #[schema(required)]
    outline: Option<OutlineBody>,
    /// The scores, against each reader of the same photos.
    readers: Vec<ReaderBody>,
    /// Photos that show no tongue.
    #[schema(required)]
    without_tongue: Option<WithoutTongueBody>,
    /// Mean difference between a confidence and the share of such scores that was right: a share, 0 to 1.
    #[schema(required, example = 0.0344)]
    calibration_error: Option<f64>,
}

/// A figure and its 95 % interval, by resampling whole photos, in the figure's own unit.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ModelFigure)]
pub struct FigureBody {
    /// The figure of all photos.
    value: f64,
    /// Where the interval begins.
    low: f64,
    /// Where it ends.
    high: f64,
}

/// How well outlines are drawn.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ModelOutline)]
pub struct OutlineBody {
    /// Photos.
    photos: u32,
    /// Mean share of both outlines' area that lies in both (intersection over union), 0 to 1.
    overlap: FigureBody,
}

/// How well scores agree with one reader's.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ModelReader)]
pub struct ReaderBody {
    /// Photos, of nine cells each.
    photos: u32,
    /// Share of cells with the reader's very score, 0 to 1.
    same_cells: FigureBody,
    /// Mean absolute difference of the index, in points of 100.
    index_difference: FigureBody,
}

/// How photos without a tongue fare.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ModelWithoutTongue)]
pub struct WithoutTongueBody {
    /// Photos.
    photos: u32,
    /// How many of them were refused, as all should be.
    refused: u32,
}

impl From<DeployedModel> for ModelBody {
    fn from(model: DeployedModel) -> Self {
        let DeployedModel { version, data_hash, figures } = model;
        let outline =
            figures.outline.map(|OutlineFigures { photos, overlap }| OutlineBody { photos, overlap: overlap.into() });
        let without = figures.without_tongue;
        Self {
            version,
            data_hash,
            figures: FiguresBody {
                outline,
                readers: figures.readers.into_iter().map(ReaderBody::from).collect(),
                without_tongue: without.map(|WithoutTongue { photos, refused }| WithoutTongueBody { photos, refused }),
                calibration_error: figures.calibration_error,
            },
        }
    }
}

impl From<ReaderFigures> for ReaderBody {
    fn from(reader: ReaderFigures) -> Self {
        let ReaderFigures { photos, same_cells, index_difference } = reader;
        Self { photos, same_cells: same_cells.into(), index_difference: index_difference.into() }
    }
}

impl From<Figure> for FigureBody {
    fn from(Figure { value, low, high }: Figure) -> Self {
        Self { value, low, high }
    }
}

/// The version that photos are read with, and what its tests found. Needs no session; may be kept for a minute.
#[utoipa::path(
    get, path = "/model", tag = "model", operation_id = "getModel",
    responses(
        (status = 200, body = ModelAnswer),
        (status = 404, description = "unknown_tenant", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub async fn handle(tenant: Tenant) -> Result<([(HeaderName, HeaderValue); 2], Json<ModelAnswer>), Problem> {
    let found = db::deployed_model::find(&mut tenant.db.acquire().await?).await?;
    Ok((KEPT_FOR_A_MINUTE, Json(ModelAnswer { model: found.map(ModelBody::from) })))
}
