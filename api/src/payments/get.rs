//! `GET /patients/payments/{oid}`

use axum::response::Json;
use domain::{ClaimId, Oid};
use serde::Serialize;
use utoipa::ToSchema;

use crate::extract::Patient;
use crate::http::PathParams;
use crate::problem::{Code, NotFoundProblem, Problem, SignedInProblems};

/// An order.
#[derive(Debug, Serialize, ToSchema)]
pub struct OrderResponse {
    /// The order.
    order: OrderBody,
}

/// The state of an order.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Order)]
pub struct OrderBody {
    /// The order's number.
    oid: String,
    /// The amount in whole won.
    amount: i64,
    /// pending, confirming, paid, failed, canceled, expired, refunding or refunded.
    #[schema(example = "paid")]
    status: String,
    /// The claim, once it is paid or if it existed before.
    #[schema(required)]
    insurance_id: Option<i64>,
    /// Why it was not paid.
    #[schema(required)]
    failure: Option<OrderFailure>,
}

/// Why an order was not paid.
#[derive(Debug, Serialize, ToSchema)]
pub struct OrderFailure {
    /// The provider's code.
    code: String,
    /// The provider's message.
    message: String,
}

/// One of the patient's orders. Clients poll it until it is settled.
#[utoipa::path(
    get, path = "/patients/payments/{oid}", tag = "payments", operation_id = "getPayment", security(("session" = [])),
    params(("oid" = String, Path, description = "The order's number (`oid`)")),
    responses(
        (status = 200, body = OrderResponse),
        SignedInProblems, NotFoundProblem,
    )
)]
pub async fn handle(patient: Patient, PathParams(oid): PathParams<String>) -> Result<Json<OrderResponse>, Problem> {
    let oid = Oid::parse(&oid).ok_or(Code::NotFound)?;
    let mut conn = patient.tenant.db.acquire().await?;
    let order = db::orders::find_own(&mut conn, patient.row.id, &oid).await?.ok_or(Code::NotFound)?;
    Ok(Json(OrderResponse {
        order: OrderBody {
            oid: order.oid.as_str().to_owned(),
            amount: order.amount.get(),
            status: order.status.as_str().to_owned(),
            insurance_id: order.claim_id.map(ClaimId::get),
            failure: order.failure.map(|(code, message)| OrderFailure { code, message }),
        },
    }))
}
