//! A snippet in requests and responses.

use db::comment_snippets::{Snippet, SnippetOwner, SnippetTexts};
use domain::text::{parse_line, parse_lines};
use serde::Serialize;
use utoipa::ToSchema;

use crate::problem::{FieldErrors, Problem};

/// The longest title, in characters.
const MAX_TITLE_CHARS: usize = 40;
/// The longest text, in characters.
const MAX_BODY_CHARS: usize = 1_000;

/// A text for comments.
#[derive(Debug, Serialize, ToSchema)]
pub struct CommentSnippet {
    /// The id.
    id: i64,
    /// `clinic`: everybody of the clinic has it. `own`: the caller's.
    #[schema(example = "clinic")]
    scope: &'static str,
    /// The title in the menu.
    title: String,
    /// The text that is inserted into the comment.
    body: String,
}

/// One snippet.
#[derive(Debug, Serialize, ToSchema)]
pub struct CommentSnippetResponse {
    /// The snippet.
    pub snippet: CommentSnippet,
}

/// The snippets that the caller can use.
#[derive(Debug, Serialize, ToSchema)]
pub struct CommentSnippetsResponse {
    /// By title.
    pub snippets: Vec<CommentSnippet>,
}

impl From<Snippet> for CommentSnippet {
    fn from(row: Snippet) -> Self {
        let scope = match row.owner {
            SnippetOwner::Clinic => "clinic",
            SnippetOwner::Member(_) => "own",
        };
        Self { id: row.id.get(), scope, title: row.title, body: row.body }
    }
}

/// Parses the texts of a snippet.
pub(super) fn parse_texts(title: &str, body: &str) -> Result<SnippetTexts, Problem> {
    let mut errors = FieldErrors::default();
    let title = errors.check(parse_line("title", title, MAX_TITLE_CHARS));
    let body = errors.check(parse_lines("body", body, MAX_BODY_CHARS));
    errors.finish()?;
    Ok(SnippetTexts { title: title.unwrap_or_default(), body: body.unwrap_or_default() })
}
