//! `PUT /ops/tenants/{id}/kakao-channel`

use axum::extract::State;
use axum::response::Json;
use domain::TenantId;
use domain::directory::KakaoInput;
use domain::operator::Reason;
use serde::Deserialize;
use utoipa::ToSchema;

use super::shape::{KakaoChannel, KakaoChannelResponse, load_response};
use crate::App;
use crate::extract::OperatorWith;
use crate::extract::operator::ChangeDirectory;
use crate::http::{JsonBody, PathParams};
use crate::ops::directory::{commit, edit};
use crate::problem::{JsonProblems, OperatorProblems, Problem, ValidationProblem};

/// The new settings of a channel.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
#[schema(as = OpsPutKakaoChannelRequest)]
pub struct PutKakaoChannelRequest {
    /// The channel; null removes it, and text messages are sent instead.
    #[schema(required)]
    channel: Option<KakaoChannel>,
    /// The reason, recorded in the audit.
    #[schema(required, max_length = 200)]
    reason: String,
}

/// Sets a tenant's `KakaoTalk` channel with its templates, or removes it.
#[utoipa::path(
    put, path = "/ops/tenants/{id}/kakao-channel", tag = "ops-directory", operation_id = "putKakaoChannel",
    request_body = PutKakaoChannelRequest, security(("operator" = [])),
    params(("id" = i64, Path, description = "The tenant's id")),
    responses((status = 200, body = KakaoChannelResponse), OperatorProblems, JsonProblems, ValidationProblem)
)]
pub async fn handle(
    State(app): State<App>,
    OperatorWith(operator, _): OperatorWith<ChangeDirectory>,
    PathParams(tenant): PathParams<TenantId>,
    JsonBody(request): JsonBody<PutKakaoChannelRequest>,
) -> Result<Json<KakaoChannelResponse>, Problem> {
    let reason = Reason::parse(&request.reason)?;
    let mut editor = edit(&app, &operator, &reason).await?;
    let channel = request.channel.map(KakaoInput::from);
    editor.set_kakao(tenant, channel.as_ref()).await?;
    commit(&app, editor).await?;
    Ok(Json(load_response(&app, tenant).await?))
}
