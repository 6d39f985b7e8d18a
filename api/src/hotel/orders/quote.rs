//! `POST /hotel/quotes`

use axum::response::Json;
use serde::Serialize;
use utoipa::ToSchema;

use super::request::OrderRequest;
use super::shape::LineBody;
use crate::extract::HotelUserWith;
use crate::extract::hotel::PlaceOrders;
use crate::http::JsonBody;
use crate::problem::{HotelProblems, JsonProblems, NotFoundProblem, Problem, ValidationProblem};

/// The price of an order.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = HotelQuoteResponse)]
pub struct QuoteResponse {
    /// The priced lines.
    lines: Vec<LineBody>,
    /// Won, without VAT.
    supply_price: i64,
    /// Won.
    vat: i64,
    /// Won, with VAT.
    total: i64,
}

/// Prices an order without placing it.
#[utoipa::path(
    post, path = "/hotel/quotes", tag = "hotel-orders", operation_id = "quoteHotelOrder", request_body = OrderRequest,
    security(("hotel" = [])),
    responses(
        (status = 200, body = QuoteResponse),
        HotelProblems, JsonProblems, NotFoundProblem, ValidationProblem,
    )
)]
pub async fn handle(
    HotelUserWith(user, _): HotelUserWith<PlaceOrders>,
    JsonBody(request): JsonBody<OrderRequest>,
) -> Result<Json<QuoteResponse>, Problem> {
    let priced = request.price(&user, &mut user.tenant.db.acquire().await?).await?;
    Ok(Json(QuoteResponse {
        lines: priced.price_lines().map(LineBody::from).collect(),
        supply_price: priced.price.supply_price.get(),
        vat: priced.price.vat.get(),
        total: priced.price.total.get(),
    }))
}
