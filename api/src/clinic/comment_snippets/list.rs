//! `GET /institutions/comment-snippets`

use axum::response::Json;

use super::shape::CommentSnippetsResponse;
use crate::extract::StaffWith;
use crate::extract::permission::ScoreAnalyses;
use crate::problem::{Problem, StaffProblems};

/// The clinic's texts for comments and the caller's own, by title.
#[utoipa::path(
    get, path = "/institutions/comment-snippets", tag = "clinic", operation_id = "listCommentSnippets",
    security(("staff" = [])),
    responses(
        (status = 200, body = CommentSnippetsResponse),
        StaffProblems,
    )
)]
pub async fn handle(StaffWith(staff, _): StaffWith<ScoreAnalyses>) -> Result<Json<CommentSnippetsResponse>, Problem> {
    let mut conn = staff.tenant.db.acquire().await?;
    let rows = db::comment_snippets::list(&mut conn, staff.clinic(), staff.row.id).await?;
    Ok(Json(CommentSnippetsResponse { snippets: rows.into_iter().map(Into::into).collect() }))
}
