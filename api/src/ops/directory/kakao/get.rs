//! `GET /ops/tenants/{id}/kakao-channel`

use axum::extract::State;
use axum::response::Json;
use domain::TenantId;

use super::shape::{KakaoChannelResponse, load_response};
use crate::App;
use crate::extract::OperatorWith;
use crate::extract::operator::ReadDirectory;
use crate::http::PathParams;
use crate::problem::{OperatorProblems, Problem};

/// A tenant's `KakaoTalk` channel with its templates.
#[utoipa::path(
    get, path = "/ops/tenants/{id}/kakao-channel", tag = "ops-directory", operation_id = "getKakaoChannel",
    security(("operator" = [])), params(("id" = i64, Path, description = "The tenant's id")),
    responses((status = 200, body = KakaoChannelResponse), OperatorProblems)
)]
pub async fn handle(
    State(app): State<App>,
    _: OperatorWith<ReadDirectory>,
    PathParams(id): PathParams<TenantId>,
) -> Result<Json<KakaoChannelResponse>, Problem> {
    Ok(Json(load_response(&app, id).await?))
}
