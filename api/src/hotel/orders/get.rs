//! `GET /hotel/orders/{id}`

use axum::response::Json;

use super::shape::OrderDetailBody;
use crate::extract::HotelUserWith;
use crate::extract::hotel::ReadOrders;
use crate::http::PathParams;
use crate::problem::{HotelProblems, NotFoundProblem, Problem};

/// An order with its lines and history.
#[utoipa::path(
    get, path = "/hotel/orders/{id}", tag = "hotel-orders", operation_id = "getHotelOrder", security(("hotel" = [])),
    params(("id" = i64, Path, description = "The order's id")),
    responses(
        (status = 200, body = OrderDetailBody),
        HotelProblems, NotFoundProblem,
    )
)]
pub async fn handle(
    HotelUserWith(user, _): HotelUserWith<ReadOrders>,
    PathParams(id): PathParams<i64>,
) -> Result<Json<OrderDetailBody>, Problem> {
    let mut conn = user.tenant.db.acquire().await?;
    Ok(Json(super::read(&mut conn, user.scope(), id.into()).await?))
}
