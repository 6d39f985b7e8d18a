//! `GET /institutions/invites`

use axum::extract::State;
use axum::response::Json;

use super::shape::{InviteBody, InvitesAnswer};
use crate::App;
use crate::guard::Staff;
use crate::http::{Page, Query};
use crate::problem::{Problem, ProblemBody};

/// The clinic's invitations, newest first.
#[utoipa::path(
    get, path = "/institutions/invites", tag = "invites", operation_id = "listInvites", security(("staff" = [])),
    params(Page),
    responses(
        (status = 200, body = InvitesAnswer),
        (status = 401, description = "unauthorized", body = ProblemBody, content_type = "application/problem+json"),
        (status = 403, description = "password_change_required", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    staff: Staff,
    Query(page): Query<Page>,
) -> Result<Json<InvitesAnswer>, Problem> {
    let mut conn = staff.tenant.db.acquire().await?;
    let before = page.before.map(Into::into);
    let found = db::invites::list(&mut conn, staff.clinic(), before, page.one_more()).await?;
    let (rows, next) = page.cut(found, |row| row.id.get());
    let invites = rows.iter().map(|row| InviteBody::of(&app, &staff.tenant, row)).collect::<Result<_, _>>()?;
    Ok(Json(InvitesAnswer { invites, next }))
}
