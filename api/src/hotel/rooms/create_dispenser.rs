//! `POST /hotel/rooms/{id}/dispensers`

use axum::extract::State;
use axum::response::{IntoResponse as _, Json, Response};
use db::hotel::{dispensers, products, rooms};
use domain::hotel::room::DispenserSpec;
use domain::{HotelProductId, InvalidCode};
use http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::shape::RoomBody;
use crate::App;
use crate::extract::hotel::ManageRooms;
use crate::extract::{HotelUserWith, RequestContext};
use crate::http::{JsonBody, PathParams};
use crate::problem::{Code, HotelProblems, IdempotencyProblems, JsonProblems, NotFoundProblem, Problem};

/// A dispenser.
#[derive(Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(default, rename_all = "camelCase")]
#[schema(as = HotelDispenserRequest)]
pub struct DispenserRequest {
    /// The product. A room has one dispenser of each.
    #[schema(required)]
    product_id: i64,
    /// The capacity, in millilitres.
    #[schema(required, minimum = 1, maximum = 20_000)]
    capacity_ml: i32,
    /// The level below which it must be refilled, in percent.
    #[schema(required, minimum = 0, maximum = 100)]
    threshold_percent: i32,
}

/// Adds a full dispenser to a room. Returns the room.
#[utoipa::path(
    post, path = "/hotel/rooms/{id}/dispensers", tag = "hotel-rooms", operation_id = "createHotelDispenser",
    request_body = DispenserRequest, security(("hotel" = [])),
    params(
        ("id" = i64, Path, description = "The room's id"),
        ("idempotency-key" = Option<String>, Header, description = "Repeats the first response for the same key")
    ),
    responses(
        (status = 201, body = RoomBody),
        HotelProblems, JsonProblems, NotFoundProblem, IdempotencyProblems,
    )
)]
pub async fn handle(
    State(app): State<App>,
    HotelUserWith(user, _): HotelUserWith<ManageRooms>,
    PathParams(id): PathParams<i64>,
    context: RequestContext,
    JsonBody(request): JsonBody<DispenserRequest>,
) -> Result<Response, Problem> {
    let now = app.clock.now();
    let call = context.key.bind(user.row.id, "POST /hotel/rooms/{id}/dispensers", &(id, &request))?;
    let mut tx = user.tenant.db.begin().await?;
    if let Some(earlier) = call.begin(&mut tx, now).await? {
        return Ok(earlier.into_response());
    }
    let room = rooms::find(&mut tx, user.scope(), id.into()).await?.ok_or(Code::NotFound)?;
    let spec = DispenserSpec::parse(request.capacity_ml, request.threshold_percent).map_err(Problem::validation)?;
    let product = HotelProductId::new(request.product_id);
    if !products::exists(&mut tx, product).await? {
        return Err(Problem::field("productId", InvalidCode::Unknown));
    }
    let made = dispensers::insert(&mut tx, &room, product, spec, now).await;
    made.map_err(|error| super::refuse(error, "productId"))?;
    let response = RoomBody::from(super::derive(&mut tx, user.scope(), room.id).await?);
    call.finish(&mut tx, StatusCode::CREATED, &response).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(response)).into_response())
}
