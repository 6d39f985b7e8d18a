//! `GET /institutions/invites`

use axum::extract::State;
use axum::response::Json;

use super::shape::{InviteBody, InvitesResponse};
use crate::App;
use crate::extract::StaffWith;
use crate::extract::permission::InvitePatients;
use crate::http::Page;
use crate::problem::{MalformedProblem, Problem, StaffProblems, ValidationProblem};

/// The clinic's invitations, newest first.
#[utoipa::path(
    get, path = "/institutions/invites", tag = "invites", operation_id = "listInvites", security(("staff" = [])),
    params(Page),
    responses(
        (status = 200, body = InvitesResponse),
        StaffProblems, MalformedProblem, ValidationProblem,
    )
)]
pub async fn handle(
    State(app): State<App>,
    StaffWith(staff, _): StaffWith<InvitePatients>,
    page: Page,
) -> Result<Json<InvitesResponse>, Problem> {
    let mut conn = staff.tenant.db.acquire().await?;
    let before = page.before.map(Into::into);
    let found = db::invites::list(&mut conn, staff.clinic(), before, page.fetch_limit()).await?;
    let (rows, next) = page.split(found, |row| row.id.get());
    let invites = rows.iter().map(|row| InviteBody::new(&app, &staff.tenant, row)).collect::<Result<_, _>>()?;
    Ok(Json(InvitesResponse { invites, next }))
}
