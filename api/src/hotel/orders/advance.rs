//! `POST /hotel/orders/{id}/advance`

use axum::extract::State;
use axum::response::{IntoResponse as _, Json, Response};
use db::hotel::orders::{self, Actor, Step};
use domain::InvalidCode;
use domain::hotel::order::{HotelOrderState, OrderActor, Parcel};
use http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::shape::OrderDetailBody;
use crate::App;
use crate::extract::hotel::MoveOrders;
use crate::extract::{HotelUserWith, RequestContext};
use crate::hotel::codes::OrderStateCode;
use crate::http::{JsonBody, PathParams};
use crate::problem::{HotelProblems, IdempotencyProblems, JsonProblems, NotFoundProblem, Problem};

/// The next state of an order.
#[derive(Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(default, rename_all = "camelCase")]
#[schema(as = AdvanceHotelOrderRequest)]
pub struct AdvanceRequest {
    /// The version that the caller read.
    #[schema(required)]
    version: i32,
    /// The next state.
    #[schema(required, value_type = OrderStateCode)]
    to: String,
    /// The courier company. Shipping needs it.
    #[schema(max_length = 40)]
    courier_company: Option<String>,
    /// The tracking number. Shipping needs it.
    #[schema(max_length = 40)]
    tracking_number: Option<String>,
}

impl AdvanceRequest {
    fn step(&self) -> Result<Step, Problem> {
        let to = self.to.parse::<HotelOrderState>().map_err(|_| Problem::field("to", InvalidCode::Unknown))?;
        if to != HotelOrderState::Shipping {
            return Ok(Step::To(to));
        }
        let text = |value: &Option<String>| value.clone().unwrap_or_default();
        let parcel = Parcel::parse(&text(&self.courier_company), &text(&self.tracking_number));
        parcel.map(Step::Ship).map_err(Problem::validation)
    }
}

/// Moves an order to its next state. The electronic invoice books the hotel's debt, the delivery books the stock, each
/// once. The hotel's managers get an e-mail.
#[utoipa::path(
    post, path = "/hotel/orders/{id}/advance", tag = "hotel-orders", operation_id = "advanceHotelOrder",
    request_body = AdvanceRequest, security(("hotel" = [])),
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
    HotelUserWith(user, _): HotelUserWith<MoveOrders>,
    PathParams(id): PathParams<i64>,
    context: RequestContext,
    JsonBody(request): JsonBody<AdvanceRequest>,
) -> Result<Response, Problem> {
    let now = app.clock.now();
    let step = request.step()?;
    let call = context.key.bind(user.row.id, "POST /hotel/orders/{id}/advance", &(id, &request))?;
    let mut tx = user.tenant.db.begin().await?;
    if let Some(earlier) = call.begin(&mut tx, now).await? {
        return Ok(earlier.into_response());
    }
    let actor =
        Actor { scope: user.scope(), user: user.row.id, role: OrderActor::SuperAdmin, version: request.version };
    let event = orders::change(&mut tx, actor, id.into(), &step, now).await?;
    let jobs = super::announce(&mut tx, event).await?;
    let response = super::read(&mut tx, user.scope(), id.into()).await?;
    call.finish(&mut tx, StatusCode::OK, &response).await?;
    tx.commit().await?;
    for job in jobs {
        app.producer.push(job).await;
    }
    Ok(Json(response).into_response())
}
