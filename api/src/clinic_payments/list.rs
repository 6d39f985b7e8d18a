//! `GET /institutions/payments/findings`

use axum::extract::State;
use axum::response::Json;
use db::access_log::Action;
use db::findings::clinic;

use super::shape::{PaymentFindingsAnswer, about};
use crate::App;
use crate::guard::staff::Admin;
use crate::http::{Page, Query};
use crate::problem::{Problem, ProblemBody};

/// What was found about orders for the clinic's claims, put right or not, newest first. Empty when all was well all the time.
#[utoipa::path(
    get, path = "/institutions/payments/findings", tag = "clinic-payments", operation_id = "listClinicPaymentFindings",
    security(("staff" = [])), params(Page),
    responses(
        (status = 200, body = PaymentFindingsAnswer),
        (status = 401, description = "unauthorized", body = ProblemBody, content_type = "application/problem+json"),
        (status = 403, description = "forbidden, password_change_required", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    Admin(staff): Admin,
    Query(page): Query<Page>,
) -> Result<Json<PaymentFindingsAnswer>, Problem> {
    let mut conn = staff.tenant.db.acquire().await?;
    let found = clinic::list_at(&mut conn, staff.clinic(), page.before, page.one_more()).await?;
    let open = clinic::count_open_at(&mut conn, staff.clinic()).await?;
    let (rows, next) = page.cut(found, |row| row.id);
    staff.log_claims(&app, &mut conn, Action::FindingsListed, (&about(&rows), None)).await?;
    Ok(Json(PaymentFindingsAnswer { findings: rows.into_iter().map(Into::into).collect(), open, next }))
}
