//! `PUT /hotel/products/{id}`

use axum::response::Json;
use db::hotel::products::{self, Product};
use serde::Deserialize;
use utoipa::ToSchema;

use super::shape::{ProductBody, ProductRequest};
use crate::extract::HotelUserWith;
use crate::extract::hotel::ManageProducts;
use crate::http::{JsonBody, PathParams};
use crate::problem::{Code, HotelProblems, JsonProblems, NotFoundProblem, Problem, ValidationProblem};

/// The new settings of a product.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default, rename_all = "camelCase")]
#[schema(as = PutHotelProductRequest)]
pub struct PutProductRequest {
    /// The product.
    #[serde(flatten)]
    product: ProductRequest,
    /// Whether it can be ordered.
    #[schema(required)]
    active: bool,
}

/// Changes a product. Existing orders keep their prices.
#[utoipa::path(
    put, path = "/hotel/products/{id}", tag = "hotel-orders", operation_id = "putHotelProduct",
    request_body = PutProductRequest, security(("hotel" = [])),
    params(("id" = i64, Path, description = "The product's id")),
    responses(
        (status = 200, body = ProductBody),
        HotelProblems, JsonProblems, NotFoundProblem, ValidationProblem,
    )
)]
pub async fn handle(
    HotelUserWith(user, _): HotelUserWith<ManageProducts>,
    PathParams(id): PathParams<i64>,
    JsonBody(request): JsonBody<PutProductRequest>,
) -> Result<Json<ProductBody>, Problem> {
    let spec = request.product.parse()?;
    let mut conn = user.tenant.db.acquire().await?;
    if !products::set(&mut conn, id.into(), &spec, request.active).await? {
        return Err(Code::NotFound.into());
    }
    Ok(Json(Product { id: id.into(), spec, active: request.active }.into()))
}
