//! `/ops/tenants/{id}/banner`

use axum::extract::State;
use axum::response::{Json, Response};
use bytes::Bytes;
use directory::parse_banner_picture;
use domain::TenantId;
use domain::operator::Reason;

use super::{ReasonQuery, file};
use crate::App;
use crate::extract::OperatorWith;
use crate::extract::operator::{ChangeDirectory, ReadDirectory};
use crate::http::{PathParams, Query};
use crate::ops::directory::tenants::shape::{TenantResponse, load_response};
use crate::ops::directory::{commit, edit};
use crate::problem::{Code, JsonProblems, OperatorProblems, Problem, ValidationProblem};

/// The picture of a tenant's banner.
#[utoipa::path(
    get, path = "/ops/tenants/{id}/banner", tag = "ops-directory", operation_id = "getOpsTenantBanner",
    security(("operator" = [])), params(("id" = i64, Path, description = "The tenant's id")),
    responses(
        (status = 200, description = "The file", content((Vec<u8> = "image/jpeg"), (Vec<u8> = "image/png"), (Vec<u8> = "image/webp"))),
        OperatorProblems,
    )
)]
pub async fn get(
    State(app): State<App>,
    _: OperatorWith<ReadDirectory>,
    PathParams(id): PathParams<TenantId>,
) -> Result<Response, Problem> {
    let mut conn = app.databases.tenant(id).acquire().await?;
    let picture = db::tenants::find_banner_picture(&mut conn).await?.ok_or(Code::NotFound)?;
    Ok(file(&picture.media_type, picture.bytes))
}

/// Sets the picture of a tenant's banner: JPEG, PNG or WebP, of at most 256 KiB.
#[utoipa::path(
    put, path = "/ops/tenants/{id}/banner", tag = "ops-directory", operation_id = "putOpsTenantBanner",
    request_body(content = Vec<u8>, content_type = "application/octet-stream"), security(("operator" = [])),
    params(("id" = i64, Path, description = "The tenant's id"), ReasonQuery),
    responses((status = 200, body = TenantResponse), OperatorProblems, JsonProblems, ValidationProblem)
)]
pub async fn put(
    State(app): State<App>,
    OperatorWith(operator, _): OperatorWith<ChangeDirectory>,
    PathParams(id): PathParams<TenantId>,
    Query(query): Query<ReasonQuery>,
    body: Bytes,
) -> Result<Json<TenantResponse>, Problem> {
    let reason = Reason::parse(&query.reason)?;
    let picture = parse_banner_picture(body.to_vec())?;
    let mut editor = edit(&app, &operator, &reason).await?;
    editor.set_banner_picture(id, Some(&picture)).await?;
    commit(&app, editor).await?;
    Ok(Json(load_response(&app, id).await?))
}

/// Removes the picture of a tenant's banner.
#[utoipa::path(
    delete, path = "/ops/tenants/{id}/banner", tag = "ops-directory", operation_id = "deleteOpsTenantBanner",
    security(("operator" = [])),
    params(("id" = i64, Path, description = "The tenant's id"), ReasonQuery),
    responses((status = 200, body = TenantResponse), OperatorProblems, ValidationProblem)
)]
pub async fn delete(
    State(app): State<App>,
    OperatorWith(operator, _): OperatorWith<ChangeDirectory>,
    PathParams(id): PathParams<TenantId>,
    Query(query): Query<ReasonQuery>,
) -> Result<Json<TenantResponse>, Problem> {
    let reason = Reason::parse(&query.reason)?;
    let mut editor = edit(&app, &operator, &reason).await?;
    editor.set_banner_picture(id, None).await?;
    commit(&app, editor).await?;
    Ok(Json(load_response(&app, id).await?))
}
