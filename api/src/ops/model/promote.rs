//! `POST /ops/model/promote`

use axum::extract::State;
use axum::response::Json;
use domain::model_registry::ModelAction;
use domain::operator::Reason;
use domain::text::parse_line;
use http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::shape::{ModelChangeResponse, Request, request_change};
use crate::App;
use crate::extract::OperatorWith;
use crate::extract::operator::ChangeModel;
use crate::http::JsonBody;
use crate::problem::{JsonProblems, OperatorProblems, Problem, ValidationProblem};

/// The longest name of a version, in characters.
pub const MAX_VERSION_CHARS: usize = 100;

/// The version to deploy.
#[derive(Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(default)]
#[schema(as = OpsPromoteRequest)]
pub struct PromoteRequest {
    /// A published version.
    #[schema(required)]
    version: String,
    /// Deploys it although it was not measured, or is worse than the deployed version.
    force: bool,
    /// The reason, recorded in the audit.
    #[schema(required, max_length = 200)]
    reason: String,
}

/// Requests that the workers deploy a version, after the checks of `model promote`.
#[utoipa::path(
    post, path = "/ops/model/promote", tag = "ops-model", operation_id = "promoteModel", request_body = PromoteRequest,
    security(("operator" = [])),
    responses((status = 202, body = ModelChangeResponse), OperatorProblems, JsonProblems, ValidationProblem)
)]
pub async fn handle(
    State(app): State<App>,
    OperatorWith(operator, _): OperatorWith<ChangeModel>,
    JsonBody(request): JsonBody<PromoteRequest>,
) -> Result<(StatusCode, Json<ModelChangeResponse>), Problem> {
    let reason = Reason::parse(&request.reason)?;
    let version = parse_line("version", &request.version, MAX_VERSION_CHARS)?;
    let request = Request {
        action: ModelAction::Promote,
        version: Some(&version),
        share: None,
        forced: request.force,
        reason: &reason,
    };
    Ok((StatusCode::ACCEPTED, Json(request_change(&app, &operator, request).await?)))
}
