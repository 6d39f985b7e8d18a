//! Comment snippets: those of the clinic, which admins change, and those of each member of the staff.

pub mod create;
pub mod delete;
pub mod list;
pub mod put;
pub mod shape;

use db::comment_snippets::{self, SnippetOwner};
use domain::{Permission, SnippetId};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::App;
use crate::extract::Staff;
use crate::problem::{Code, Problem};

/// The routes of this feature.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list::handle, create::handle)).routes(routes!(put::handle, delete::handle))
}

/// Checks that the caller may change a snippet, which is the clinic's or the caller's own.
async fn check_change(app: &App, staff: &Staff, id: SnippetId, call: &str) -> Result<(), Problem> {
    // the connection is returned before a denial acquires one for the log
    let found = {
        let mut conn = staff.tenant.db.acquire().await?;
        comment_snippets::find_owner(&mut conn, staff.clinic(), staff.row.id, id).await?
    };
    match found.ok_or(Code::NotFound)? {
        SnippetOwner::Member(_) => Ok(()),
        SnippetOwner::Clinic => staff.require(app, Permission::ManageCommentSnippets, call).await,
    }
}
