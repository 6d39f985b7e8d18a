//! `POST /hotel/hotels/{hotelId}/sensors`

use axum::extract::State;
use axum::response::{IntoResponse as _, Json, Response};
use db::hotel::{rooms, sensors};
use http::StatusCode;

use super::request::SensorRequest;
use super::shape::SensorBody;
use crate::App;
use crate::extract::hotel::ManageSensors;
use crate::extract::{HotelUserWith, RequestContext};
use crate::http::{JsonBody, PathParams};
use crate::problem::{Code, HotelProblems, IdempotencyProblems, JsonProblems, NotFoundProblem, Problem};

/// Adds a sensor to a hotel. Its first reading is due within a day.
#[utoipa::path(
    post, path = "/hotel/hotels/{hotelId}/sensors", tag = "hotel-rooms", operation_id = "createHotelSensor",
    request_body = SensorRequest, security(("hotel" = [])),
    params(
        ("hotelId" = i64, Path, description = "The hotel's id"),
        ("idempotency-key" = Option<String>, Header, description = "Repeats the first response for the same key")
    ),
    responses(
        (status = 201, body = SensorBody),
        HotelProblems, JsonProblems, NotFoundProblem, IdempotencyProblems,
    )
)]
pub async fn handle(
    State(app): State<App>,
    HotelUserWith(user, _): HotelUserWith<ManageSensors>,
    PathParams(id): PathParams<i64>,
    context: RequestContext,
    JsonBody(request): JsonBody<SensorRequest>,
) -> Result<Response, Problem> {
    let now = app.clock.now();
    let call = context.key.bind(user.row.id, "POST /hotel/hotels/{hotelId}/sensors", &(id, &request))?;
    let mut tx = user.tenant.db.begin().await?;
    if let Some(earlier) = call.begin(&mut tx, now).await? {
        return Ok(earlier.into_response());
    }
    let hotel = user.hotel(&mut tx, id.into()).await?;
    sensors::lock_states(&mut tx).await?;
    let parsed = request.parse(&mut tx, hotel.id).await?;
    let sensor = sensors::insert(&mut tx, hotel.id, &parsed.form, now).await?;
    if let Some(room) = parsed.room {
        rooms::derive_states(&mut tx, &[room.get()]).await?;
    }
    let sensor = sensors::find(&mut tx, user.scope(), sensor).await?.ok_or(Code::Internal)?;
    let response = SensorBody::from(sensor);
    call.finish(&mut tx, StatusCode::CREATED, &response).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(response)).into_response())
}
