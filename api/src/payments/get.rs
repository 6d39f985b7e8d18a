//! `GET /patients/payments/{oid}`

use axum::extract::Path;
use axum::response::Json;
use domain::{ClaimId, Oid};
use serde::Serialize;
use utoipa::ToSchema;

use crate::guard::Patient;
use crate::problem::{Code, Problem, ProblemBody};

/// An order.
#[derive(Debug, Serialize, ToSchema)]
pub struct OrderAnswer {
    /// The order.
    order: OrderBody,
}

/// How far an order is.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Order)]
pub struct OrderBody {
    /// The order's number.
    oid: String,
    /// What is to be paid, whole won.
    amount: i64,
    /// pending, confirming, paid, failed, canceled, expired, refunding or refunded.
    #[schema(example = "paid")]
    status: String,
    /// The claim, once it is paid or when it was there before.
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
    /// The provider's words.
    message: String,
}

/// One of the patient's orders, to be asked for until it is settled.
#[utoipa::path(
    get, path = "/patients/payments/{oid}", tag = "payments", operation_id = "getPayment", security(("session" = [])),
    params(("oid" = String, Path, description = "The order's number")),
    responses(
        (status = 200, body = OrderAnswer),
        (status = 401, description = "unauthorized", body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, description = "not_found", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub async fn handle(patient: Patient, Path(oid): Path<String>) -> Result<Json<OrderAnswer>, Problem> {
    let oid = Oid::parse(&oid).ok_or(Code::NotFound)?;
    let mut conn = patient.tenant.db.acquire().await?;
    let order = db::orders::find_own(&mut conn, patient.row.id, &oid).await?.ok_or(Code::NotFound)?;
    Ok(Json(OrderAnswer {
        order: OrderBody {
            oid: order.oid.as_str().to_owned(),
            amount: order.amount.get(),
            status: order.status.as_str().to_owned(),
            insurance_id: order.claim_id.map(ClaimId::get),
            failure: order.failure.map(|(code, message)| OrderFailure { code, message }),
        },
    }))
}
