//! `PUT /institutions/comment-snippets/{id}`

use axum::extract::State;
use domain::SnippetId;
use http::StatusCode;
use serde::Deserialize;
use utoipa::ToSchema;

use super::shape::parse_texts;
use crate::App;
use crate::extract::StaffWith;
use crate::extract::permission::ScoreAnalyses;
use crate::http::{JsonBody, PathParams};
use crate::problem::{Code, JsonProblems, NotFoundProblem, Problem, StaffProblems, ValidationProblem};

/// The new texts of a snippet.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct PutCommentSnippetRequest {
    /// The title in the menu.
    #[schema(required, max_length = 40)]
    title: String,
    /// The text that is inserted into the comment.
    #[schema(required, max_length = 1000)]
    body: String,
}

/// Changes a text for comments: the caller's own, or as an admin the clinic's.
#[utoipa::path(
    put, path = "/institutions/comment-snippets/{id}", tag = "clinic", operation_id = "putCommentSnippet",
    request_body = PutCommentSnippetRequest, security(("staff" = [])),
    params(("id" = i64, Path, description = "The snippet's id")),
    responses(
        (status = 204),
        StaffProblems, JsonProblems, NotFoundProblem, ValidationProblem,
    )
)]
pub async fn handle(
    State(app): State<App>,
    StaffWith(staff, _): StaffWith<ScoreAnalyses>,
    PathParams(id): PathParams<i64>,
    JsonBody(request): JsonBody<PutCommentSnippetRequest>,
) -> Result<StatusCode, Problem> {
    let id = SnippetId::new(id);
    super::check_change(&app, &staff, id, "PUT /institutions/comment-snippets/{id}").await?;
    let texts = parse_texts(&request.title, &request.body)?;
    let mut conn = staff.tenant.db.acquire().await?;
    if !db::comment_snippets::set_texts(&mut conn, id, &texts, app.clock.now()).await? {
        return Err(Code::NotFound.into());
    }
    Ok(StatusCode::NO_CONTENT)
}
