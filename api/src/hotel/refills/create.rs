//! `POST /hotel/dispensers/{id}/refills`

use axum::extract::State;
use axum::response::{IntoResponse as _, Json, Response};
use db::hotel::refills::{self, NewRefill};
use db::hotel::rooms;
use http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::shape::RefillBody;
use crate::App;
use crate::extract::hotel::RefillDispensers;
use crate::extract::{HotelUserWith, RequestContext};
use crate::hotel::rooms::shape::RoomBody;
use crate::http::{JsonBody, PathParams};
use crate::problem::{Code, HotelProblems, IdempotencyProblems, JsonProblems, NotFoundProblem, Problem};

/// A refill.
#[derive(Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(default)]
#[schema(as = HotelRefillRequest)]
pub struct RefillRequest {
    /// How much was refilled, in millilitres; by default, up to the capacity.
    #[schema(minimum = 1, maximum = 20_000)]
    ml: Option<i32>,
}

/// A booked refill.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = HotelRefillResponse)]
pub struct RefillResponse {
    /// The refill.
    refill: RefillBody,
    /// The room as it is now.
    room: RoomBody,
}

/// Records a refill: takes it from the hotel's stock, raises the level, and counts as a check of the sensor.
#[utoipa::path(
    post, path = "/hotel/dispensers/{id}/refills", tag = "hotel-rooms", operation_id = "createHotelRefill",
    request_body = RefillRequest, security(("hotel" = [])),
    params(
        ("id" = i64, Path, description = "The dispenser's id"),
        ("idempotency-key" = Option<String>, Header, description = "Repeats the first response for the same key")
    ),
    responses(
        (status = 201, body = RefillResponse),
        HotelProblems, JsonProblems, NotFoundProblem, IdempotencyProblems,
        (status = 409, description = "stock_short: the member missingMl says how much is missing, in_progress"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    HotelUserWith(user, _): HotelUserWith<RefillDispensers>,
    PathParams(id): PathParams<i64>,
    context: RequestContext,
    JsonBody(request): JsonBody<RefillRequest>,
) -> Result<Response, Problem> {
    let now = app.clock.now();
    let call = context.key.bind(user.row.id, "POST /hotel/dispensers/{id}/refills", &(id, &request))?;
    let mut tx = user.tenant.db.begin().await?;
    if let Some(earlier) = call.begin(&mut tx, now).await? {
        return Ok(earlier.into_response());
    }
    let new = NewRefill { scope: user.scope(), dispenser: id.into(), user: user.row.id, poured_ml: request.ml };
    let booked = refills::insert(&mut tx, &new, now).await?;
    let refill = refills::find(&mut tx, booked.id).await?.ok_or(Code::Internal)?;
    let room = rooms::find(&mut tx, user.scope(), booked.room).await?.ok_or(Code::Internal)?;
    let response = RefillResponse { refill: refill.into(), room: room.into() };
    call.finish(&mut tx, StatusCode::CREATED, &response).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(response)).into_response())
}
