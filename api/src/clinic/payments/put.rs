//! `PUT /institutions/payments/findings/{id}`

use axum::extract::State;
use axum::response::Json;
use db::access_log::Action;
use db::payment_discrepancies::clinic;
use domain::text::parse_lines;
use serde::Deserialize;
use utoipa::ToSchema;

use super::shape::{PaymentFindingResponse, logged_claims};
use crate::App;
use crate::extract::StaffWith;
use crate::extract::permission::ReconcilePayments;
use crate::http::{JsonBody, PathParams};
use crate::problem::{Code, JsonProblems, NotFoundProblem, Problem, StaffProblems, ValidationProblem};

/// The longest note, in characters.
const MAX_NOTE_CHARS: usize = 500;

/// How a discrepancy was resolved.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct PutPaymentFindingRequest {
    /// What was done. Must not name people: the note is stored as long as the order.
    #[schema(required, max_length = 500, example = "카드사에 취소를 확인했어요.")]
    note: String,
}

/// Marks a discrepancy as resolved, with a note. It moves no money, and the discrepancy stays in the list.
#[utoipa::path(
    put, path = "/institutions/payments/findings/{id}", tag = "clinic-payments", operation_id = "putClinicPaymentFinding",
    request_body = PutPaymentFindingRequest, security(("staff" = [])),
    params(("id" = i64, Path, description = "The finding's id")),
    responses(
        (status = 200, body = PaymentFindingResponse),
        StaffProblems, JsonProblems, NotFoundProblem, ValidationProblem,
        (status = 409, description = "illegal_transition: it is already resolved"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    StaffWith(staff, _): StaffWith<ReconcilePayments>,
    PathParams(id): PathParams<i64>,
    JsonBody(request): JsonBody<PutPaymentFindingRequest>,
) -> Result<Json<PaymentFindingResponse>, Problem> {
    let mut tx = staff.tenant.db.begin().await?;
    clinic::find_at(&mut tx, staff.clinic(), id).await?.ok_or(Code::NotFound)?;
    let note = parse_lines("note", &request.note, MAX_NOTE_CHARS)?;
    if !clinic::resolve(&mut tx, id, staff.row.id, &note, app.clock.now()).await? {
        return Err(Code::IllegalTransition.into());
    }
    let row = clinic::find_at(&mut tx, staff.clinic(), id).await?.ok_or(Code::Internal)?;
    let claims = logged_claims(std::slice::from_ref(&row));
    staff.log_claims(&app, &mut tx, Action::FindingResolved, &claims).await?;
    tx.commit().await?;
    tracing::info!(discrepancy = id, "a clinic resolved a payment discrepancy");
    Ok(Json(PaymentFindingResponse { finding: row.into() }))
}
