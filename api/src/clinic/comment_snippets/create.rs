//! `POST /institutions/comment-snippets`

use axum::extract::State;
use axum::response::{IntoResponse as _, Json, Response};
use db::comment_snippets::{self, Snippet, SnippetOwner};
use domain::Permission;
use http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::shape::{CommentSnippetResponse, parse_texts};
use crate::App;
use crate::extract::permission::ScoreAnalyses;
use crate::extract::{RequestContext, StaffWith};
use crate::http::JsonBody;
use crate::problem::{Code, IdempotencyProblems, JsonProblems, Problem, StaffProblems};

/// A new text for comments.
#[derive(Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(default)]
pub struct CommentSnippetRequest {
    /// `clinic` for everybody of the clinic, which only admins add; `own` for the caller.
    #[schema(required, example = "own")]
    scope: String,
    /// The title in the menu.
    #[schema(required, max_length = 40)]
    title: String,
    /// The text that is inserted into the comment.
    #[schema(required, max_length = 1000)]
    body: String,
}

/// Adds a text for comments: at most fifty for the clinic, and for each member.
#[utoipa::path(
    post, path = "/institutions/comment-snippets", tag = "clinic", operation_id = "createCommentSnippet",
    request_body = CommentSnippetRequest, security(("staff" = [])),
    params(("idempotency-key" = Option<String>, Header, description = "Repeats the first response for the same key")),
    responses(
        (status = 201, body = CommentSnippetResponse),
        StaffProblems, JsonProblems, IdempotencyProblems,
        (status = 409, description = "too_many_snippets, in_progress"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    StaffWith(staff, _): StaffWith<ScoreAnalyses>,
    context: RequestContext,
    JsonBody(request): JsonBody<CommentSnippetRequest>,
) -> Result<Response, Problem> {
    let now = app.clock.now();
    let texts = parse_texts(&request.title, &request.body)?;
    let owner = match request.scope.as_str() {
        "own" => SnippetOwner::Member(staff.row.id),
        "clinic" => {
            staff.require(&app, Permission::ManageCommentSnippets, "POST /institutions/comment-snippets").await?;
            SnippetOwner::Clinic
        }
        _ => return Err(Problem::field("scope", domain::InvalidCode::Unknown)),
    };
    let call = context.key.bind(staff.row.id, "POST /institutions/comment-snippets", &request)?;
    let mut tx = staff.tenant.db.begin().await?;
    if let Some(earlier) = call.begin(&mut tx, now).await? {
        return Ok(earlier.into_response());
    }
    let id = comment_snippets::insert(&mut tx, staff.clinic(), owner, &texts, now).await?;
    let id = id.ok_or(Code::TooManySnippets)?;
    let snippet = Snippet { id, owner, title: texts.title, body: texts.body };
    let response = CommentSnippetResponse { snippet: snippet.into() };
    call.finish(&mut tx, StatusCode::CREATED, &response).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(response)).into_response())
}
