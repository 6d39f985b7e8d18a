//! `PUT /institutions/payments/findings/{id}`

use axum::extract::State;
use axum::response::Json;
use db::access_log::Action;
use db::findings::clinic;
use serde::Deserialize;
use utoipa::ToSchema;

use super::shape::{PaymentFindingAnswer, about};
use crate::App;
use crate::guard::staff::Admin;
use crate::http::{Id, Input};
use crate::problem::{Code, Problem, ProblemBody};

/// The longest note, in characters.
const LONGEST_NOTE: usize = 500;

/// How something was put right.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct PutPaymentFindingRequest {
    /// What was done. No names: it stays as long as the order.
    #[schema(required, max_length = 500, example = "카드사에 취소를 확인했어요.")]
    note: String,
}

/// Says that something that was found is put right, and how. It moves no money and stays in the list.
#[utoipa::path(
    put, path = "/institutions/payments/findings/{id}", tag = "clinic-payments", operation_id = "putClinicPaymentFinding",
    request_body = PutPaymentFindingRequest, security(("staff" = [])),
    params(("id" = i64, Path, description = "The finding's id")),
    responses(
        (status = 200, body = PaymentFindingAnswer),
        (status = 401, description = "unauthorized", body = ProblemBody, content_type = "application/problem+json"),
        (status = 403, description = "forbidden, password_change_required", body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, description = "not_found", body = ProblemBody, content_type = "application/problem+json"),
        (status = 409, description = "illegal_transition: it is put right already", body = ProblemBody, content_type = "application/problem+json"),
        (status = 422, description = "validation", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    Admin(staff): Admin,
    Id(id): Id,
    Input(request): Input<PutPaymentFindingRequest>,
) -> Result<Json<PaymentFindingAnswer>, Problem> {
    let mut tx = staff.tenant.db.begin().await?;
    clinic::find_at(&mut tx, staff.clinic(), id).await?.ok_or(Code::NotFound)?;
    let note = request.note.trim();
    match note.chars().count() {
        0 => return Err(Problem::field("note", domain::Code::Required)),
        count if count > LONGEST_NOTE => return Err(Problem::field("note", domain::Code::TooLong)),
        _ if note.contains('\0') => return Err(Problem::field("note", domain::Code::Format)),
        _ => {}
    }
    if !clinic::resolve(&mut tx, id, (staff.row.id, note), app.clock.now()).await? {
        return Err(Code::IllegalTransition.into());
    }
    let row = clinic::find_at(&mut tx, staff.clinic(), id).await?.ok_or(Code::Internal)?;
    let claims = about(std::slice::from_ref(&row));
    staff.log_claims(&app, &mut tx, Action::FindingResolved, (&claims, None)).await?;
    tx.commit().await?;
    tracing::info!(finding = id, "a clinic put a finding about payments right");
    Ok(Json(PaymentFindingAnswer { finding: row.into() }))
}
