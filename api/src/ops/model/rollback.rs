//! `POST /ops/model/rollback`

use axum::extract::State;
use axum::response::Json;
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

/// The version to roll back.
#[derive(Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(default)]
#[schema(as = OpsRollbackRequest)]
pub struct RollbackRequest {
    /// The deployed version that the caller saw; null for the built-in one. If another is deployed, nothing is rolled
    /// back.
    #[schema(required)]
    version: Option<String>,
    /// The reason, recorded in the audit.
    #[schema(required, max_length = 200)]
    reason: String,
}

/// Requests that the workers deploy the previous version again.
#[utoipa::path(
    post, path = "/ops/model/rollback", tag = "ops-model", operation_id = "rollBackModel",
    request_body = RollbackRequest, security(("operator" = [])),
    responses((status = 202, body = ModelChangeResponse), OperatorProblems, JsonProblems, ValidationProblem)
)]
pub async fn handle(
    State(app): State<App>,
    OperatorWith(operator, _): OperatorWith<ChangeModel>,
    JsonBody(request): JsonBody<RollbackRequest>,
) -> Result<(StatusCode, Json<ModelChangeResponse>), Problem> {
    let reason = Reason::parse(&request.reason)?;
    let version = request.version.map(|version| parse_line("version", &version, MAX_VERSION_CHARS)).transpose()?;
    let request = Request {
        action: ModelAction::Rollback,
        version: version.as_deref(),
        share: None,
        forced: false,
        reason: &reason,
    };
    Ok((StatusCode::ACCEPTED, Json(request_change(&app, &operator, request).await?)))
}
