//! `GET /hotel/products`

use axum::response::Json;
use serde::Serialize;
use utoipa::ToSchema;

use super::shape::ProductBody;
use crate::extract::HotelUserWith;
use crate::extract::hotel::ReadProducts;
use crate::problem::{HotelProblems, Problem};

/// Products.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = HotelProductsResponse)]
pub struct ProductsResponse {
    /// By type and name, those that cannot be ordered last.
    items: Vec<ProductBody>,
}

/// The products with their prices.
#[utoipa::path(
    get, path = "/hotel/products", tag = "hotel-orders", operation_id = "listHotelProducts", security(("hotel" = [])),
    responses(
        (status = 200, body = ProductsResponse),
        HotelProblems,
    )
)]
pub async fn handle(HotelUserWith(user, _): HotelUserWith<ReadProducts>) -> Result<Json<ProductsResponse>, Problem> {
    let rows = db::hotel::products::list(&mut user.tenant.db.acquire().await?).await?;
    Ok(Json(ProductsResponse { items: rows.into_iter().map(ProductBody::from).collect() }))
}
