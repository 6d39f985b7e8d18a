//! `POST /hotel/products`

use axum::extract::State;
use axum::response::{IntoResponse as _, Json, Response};
use db::hotel::products::{self, Product};
use http::StatusCode;

use super::shape::{ProductBody, ProductRequest};
use crate::App;
use crate::extract::hotel::ManageProducts;
use crate::extract::{HotelUserWith, RequestContext};
use crate::http::JsonBody;
use crate::problem::{HotelProblems, IdempotencyProblems, JsonProblems, Problem};

/// Creates a product that can be ordered.
#[utoipa::path(
    post, path = "/hotel/products", tag = "hotel-orders", operation_id = "createHotelProduct",
    request_body = ProductRequest, security(("hotel" = [])),
    params(("idempotency-key" = Option<String>, Header, description = "Repeats the first response for the same key")),
    responses(
        (status = 201, body = ProductBody),
        HotelProblems, JsonProblems, IdempotencyProblems,
    )
)]
pub async fn handle(
    State(app): State<App>,
    HotelUserWith(user, _): HotelUserWith<ManageProducts>,
    context: RequestContext,
    JsonBody(request): JsonBody<ProductRequest>,
) -> Result<Response, Problem> {
    let now = app.clock.now();
    let spec = request.parse()?;
    let call = context.key.bind(user.row.id, "POST /hotel/products", &request)?;
    let mut tx = user.tenant.db.begin().await?;
    if let Some(earlier) = call.begin(&mut tx, now).await? {
        return Ok(earlier.into_response());
    }
    let id = products::insert(&mut tx, &spec, now).await?;
    let response = ProductBody::from(Product { id, spec, active: true });
    call.finish(&mut tx, StatusCode::CREATED, &response).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(response)).into_response())
}
