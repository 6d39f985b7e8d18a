//! `DELETE /institutions/comment-snippets/{id}`

use axum::extract::State;
use domain::SnippetId;
use http::StatusCode;

use crate::App;
use crate::extract::StaffWith;
use crate::extract::permission::ScoreAnalyses;
use crate::http::PathParams;
use crate::problem::{NotFoundProblem, Problem, StaffProblems};

/// Deletes a text for comments: the caller's own, or as an admin the clinic's. Existing comments do not change.
#[utoipa::path(
    delete, path = "/institutions/comment-snippets/{id}", tag = "clinic", operation_id = "deleteCommentSnippet",
    security(("staff" = [])), params(("id" = i64, Path, description = "The snippet's id")),
    responses(
        (status = 204),
        StaffProblems, NotFoundProblem,
    )
)]
pub async fn handle(
    State(app): State<App>,
    StaffWith(staff, _): StaffWith<ScoreAnalyses>,
    PathParams(id): PathParams<i64>,
) -> Result<StatusCode, Problem> {
    let id = SnippetId::new(id);
    super::check_change(&app, &staff, id, "DELETE /institutions/comment-snippets/{id}").await?;
    let mut conn = staff.tenant.db.acquire().await?;
    db::comment_snippets::delete(&mut conn, id).await?;
    Ok(StatusCode::NO_CONTENT)
}
