//! `GET /institutions/payments/findings`

use axum::extract::State;
use axum::response::Json;
use db::access_log::Action;
use db::payment_discrepancies::clinic;

use super::shape::PaymentFindingsResponse;
use crate::App;
use crate::extract::StaffWith;
use crate::extract::permission::ReconcilePayments;
use crate::http::Page;
use crate::problem::{MalformedProblem, Problem, StaffProblems, ValidationProblem};

/// The discrepancies of orders for the clinic's claims, resolved or not, newest first.
#[utoipa::path(
    get, path = "/institutions/payments/findings", tag = "clinic-payments", operation_id = "listClinicPaymentFindings",
    security(("staff" = [])), params(Page),
    responses(
        (status = 200, body = PaymentFindingsResponse),
        StaffProblems, MalformedProblem, ValidationProblem,
    )
)]
pub async fn handle(
    State(app): State<App>,
    StaffWith(staff, _): StaffWith<ReconcilePayments>,
    page: Page,
) -> Result<Json<PaymentFindingsResponse>, Problem> {
    let mut conn = staff.tenant.db.acquire().await?;
    let found = clinic::list_at(&mut conn, staff.clinic(), page.before, page.fetch_limit()).await?;
    let open = clinic::count_open_at(&mut conn, staff.clinic()).await?;
    let (rows, next) = page.split(found, |row| row.id);
    let claims: Vec<_> = rows.iter().filter_map(|row| row.claim_id).collect();
    staff.log_claims_read(&app, &mut conn, Action::FindingsListed, &claims).await?;
    Ok(Json(PaymentFindingsResponse { findings: rows.into_iter().map(Into::into).collect(), open, next }))
}
