//! `PUT /hotel/dispensers/{id}`

use axum::response::Json;
use db::hotel::{dispensers, products};
use domain::hotel::room::DispenserSpec;
use domain::{HotelProductId, InvalidCode};
use serde::Deserialize;
use utoipa::ToSchema;

use super::shape::RoomBody;
use crate::extract::HotelUserWith;
use crate::extract::hotel::ManageRooms;
use crate::http::{JsonBody, PathParams};
use crate::problem::{Code, HotelProblems, JsonProblems, NotFoundProblem, Problem, ValidationProblem};

/// The new settings of a dispenser.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default, rename_all = "camelCase")]
#[schema(as = PutHotelDispenserRequest)]
pub struct PutDispenserRequest {
    /// Another product; omit it to keep the product.
    product_id: Option<i64>,
    /// The capacity, in millilitres. A smaller one lowers the level.
    #[schema(required, minimum = 1, maximum = 20_000)]
    capacity_ml: i32,
    /// The level below which it must be refilled, in percent.
    #[schema(required, minimum = 0, maximum = 100)]
    threshold_percent: i32,
}

/// Changes a dispenser. Returns its room.
#[utoipa::path(
    put, path = "/hotel/dispensers/{id}", tag = "hotel-rooms", operation_id = "putHotelDispenser",
    request_body = PutDispenserRequest, security(("hotel" = [])),
    params(("id" = i64, Path, description = "The dispenser's id")),
    responses(
        (status = 200, body = RoomBody),
        HotelProblems, JsonProblems, NotFoundProblem, ValidationProblem,
    )
)]
pub async fn handle(
    HotelUserWith(user, _): HotelUserWith<ManageRooms>,
    PathParams(id): PathParams<i64>,
    JsonBody(request): JsonBody<PutDispenserRequest>,
) -> Result<Json<RoomBody>, Problem> {
    let mut tx = user.tenant.db.begin().await?;
    let room = dispensers::find_room(&mut tx, user.scope(), id.into()).await?.ok_or(Code::NotFound)?;
    let spec = DispenserSpec::parse(request.capacity_ml, request.threshold_percent).map_err(Problem::validation)?;
    let product = request.product_id.map(HotelProductId::new);
    if let Some(product) = product
        && !products::exists(&mut tx, product).await?
    {
        return Err(Problem::field("productId", InvalidCode::Unknown));
    }
    let changed = dispensers::set(&mut tx, id.into(), product, spec).await;
    changed.map_err(|error| super::refuse(error, "productId"))?;
    let room = super::derive(&mut tx, user.scope(), room).await?;
    tx.commit().await?;
    Ok(Json(room.into()))
}
