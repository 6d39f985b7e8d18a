//! `POST /hotel/orders/{id}/cancel`

use axum::extract::State;
use axum::response::{IntoResponse as _, Json, Response};
use db::hotel::orders::{self, Actor};
use domain::text::parse_line;
use http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::shape::OrderDetailBody;
use crate::App;
use crate::extract::hotel::PlaceOrders;
use crate::extract::{HotelUserWith, RequestContext};
use crate::http::{JsonBody, PathParams};
use crate::problem::{HotelProblems, IdempotencyProblems, JsonProblems, NotFoundProblem, Problem};

/// The longest reason, in characters.
const MAX_REASON_CHARS: usize = 200;

/// Why an order is canceled.
#[derive(Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(default)]
#[schema(as = CancelHotelOrderRequest)]
pub struct CancelRequest {
    /// The version that the caller read.
    #[schema(required)]
    version: i32,
    /// The reason.
    #[schema(required, max_length = 200)]
    reason: String,
}

/// Cancels an order: the hotel until preparation starts, a super admin until it is shipped. An invoice is reversed. The
/// hotel's managers and the super admins get an e-mail.
#[utoipa::path(
    post, path = "/hotel/orders/{id}/cancel", tag = "hotel-orders", operation_id = "cancelHotelOrder",
    request_body = CancelRequest, security(("hotel" = [])),
    params(
        ("id" = i64, Path, description = "The order's id"),
        ("idempotency-key" = Option<String>, Header, description = "Repeats the first response for the same key")
    ),
    responses(
        (status = 200, body = OrderDetailBody),
        HotelProblems, JsonProblems, NotFoundProblem, IdempotencyProblems,
        (status = 409, description = "version_conflict: the member order has the present state, illegal_transition, in_progress"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    HotelUserWith(user, _): HotelUserWith<PlaceOrders>,
    PathParams(id): PathParams<i64>,
    context: RequestContext,
    JsonBody(request): JsonBody<CancelRequest>,
) -> Result<Response, Problem> {
    let now = app.clock.now();
    let reason = parse_line("reason", &request.reason, MAX_REASON_CHARS)?;
    let call = context.key.bind(user.row.id, "POST /hotel/orders/{id}/cancel", &(id, &request))?;
    let mut tx = user.tenant.db.begin().await?;
    if let Some(earlier) = call.begin(&mut tx, now).await? {
        return Ok(earlier.into_response());
    }
    let actor = Actor { scope: user.scope(), user: user.row.id, role: super::actor(&user), version: request.version };
    let event = orders::cancel(&mut tx, actor, id.into(), &reason, now).await?;
    let jobs = super::announce(&mut tx, event).await?;
    let response = super::read(&mut tx, user.scope(), id.into()).await?;
    call.finish(&mut tx, StatusCode::OK, &response).await?;
    tx.commit().await?;
    for job in jobs {
        app.producer.push(job).await;
    }
    Ok(Json(response).into_response())
}
