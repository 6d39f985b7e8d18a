//! `POST /ops/model/shadow`

use axum::extract::State;
use axum::response::Json;
use domain::InvalidCode;
use domain::model_registry::ModelAction;
use domain::operator::Reason;
use domain::text::parse_line;
use http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::promote::MAX_VERSION_CHARS;
use super::shape::{ModelChangeResponse, Request, request_change};
use crate::App;
use crate::extract::OperatorWith;
use crate::extract::operator::ChangeModel;
use crate::http::JsonBody;
use crate::problem::{JsonProblems, OperatorProblems, Problem, ValidationProblem};

/// The default share of the photos.
const DEFAULT_SHARE: f32 = 0.1;

/// The candidate of a shadow run.
#[derive(Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(default)]
#[schema(as = OpsShadowRequest)]
pub struct ShadowRequest {
    /// A published version; null ends the shadow run.
    #[schema(required)]
    version: Option<String>,
    /// The share of the photos that it reads, above 0 up to 1; 0.1 by default.
    share: Option<f32>,
    /// The reason, recorded in the audit.
    #[schema(required, max_length = 200)]
    reason: String,
}

/// Requests that the workers start or end a shadow run. Its readings are compared and never shown.
#[utoipa::path(
    post, path = "/ops/model/shadow", tag = "ops-model", operation_id = "shadowModel", request_body = ShadowRequest,
    security(("operator" = [])),
    responses((status = 202, body = ModelChangeResponse), OperatorProblems, JsonProblems, ValidationProblem)
)]
pub async fn handle(
    State(app): State<App>,
    OperatorWith(operator, _): OperatorWith<ChangeModel>,
    JsonBody(request): JsonBody<ShadowRequest>,
) -> Result<(StatusCode, Json<ModelChangeResponse>), Problem> {
    let reason = Reason::parse(&request.reason)?;
    let version = request.version.map(|version| parse_line("version", &version, MAX_VERSION_CHARS)).transpose()?;
    let share = request.share.unwrap_or(DEFAULT_SHARE);
    if !(share > 0.0 && share <= 1.0) {
        return Err(Problem::field("share", InvalidCode::Range));
    }
    let request = Request {
        action: ModelAction::Shadow,
        version: version.as_deref(),
        share: version.is_some().then_some(share),
        forced: false,
        reason: &reason,
    };
    Ok((StatusCode::ACCEPTED, Json(request_change(&app, &operator, request).await?)))
}
