//! `/ops/tenants/{id}/logo`

use axum::extract::State;
use axum::response::{Json, Response};
use bytes::Bytes;
use directory::parse_logo;
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

/// A tenant's logo.
#[utoipa::path(
    get, path = "/ops/tenants/{id}/logo", tag = "ops-directory", operation_id = "getOpsTenantLogo",
    security(("operator" = [])), params(("id" = i64, Path, description = "The tenant's id")),
    responses(
        (status = 200, description = "The file", body = Vec<u8>, content_type = "image/png"),
        OperatorProblems,
    )
)]
pub async fn get(
    State(app): State<App>,
    _: OperatorWith<ReadDirectory>,
    PathParams(id): PathParams<TenantId>,
) -> Result<Response, Problem> {
    let mut conn = app.databases.tenant(id).acquire().await?;
    let logo = db::tenants::find_logo(&mut conn).await?.ok_or(Code::NotFound)?;
    Ok(file("image/png", logo))
}

/// Sets a tenant's logo: a PNG of at most 64 KiB and 2,000 pixels a side.
#[utoipa::path(
    put, path = "/ops/tenants/{id}/logo", tag = "ops-directory", operation_id = "putOpsTenantLogo",
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
    let picture = parse_logo(body.to_vec())?;
    let mut editor = edit(&app, &operator, &reason).await?;
    editor.set_logo(id, Some(&picture)).await?;
    commit(&app, editor).await?;
    Ok(Json(load_response(&app, id).await?))
}

/// Removes a tenant's logo. The name is displayed instead.
#[utoipa::path(
    delete, path = "/ops/tenants/{id}/logo", tag = "ops-directory", operation_id = "deleteOpsTenantLogo",
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
    editor.set_logo(id, None).await?;
    commit(&app, editor).await?;
    Ok(Json(load_response(&app, id).await?))
}
