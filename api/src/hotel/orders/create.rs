//! `POST /hotel/orders`

use axum::extract::State;
use axum::response::{IntoResponse as _, Json, Response};
use db::hotel::orders::{self, NewOrder};
use http::StatusCode;

use super::request::OrderRequest;
use super::shape::OrderDetailBody;
use crate::App;
use crate::extract::hotel::PlaceOrders;
use crate::extract::{HotelUserWith, RequestContext};
use crate::http::JsonBody;
use crate::problem::{HotelProblems, IdempotencyProblems, JsonProblems, NotFoundProblem, Problem};

/// Places an order for a hotel at the current prices. The hotel's managers and the super admins get an e-mail.
#[utoipa::path(
    post, path = "/hotel/orders", tag = "hotel-orders", operation_id = "createHotelOrder", request_body = OrderRequest,
    security(("hotel" = [])),
    params(("idempotency-key" = Option<String>, Header, description = "Repeats the first response for the same key")),
    responses(
        (status = 201, body = OrderDetailBody),
        HotelProblems, JsonProblems, NotFoundProblem, IdempotencyProblems,
    )
)]
pub async fn handle(
    State(app): State<App>,
    HotelUserWith(user, _): HotelUserWith<PlaceOrders>,
    context: RequestContext,
    JsonBody(request): JsonBody<OrderRequest>,
) -> Result<Response, Problem> {
    let now = app.clock.now();
    let call = context.key.bind(user.row.id, "POST /hotel/orders", &request)?;
    let mut tx = user.tenant.db.begin().await?;
    if let Some(earlier) = call.begin(&mut tx, now).await? {
        return Ok(earlier.into_response());
    }
    let priced = request.price(&user, &mut tx).await?;
    request.check_total(&priced.price)?;
    let new = NewOrder { hotel: priced.hotel.id, ordered_by: user.row.id, lines: &priced.lines, price: &priced.price };
    let (id, event) = orders::insert(&mut tx, &new, now).await?;
    let jobs = super::announce(&mut tx, event).await?;
    let response = super::read(&mut tx, user.scope(), id).await?;
    call.finish(&mut tx, StatusCode::CREATED, &response).await?;
    tx.commit().await?;
    for job in jobs {
        app.producer.push(job).await;
    }
    Ok((StatusCode::CREATED, Json(response)).into_response())
}
