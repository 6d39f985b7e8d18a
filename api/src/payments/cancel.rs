//! `DELETE /patients/payments/{oid}`

use axum::extract::State;
use db::orders;
use domain::Oid;
use http::StatusCode;

use crate::App;
use crate::extract::Patient;
use crate::http::PathParams;
use crate::problem::{Code, NotFoundProblem, Problem, SignedInProblems};

/// Cancels an order that is not being paid. Its checkout page can no longer pay it, and no claim is made of it; an amount
/// that is charged anyway is refunded. The same response for an order that ended without a charge.
#[utoipa::path(
    delete, path = "/patients/payments/{oid}", tag = "payments", operation_id = "cancelPayment", security(("session" = [])),
    params(("oid" = String, Path, description = "The order's number (`oid`)")),
    responses(
        (status = 204, description = "Canceled"),
        SignedInProblems, NotFoundProblem,
        (status = 409, description = "illegal_transition: the payment is being confirmed, or the order was paid"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    patient: Patient,
    PathParams(oid): PathParams<String>,
) -> Result<StatusCode, Problem> {
    let oid = Oid::parse(&oid).ok_or(Code::NotFound)?;
    let mut tx = patient.tenant.db.begin().await?;
    let order = orders::find_own(&mut tx, patient.row.id, &oid).await?.ok_or(Code::NotFound)?;
    if !orders::cancel(&mut tx, order.id, app.clock.now()).await? {
        return Err(Code::IllegalTransition.into());
    }
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
