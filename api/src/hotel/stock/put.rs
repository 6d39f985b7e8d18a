//! `PUT /hotel/hotels/{hotelId}/stock/{productId}`

use domain::InvalidCode;
use domain::hotel::stock::MAX_STOCK_ML;
use http::StatusCode;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::extract::HotelUserWith;
use crate::extract::hotel::ManageStock;
use crate::http::{JsonBody, PathParams};
use crate::problem::{HotelProblems, JsonProblems, NotFoundProblem, Problem, ValidationProblem};

/// The capacity of a storeroom.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default, rename_all = "camelCase")]
#[schema(as = PutHotelStockRequest)]
pub struct PutStockRequest {
    /// The capacity for the product, in millilitres.
    #[schema(required, minimum = 1, maximum = 100_000_000)]
    capacity_ml: i64,
}

/// Sets the capacity of a hotel's storeroom for a product.
#[utoipa::path(
    put, path = "/hotel/hotels/{hotelId}/stock/{productId}", tag = "hotel-orders", operation_id = "putHotelStock",
    request_body = PutStockRequest, security(("hotel" = [])),
    params(
        ("hotelId" = i64, Path, description = "The hotel's id"),
        ("productId" = i64, Path, description = "The product's id")
    ),
    responses(
        (status = 204),
        HotelProblems, JsonProblems, NotFoundProblem, ValidationProblem,
    )
)]
pub async fn handle(
    HotelUserWith(user, _): HotelUserWith<ManageStock>,
    PathParams(ids): PathParams<(i64, i64)>,
    JsonBody(request): JsonBody<PutStockRequest>,
) -> Result<StatusCode, Problem> {
    let mut conn = user.tenant.db.acquire().await?;
    let key = super::find_key(&user, &mut conn, ids).await?;
    if !(1..=MAX_STOCK_ML).contains(&request.capacity_ml) {
        return Err(Problem::field("capacityMl", InvalidCode::Range));
    }
    db::hotel::stock::set_capacity(&mut conn, key, request.capacity_ml).await?;
    Ok(StatusCode::NO_CONTENT)
}
