//! `GET /hotel/hotels/{hotelId}/stock`

use axum::extract::State;
use axum::response::Json;
use serde::Serialize;
use utoipa::ToSchema;

use super::shape::StockBody;
use crate::App;
use crate::extract::HotelUserWith;
use crate::extract::hotel::ReadStock;
use crate::http::PathParams;
use crate::problem::{HotelProblems, NotFoundProblem, Problem};

/// A hotel's stock.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = HotelStockResponse)]
pub struct StockResponse {
    /// By type and name.
    items: Vec<StockBody>,
}

/// A hotel's stock of every product that can be ordered or is in stock.
#[utoipa::path(
    get, path = "/hotel/hotels/{hotelId}/stock", tag = "hotel-orders", operation_id = "listHotelStock",
    security(("hotel" = [])), params(("hotelId" = i64, Path, description = "The hotel's id")),
    responses(
        (status = 200, body = StockResponse),
        HotelProblems, NotFoundProblem,
    )
)]
pub async fn handle(
    State(app): State<App>,
    HotelUserWith(user, _): HotelUserWith<ReadStock>,
    PathParams(id): PathParams<i64>,
) -> Result<Json<StockResponse>, Problem> {
    let mut conn = user.tenant.db.acquire().await?;
    let hotel = user.hotel(&mut conn, id.into()).await?;
    let rows = db::hotel::stock::list(&mut conn, hotel.id, app.clock.now()).await?;
    Ok(Json(StockResponse { items: rows.into_iter().map(StockBody::from).collect() }))
}
